import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import pino from 'pino'
import type { LedgerErrorOutput } from '#schemas'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { readEnvironment } from '#server/environment.ts'
import type { CommandIo } from '../commands.ts'
import { LedgerCommandFailure } from './ledger-arguments.ts'

/** Does something with the database that the environment names, beside a running server too. A refusal is told on stderr, and
 *  with --json on stdout. @returns what `work` returns, 1 when the books refuse, 2 when the command cannot be done */
export async function withBooks(
  args: readonly string[],
  io: CommandIo,
  work: (books: OpenDatabase) => Promise<number>,
): Promise<number> {
  let books: OpenDatabase | undefined
  try {
    books = await openBooks(io)
    return await work(books)
  } catch (error) {
    if (!(error instanceof LedgerCommandFailure)) throw error
    return tell(error, args, io)
  } finally {
    await books?.close()
  }
}

/** @throws LedgerCommandFailure `books_absent`, `usage` */
async function openBooks({ env, cwd }: CommandIo): Promise<OpenDatabase> {
  const { DATABASE_URL: databaseUrl, LIVERY_DATA } = environmentOf(env)
  const dataDir = resolve(cwd, LIVERY_DATA)
  if (!databaseUrl && !existsSync(dataDir)) {
    const message = `There is no database: the folder ${dataDir} does not exist. Name it in LIVERY_DATA, or a PostgreSQL server in DATABASE_URL.`
    throw new LedgerCommandFailure('books_absent', message, dataDir)
  }
  return openDatabase({ dataDir, databaseUrl, log: pino({ level: 'silent' }) })
}

function environmentOf(env: CommandIo['env']) {
  try {
    return readEnvironment(env)
  } catch (error) {
    throw new LedgerCommandFailure('usage', (error as Error).message)
  }
}

const REFUSALS: ReadonlySet<LedgerErrorOutput['error']['code']> = new Set(['balance_too_low', 'reference_taken'])

function tell({ code, message, path }: LedgerCommandFailure, args: readonly string[], io: CommandIo): number {
  const output: LedgerErrorOutput = { error: { code, message, path } }
  if (args.includes('--json')) io.stdout(`${JSON.stringify(output)}\n`)
  io.stderr(`livery ledger: ${message}\n`)
  return REFUSALS.has(code) ? 1 : 2
}
