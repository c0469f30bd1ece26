import { parseArgs } from 'node:util'
import { AppError } from '#calls/app-error.ts'
import type { DatabaseErrorOutput } from '#schemas'
import { DataFolderError } from '#server/db/embedded/data-folder-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { CommandFailure } from './command-failure.ts'
import { say } from './command-text.ts'
import type { Command, CommandIo } from './commands.ts'
import { type CommandData, NoDatabase, openNamedDatabase } from './named-database.ts'
import { commandLine } from './usages.ts'

type FailureCode = DatabaseErrorOutput['error']['code']

/** Why a command on the database has done nothing. */
export class DatabaseCommandFailure extends CommandFailure<FailureCode> {}

/** What an option of a verb takes: text or a whole number that is not zero; with a question mark it may be left out, not blank. */
type OptionKind = 'text' | 'text?' | 'number' | 'number?'

/** The options of a verb, in the order in which a missing one is reported. */
export type OptionKinds = Readonly<Record<string, OptionKind>>

interface ValueOf {
  readonly text: string
  readonly 'text?': string | undefined
  readonly number: number
  readonly 'number?': number | undefined
}

/** The options of a verb as read, without white space around them. */
export type OptionValues<Kinds extends OptionKinds> = {
  readonly [Name in keyof Kinds]: ValueOf[Kinds[Name]]
}

/** What a verb prints, as JSON and in words, and its exit code. */
export interface VerbOutcome {
  readonly output: unknown
  readonly text: string
  readonly exit?: number
}

/** A noun and a verb; the noun alone when it is a command by itself. */
export type CommandName = readonly [noun: string, verb?: string]

/** A verb that works on the database. */
export interface DatabaseVerb<Kinds extends OptionKinds> {
  /** Its noun and verb. */
  readonly command: CommandName
  readonly options: Kinds
  readonly work: (data: CommandData, options: OptionValues<Kinds>) => Promise<VerbOutcome>
}

/** What a sound command was refused by the state of the data: it exits 1. */
const REFUSALS: ReadonlySet<FailureCode> = new Set([
  'balance_too_low',
  'reference_taken',
  'not_open',
  'backup_damaged',
  'key_in_use',
  'key_unreadable',
])

/** A command whose result is printed as it is, or as JSON with --json. The reason for a failure goes to stderr, and
 *  with --json to stdout; `--help` prints the usage.
 *  @returns exits with what the work gives, 1 when the data refuse it, 2 when it cannot be done */
export function tellingCommand(
  command: CommandName,
  run: (args: readonly string[], io: CommandIo) => Promise<VerbOutcome>,
): Command {
  return async (args, io) => {
    if (args.includes('--help')) {
      io.stdout(`${say('cli.usage_alone', { usage: commandLine(...command) })}\n`)
      return 0
    }
    const isJson = args.includes('--json')
    try {
      const { output, text, exit = 0 } = await run(args, io)
      io.stdout(`${isJson ? JSON.stringify(output) : text}\n`)
      return exit
    } catch (error) {
      const failure = asFailure(error)
      if (!failure) throw error
      const { code, message, path } = failure
      if (isJson) io.stdout(`${JSON.stringify({ error: { code, message, path } } satisfies DatabaseErrorOutput)}\n`)
      io.stderr(`${say('cli.refusal', { noun: command[0], message })}\n`)
      return REFUSALS.has(code) ? 1 : 2
    }
  }
}

/** A command that does its work beside a running server too. */
export function databaseCommand<const Kinds extends OptionKinds>(verb: DatabaseVerb<Kinds>): Command {
  return tellingCommand(verb.command, (args, io) => runVerb(verb, args, io))
}

/** As `databaseCommand`, for a verb whose work is one transaction on the rows of the brand that `--brand` names. */
export function brandCommand<const Kinds extends OptionKinds>(verb: {
  readonly command: CommandName
  /** Without `brand`. */
  readonly options: Kinds
  readonly work: (
    tx: BrandTransaction,
    options: OptionValues<Kinds> & { readonly brand: string },
  ) => Promise<VerbOutcome>
}): Command {
  return databaseCommand({
    command: verb.command,
    options: { brand: 'text', ...verb.options } as const,
    work: ({ database }, values) => {
      const options = values as OptionValues<Kinds> & { readonly brand: string }
      return forBrand(database.db, options.brand).transaction((tx) => verb.work(tx, options))
    },
  })
}

async function runVerb<Kinds extends OptionKinds>(
  { command, options, work }: DatabaseVerb<Kinds>,
  args: readonly string[],
  io: CommandIo,
): Promise<VerbOutcome> {
  const values = readCommandOptions(options, args, command)
  const data = await openNamedDatabase(io)
  try {
    return await work(data, values)
  } finally {
    await data.database.close()
  }
}

/** Reads the options of a verb. @throws DatabaseCommandFailure usage, with what is missing or wrong */
export function readCommandOptions<Kinds extends OptionKinds>(
  kinds: Kinds,
  args: readonly string[],
  command: CommandName,
): OptionValues<Kinds> {
  const fail = (message: string, path: string | null = null): never => {
    throw new DatabaseCommandFailure('usage', say('cli.with_usage', { message, usage: commandLine(...command) }), path)
  }
  const names = Object.keys(kinds)
  const known = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const texts = (() => {
    try {
      return parseArgs({ args: [...args], options: { ...known, json: { type: 'boolean' } }, strict: true }).values
    } catch (error) {
      return fail((error as Error).message)
    }
  })() as Readonly<Record<string, string | undefined>>
  const values = names.map((name) => {
    const text = texts[name]?.trim()
    if (text === '' || (text === undefined && !kinds[name]?.endsWith('?')))
      fail(say('cli.option_missing', { option: name }), `--${name}`)
    if (text === undefined || !kinds[name]?.startsWith('number')) return [name, text]
    return [name, wholeNumber(text) ?? fail(say('cli.option_number', { option: name, text }), `--${name}`)]
  })
  return Object.fromEntries(values)
}

function wholeNumber(text = ''): number | undefined {
  const value = Number(text)
  return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(value) && value !== 0 ? value : undefined
}

function asFailure(error: unknown): DatabaseCommandFailure | undefined {
  if (error instanceof DatabaseCommandFailure) return error
  if (error instanceof DataFolderError) return new DatabaseCommandFailure('database_broken', error.message, error.path)
  if (error instanceof NoDatabase)
    return new DatabaseCommandFailure(
      error.reason === 'absent' ? 'database_absent' : 'usage',
      error.message,
      error.path,
    )
  if (error instanceof AppError && error.code === 'account.unknown')
    return new DatabaseCommandFailure('account_unknown', say('cli.account_unknown'), '--account')
  return undefined
}
