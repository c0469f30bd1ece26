import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { BOOKMAKERS, FOOTBALL_DATA_ZONE, parseFootballData } from '#machines/feed/imports/football-data.rules.ts'
import { parseOpenfootball } from '#machines/feed/imports/openfootball.rules.ts'
import type { ParsedFile } from '#machines/feed/imports/parsed-file.rules.ts'
import { isTimeZone } from '#machines/site/tables/time-zone.rules.ts'
import type { FeedImportOutput } from '#schemas'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { commandLine } from '../usages.ts'
import { type FeedArguments, FeedCommandFailure, misuse, readArguments, withFeedBook } from './feed-arguments.ts'

const USAGE = commandLine('feed', 'import')

type Format = FeedImportOutput['format']
/** Reads the text of a file of a format. */
export type Parse = (text: string) => ParsedFile

/** `livery feed import`: takes the matches of a file into the book. The same file again changes nothing.
 *  @returns 0, 1 when rows were rejected, 2 when it cannot be done */
export function importCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return withFeedBook(args, io, () => {
    const read = readArguments(args, ['format', 'time-zone', 'bookmaker'], USAGE)
    const { format, parse } = formatOf(read)
    const file = readFile(resolve(io.cwd, read.subject), parse)
    return async (book) => {
      const { imported, updated, unchanged } = await book.importRows(file.rows, format)
      const output: FeedImportOutput = {
        format,
        read: file.read,
        imported,
        updated,
        unchanged,
        rejected: [...file.rejected],
      }
      io.stdout(args.includes('--json') ? `${JSON.stringify(output)}\n` : inWords(output))
      return output.rejected.length > 0 ? 1 : 0
    }
  })
}

function formatOf(read: FeedArguments): { readonly format: Format; readonly parse: Parse } {
  const { format, bookmaker } = read.options
  if (format === 'football-data') {
    const timeZone = zoneOf(read) ?? FOOTBALL_DATA_ZONE
    const chosen = bookmaker === undefined ? 'B365' : BOOKMAKERS.find((known) => known === bookmaker)
    if (!chosen)
      throw misuse(
        say('feed.bookmaker', { known: BOOKMAKERS.join(', '), asked: bookmaker ?? '' }),
        USAGE,
        '--bookmaker',
      )
    return { format, parse: (text) => parseFootballData(text, { timeZone, bookmaker: chosen }) }
  }
  if (format === 'openfootball') {
    const timeZone = zoneOf(read)
    if (!timeZone) throw misuse(say('feed.zone_untold'), USAGE, '--time-zone')
    if (bookmaker !== undefined) throw misuse(say('feed.no_prices'), USAGE, '--bookmaker')
    return { format, parse: (text) => parseOpenfootball(text, { timeZone }) }
  }
  throw misuse(say('feed.format', { asked: format ?? '' }), USAGE, '--format')
}

function zoneOf({ options }: FeedArguments): string | undefined {
  const zone = options['time-zone']
  if (zone === undefined || isTimeZone(zone)) return zone
  throw misuse(say('feed.zone', { zone }), USAGE, '--time-zone')
}

/** A file as it was read. @throws FeedCommandFailure `file_unreadable` */
export function readFile(path: string, parse: Parse): Extract<ParsedFile, { readonly ok: true }> {
  const file = parse(textOf(path))
  if (file.ok) return file
  throw new FeedCommandFailure('file_unreadable', say('feed.not_imported', { path, why: file.reason }), path)
}

function textOf(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch (error) {
    const reason = error instanceof TypeError ? say('feed.not_utf8') : (error as Error).message
    throw new FeedCommandFailure('file_unreadable', say('feed.not_read', { path, why: reason }), path)
  }
}

function inWords({ read, imported, updated, unchanged, rejected }: FeedImportOutput): string {
  const lines = rejected.map(({ line, code, reason }) => say('feed.row', { line, code, reason }))
  const sums = say('feed.imported', { read, imported, updated, unchanged, rejected: rejected.length })
  return `${[...lines, sums].join('\n')}\n`
}
