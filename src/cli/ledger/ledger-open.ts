import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { LedgerOpenOutput, SafeLine } from '#schemas'
import { isSafeLine } from '#schemas/generated/validators/protection.js'
import { checkRecords } from '#server/protection/safe/safe-chain.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { DatabaseCommandFailure, readCommandOptions, tellingCommand, type VerbOutcome } from '../database-command.ts'

const COMMAND = ['ledger', 'open'] as const
const OPTIONS = { brand: 'text', key: 'text?' } as const

/** `livery ledger open FILE --brand ID [--key FILE]`: checks safe records that an authority has read, and prints what is sealed in them.
 *  It asks no database: who has the file and the key needs nothing else. Exits 1 when a record does not follow from the one before it. */
export const openRecordsCommand = tellingCommand(COMMAND, open)

async function open(args: readonly string[], io: CommandIo): Promise<VerbOutcome> {
  const [file = '', ...rest] = args
  if (file === '' || file.startsWith('-'))
    throw new DatabaseCommandFailure('usage', say('ledger.open_file_needed'), 'FILE')
  const { brand, key } = readCommandOptions(OPTIONS, rest, COMMAND)
  const lines = linesOf(file, io)
  const { records, faults, entries } = checkRecords(brand, lines, key === undefined ? undefined : keyOf(key, io))
  const output: LedgerOpenOutput = { isSound: faults.length === 0, records, faults: [...faults], entries: [...entries] }
  return { output, text: textOf(output), exit: output.isSound ? 0 : 1 }
}

function textOf({ isSound, records, faults, entries }: LedgerOpenOutput): string {
  return [
    ...entries.map((entry) => JSON.stringify(entry)),
    ...faults.map(({ number, fault }) => say(`ledger.open_fault_${fault}`, { number })),
    isSound ? say('ledger.open_sound', { records }) : say('ledger.open_broken', { records, count: faults.length }),
  ].join('\n')
}

function textIn(file: string, io: CommandIo): string {
  try {
    return readFileSync(resolve(io.cwd, file), 'utf8')
  } catch {
    throw new DatabaseCommandFailure('usage', say('ledger.open_no_file', { file }), file)
  }
}

function linesOf(file: string, io: CommandIo): SafeLine[] {
  const lines = textIn(file, io).split('\n')
  return lines.flatMap((text, at) => {
    if (text === '') return []
    const line = parsed(text)
    if (!isSafeLine(line))
      throw new DatabaseCommandFailure('usage', say('ledger.open_no_records', { file, line: at + 1 }), file)
    return [line]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function keyOf(file: string, io: CommandIo): KeyObject {
  try {
    const key = createPrivateKey(textIn(file, io))
    if (key.asymmetricKeyType === 'x25519') return key
  } catch (error) {
    if (error instanceof DatabaseCommandFailure) throw error
  }
  throw new DatabaseCommandFailure('usage', say('ledger.open_no_key', { file }), '--key')
}
