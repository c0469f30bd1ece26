import { parseArgs } from 'node:util'
import type { LedgerErrorOutput } from '#schemas'

/** Why a command of the ledger has done nothing. */
export class LedgerCommandFailure extends Error {
  override readonly name = 'LedgerCommandFailure'
  readonly code: LedgerErrorOutput['error']['code']
  readonly path: string | null

  constructor(code: LedgerErrorOutput['error']['code'], message: string, path: string | null = null) {
    super(message)
    this.code = code
    this.path = path
  }
}

const OPTIONS = {
  brand: { type: 'string' },
  account: { type: 'string' },
  currency: { type: 'string' },
  minor: { type: 'string' },
  transfer: { type: 'string' },
  reference: { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
} as const

export type LedgerOption = Exclude<keyof typeof OPTIONS, 'json'>

/** What stands on the command line, as text. */
export type LedgerArguments = Readonly<Partial<Record<LedgerOption, string>>>

/** Reads the options that a verb knows. @param usage the line that shows how the verb is used
 *  @throws LedgerCommandFailure `usage` */
export function readOptions(args: readonly string[], known: readonly LedgerOption[], usage: string): LedgerArguments {
  const options = Object.fromEntries(Object.entries(OPTIONS).filter(([name]) => isKnown(name, known)))
  try {
    return parseArgs({ args: [...args], options, strict: true }).values as LedgerArguments
  } catch (error) {
    throw new LedgerCommandFailure('usage', `${(error as Error).message} Usage: ${usage}`)
  }
}

function isKnown(name: string, known: readonly LedgerOption[]): boolean {
  return name === 'json' || known.includes(name as LedgerOption)
}

/** @throws LedgerCommandFailure `usage` when it is missing or blank */
export function required(values: LedgerArguments, name: LedgerOption, usage: string): string {
  const value = values[name]?.trim()
  if (!value) throw new LedgerCommandFailure('usage', `--${name} is missing. Usage: ${usage}`, `--${name}`)
  return value
}

/** A whole number. @throws LedgerCommandFailure `usage` when it is none, or zero */
export function requiredInteger(values: LedgerArguments, name: LedgerOption, usage: string): number {
  const text = required(values, name, usage)
  const value = Number(text)
  if (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(value) && value !== 0) return value
  const message = `--${name} takes a whole number that is not zero, not "${text}".`
  throw new LedgerCommandFailure('usage', `${message} Usage: ${usage}`, `--${name}`)
}
