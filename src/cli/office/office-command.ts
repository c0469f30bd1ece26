import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { AppError } from '#calls/app-error.ts'
import type { OfficeErrorOutput } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { readEnvironment } from '#server/environment.ts'
import type { CommandIo } from '../commands.ts'

/** Why a command about players has done nothing. */
export class OfficeCommandFailure extends Error {
  override readonly name = 'OfficeCommandFailure'
  readonly code: OfficeErrorOutput['error']['code']
  readonly path: string | null

  constructor(code: OfficeErrorOutput['error']['code'], message: string, path: string | null = null) {
    super(message)
    this.code = code
    this.path = path
  }
}

/** What an option of a verb takes: text, or text that may be left out. */
export type OptionNeed = 'needed' | 'free'

/** The options of a verb as they stand on the command line; those that are needed are there and not blank. */
export type OfficeOptions<Needs extends Readonly<Record<string, OptionNeed>>> = {
  readonly [Name in keyof Needs]: Needs[Name] extends 'needed' ? string : string | undefined
}

/** A verb about players of one brand. */
export interface OfficeVerb<Needs extends Readonly<Record<string, OptionNeed>>> {
  /** `livery message send --brand ID …` */
  readonly usage: string
  readonly options: Needs
  /** Does the work in one transaction on the rows of the brand. @returns what is printed, as JSON and in words, and the exit code */
  readonly work: (
    tx: BrandTransaction,
    options: OfficeOptions<Needs> & { readonly brand: string },
  ) => Promise<{ readonly output: unknown; readonly text: string; readonly exit?: number }>
}

/** Runs a verb beside a running server too. @returns its exit code, or 2 when it could not be done */
export async function runOfficeVerb<const Needs extends Readonly<Record<string, OptionNeed>>>(
  verb: OfficeVerb<Needs>,
  args: readonly string[],
  io: CommandIo,
): Promise<number> {
  const isJson = args.includes('--json')
  try {
    const options = readOptions(verb, args)
    const database = await openPlayers(io)
    try {
      const {
        output,
        text,
        exit = 0,
      } = await forBrand(database.db, options.brand).transaction((tx) => verb.work(tx, options))
      io.stdout(isJson ? `${JSON.stringify(output)}\n` : `${text}\n`)
      return exit
    } finally {
      await database.close()
    }
  } catch (error) {
    const failure = asFailure(error)
    if (!failure) throw error
    const { code, message, path } = failure
    if (isJson) io.stdout(`${JSON.stringify({ error: { code, message, path } } satisfies OfficeErrorOutput)}\n`)
    io.stderr(`${verb.usage.split(' ').slice(0, 2).join(' ')}: ${message}\n`)
    return 2
  }
}

/** The account number of an option. @throws OfficeCommandFailure `usage` */
export function accountNumber(text: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
  throw new OfficeCommandFailure('usage', `--user takes an account number, not "${text}".`, '--user')
}

function readOptions<Needs extends Readonly<Record<string, OptionNeed>>>(
  { usage, options }: OfficeVerb<Needs>,
  args: readonly string[],
): OfficeOptions<Needs> & { readonly brand: string } {
  const names = ['brand', ...Object.keys(options)]
  const known = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const values = parsed([...args], { ...known, json: { type: 'boolean' } }, usage)
  const missing = names.find((name) => options[name] !== 'free' && !values[name]?.trim())
  if (missing) throw new OfficeCommandFailure('usage', `--${missing} is missing. Usage: ${usage}`, `--${missing}`)
  return values as OfficeOptions<Needs> & { readonly brand: string }
}

function parsed(
  args: string[],
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
  usage: string,
): Readonly<Record<string, string | undefined>> {
  try {
    return parseArgs({ args, options, strict: true }).values as Readonly<Record<string, string | undefined>>
  } catch (error) {
    throw new OfficeCommandFailure('usage', `${(error as Error).message} Usage: ${usage}`)
  }
}

function openPlayers({ env, cwd }: CommandIo) {
  const { DATABASE_URL: databaseUrl, LIVERY_DATA } = environmentOf(env)
  const dataDir = resolve(cwd, LIVERY_DATA)
  if (!databaseUrl && !existsSync(dataDir)) {
    const message = `There is no database: the folder ${dataDir} does not exist. Name it in LIVERY_DATA, or a PostgreSQL server in DATABASE_URL.`
    throw new OfficeCommandFailure('database_absent', message, dataDir)
  }
  return openDatabase({ dataDir, databaseUrl, log: pino({ level: 'silent' }) })
}

function environmentOf(env: CommandIo['env']) {
  try {
    return readEnvironment(env)
  } catch (error) {
    throw new OfficeCommandFailure('usage', (error as Error).message)
  }
}

function asFailure(error: unknown): OfficeCommandFailure | undefined {
  if (error instanceof OfficeCommandFailure) return error
  if (error instanceof AppError && error.code === 'account.unknown')
    return new OfficeCommandFailure('user_unknown', 'The brand has no player with this account number.', '--user')
  return undefined
}
