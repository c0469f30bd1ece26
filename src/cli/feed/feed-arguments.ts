import { parseArgs } from 'node:util'
import type { FeedErrorOutput } from '#schemas'
import { forFeed } from '#server/db/for-feed.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { createFeedBook } from '#server/feed/feed-book.ts'
import type { FeedBook } from '#server/feed/feed-ports.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { NoDatabase, openNamedDatabase } from '../named-database.ts'

/** Why a command of the feed has done nothing. */
export class FeedCommandFailure extends Error {
  override readonly name = 'FeedCommandFailure'
  readonly code: FeedErrorOutput['error']['code']
  readonly path: string | null

  constructor(code: FeedErrorOutput['error']['code'], message: string, path: string | null = null) {
    super(message)
    this.code = code
    this.path = path
  }
}

/** What stands on the command line: one argument, and options by their names. */
export interface FeedArguments {
  readonly subject: string
  readonly options: Readonly<Record<string, string | undefined>>
}

/** Reads one argument and the options that a verb knows, beside --json. @throws FeedCommandFailure `usage` */
export function readArguments(args: readonly string[], known: readonly string[], usage: string): FeedArguments {
  const { values, positionals } = parsed(args, known, usage)
  const [subject, ...more] = positionals
  if (!subject || more.length > 0) throw misuse(say('feed.one_argument'), usage)
  return { subject, options: values as FeedArguments['options'] }
}

function parsed(args: readonly string[], known: readonly string[], usage: string) {
  const options = Object.fromEntries(known.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, json: { type: 'boolean' } },
      strict: true,
      allowPositionals: true,
    })
  } catch (error) {
    throw misuse((error as Error).message, usage)
  }
}

/** The game that the argument names by its number. @throws FeedCommandFailure `usage` */
export function gameOf({ subject }: FeedArguments, usage: string): number {
  const gameId = Number(subject)
  if (/^\d+$/.test(subject) && Number.isSafeInteger(gameId)) return gameId
  throw misuse(say('feed.game_number', { subject }), usage, 'GAME')
}

/** A wrong command line. @param option the one that is wrong: `--format` */
export function misuse(message: string, usage: string, option: string | null = null): FeedCommandFailure {
  return new FeedCommandFailure('usage', say('cli.with_usage', { message, usage }), option)
}

/** Does something with the book of the feed in the database that the environment names, beside a running server too. A
 *  failure is reported on stderr, and with --json on stdout. @returns what `work` returns, or 2 when it cannot be done
 *  */
export async function withFeedBook(
  args: readonly string[],
  io: CommandIo,
  prepare: () => (book: FeedBook, database: OpenDatabase) => Promise<number>,
): Promise<number> {
  try {
    const work = prepare()
    const { database } = await openNamedDatabase(io)
    try {
      return await work(createFeedBook({ door: forFeed(database.db), now: () => new Date() }), database)
    } finally {
      await database.close()
    }
  } catch (error) {
    return tell(asFailure(error), args, io)
  }
}

/** @throws the error itself when it is a bug */
function asFailure(error: unknown): FeedCommandFailure {
  if (error instanceof FeedCommandFailure) return error
  if (!(error instanceof NoDatabase)) throw error
  return new FeedCommandFailure(error.reason === 'absent' ? 'database_absent' : 'usage', error.message, error.path)
}

function tell({ code, message, path }: FeedCommandFailure, args: readonly string[], io: CommandIo): number {
  const output: FeedErrorOutput = { error: { code, message, path } }
  if (args.includes('--json')) io.stdout(`${JSON.stringify(output)}\n`)
  io.stderr(`${say('cli.refusal', { noun: 'feed', message })}
`)
  return 2
}
