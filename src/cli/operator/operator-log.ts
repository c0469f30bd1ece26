import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { OperatorLogOutput, StudioAct } from '#schemas'
import { isStudioAct } from '#schemas/generated/validators/studio.js'
import { forStudio } from '#server/db/for-studio.ts'
import { actLines, proveChain, readActs } from '#server/studio/access/act-export.ts'
import { say } from '../command-text.ts'
import type { Command, CommandIo } from '../commands.ts'
import { DatabaseCommandFailure, readCommandOptions, tellingCommand, type VerbOutcome } from '../database-command.ts'
import { openNamedDatabase } from '../named-database.ts'

const LOG = ['operator', 'log'] as const

/** `livery operator log`: prints the acts, one a line as JSON, with `--verify` instead whether the chain of their hashes is whole: in
 *  the database, or in a file that was exported from it. @returns exits 1 when the chain is broken */
export const operatorLogCommand: Command = async (args, io) => {
  if (!args.includes('--verify')) return printLog(args, io)
  return tellingCommand(LOG, verifyLog)(args, io)
}

async function printLog(args: readonly string[], io: CommandIo): Promise<number> {
  return tellingCommand(LOG, async () => {
    const { after = 0 } = readCommandOptions({ after: 'number?' }, args, LOG)
    const text = await withDoor(io, async (door) => {
      const lines: string[] = []
      for await (const line of actLines(readActs(door, after))) lines.push(line.trimEnd())
      return lines.join('\n')
    })
    return { output: text, text }
  })(
    args.filter((arg) => arg !== '--json'),
    io,
  )
}

async function verifyLog(args: readonly string[], io: CommandIo): Promise<VerbOutcome> {
  const { file } = optionsOf(args)
  const proof = file
    ? await proveChain(actsOfFile(resolve(io.cwd, file)))
    : await withDoor(io, (door) => proveChain(readActs(door)))
  const { acts, hash, brokenAt } = proof
  const output: OperatorLogOutput = { isWhole: brokenAt === null, acts, hash, brokenAt }
  const text =
    brokenAt === null
      ? say('operator.log_whole', { count: acts, hash })
      : say('operator.log_broken', { number: brokenAt })
  return { output, text, exit: brokenAt === null ? 0 : 1 }
}

function optionsOf(args: readonly string[]): { readonly file?: string | undefined } {
  const options = { verify: { type: 'boolean' }, file: { type: 'string' }, json: { type: 'boolean' } } as const
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (error) {
    throw new DatabaseCommandFailure('usage', (error as Error).message)
  }
}

async function withDoor<Result>(
  io: CommandIo,
  work: (door: ReturnType<typeof forStudio>) => Promise<Result>,
): Promise<Result> {
  const { database } = await openNamedDatabase(io)
  try {
    return await work(forStudio(database.db))
  } finally {
    await database.close()
  }
}

/** The acts of a file, one a line. @throws DatabaseCommandFailure usage when it cannot be read, or holds something else */
async function* actsOfFile(file: string): AsyncGenerator<StudioAct> {
  let line = 0
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const text of lines) {
      line += 1
      if (text !== '') yield actOf(text, { file, line })
    }
  } catch (error) {
    if (error instanceof DatabaseCommandFailure) throw error
    const { message: reason } = error as Error
    throw new DatabaseCommandFailure('usage', say('operator.log_file', { file, reason }), file)
  }
}

function actOf(text: string, { file, line }: { readonly file: string; readonly line: number }): StudioAct {
  try {
    const act: unknown = JSON.parse(text)
    if (isStudioAct(act)) return act
  } catch {
    // Said below, as for a line that is JSON and no act.
  }
  throw new DatabaseCommandFailure('usage', say('operator.log_line', { file, line }), file)
}
