import { rationalOf, toExactText } from '#machines/odds/rational.rules.ts'
import { isDate, zoneInstant } from '#machines/site/zone-time.rules.ts'
import type { FeedRow, RowPrice } from '#schemas'
import { MARKET_TYPE } from '../markets/market-types.ts'
import { footballCompetition, footballSeason } from '../simulator/competitions.ts'
import { type CsvRecord, readCsv } from './csv.rules.ts'
import { footballScore, type ParsedFile, type Part, parsedFile, rejected, twoTeams } from './parsed-file.rules.ts'

/** Whose prices are taken of those in the file: Bet365, Pinnacle, or the mean of all. */
export const BOOKMAKERS = ['B365', 'PS', 'Avg'] as const

/** One of the bookmakers of a file. */
export type Bookmaker = (typeof BOOKMAKERS)[number]

/** How a file is read. */
export interface FootballDataOptions {
  /** The zone of its times. */
  readonly timeZone: string
  readonly bookmaker: Bookmaker
}

/** The zone in which football-data.co.uk writes all times, those of other countries too. */
export const FOOTBALL_DATA_ZONE = 'Europe/London'

const NEEDED = ['Div', 'Date', 'HomeTeam', 'AwayTeam'] as const
const DAY = /^(\d{2})\/(\d{2})\/(\d{2}|\d{4})$/
const GOALS = /^\d{1,3}$/
const ODDS = /^\d{1,7}(?:\.\d{1,4})?$/
const LINE = /^-?\d{1,5}(?:\.(?:0|00|25|5|50|75))?$/
/** Files with years of two digits began with the season of 1993. */
const FIRST_SHORT_YEAR = 93

/** One row by its columns. */
type Cells = (column: string) => string

/** Reads a file of results and prices as football-data.co.uk publishes them (CSV, columns by their header). */
export function parseFootballData(text: string, options: FootballDataOptions): ParsedFile {
  const [header, ...records] = readCsv(text)
  const missing = NEEDED.filter((column) => !header?.fields.includes(column))
  if (!header || missing.length > 0)
    return {
      ok: false,
      reason: `Its first line has no column ${missing.join(', ')}: it is no file of football-data.co.uk.`,
    }
  const places = new Map(header.fields.map((column, place) => [column, place]))
  return parsedFile(
    records.map((record) => ({ line: record.line, part: readRecord(record, header.fields.length, places, options) })),
  )
}

function readRecord(
  { fields, isSound }: CsvRecord,
  width: number,
  places: ReadonlyMap<string, number>,
  options: FootballDataOptions,
): Part<FeedRow> {
  if (!isSound)
    return rejected('quote', 'A quote is not closed, or stands within a field that does not begin with one.')
  if (fields.length !== width)
    return rejected('field_count', `The row has ${fields.length} fields, the header has ${width}.`)
  return readRow((column) => fields[places.get(column) ?? -1]?.trim() ?? '', options)
}

function readRow(cells: Cells, { timeZone, bookmaker }: FootballDataOptions): Part<FeedRow> {
  const code = cells('Div')
  if (code === '') return rejected('competition', 'The division is missing.')
  const start = readStart(cells, timeZone)
  if (!('value' in start)) return start
  const teams = twoTeams(cells('HomeTeam'), cells('AwayTeam'))
  if (!('value' in teams)) return teams
  const result = readResult(cells)
  if (!('value' in result)) return result
  const prices = readPrices(cells, bookmaker)
  if (!('value' in prices)) return prices
  return {
    value: {
      competition: footballCompetition(code),
      season: footballSeason(code, start.value.date),
      ...start.value,
      ...teams.value,
      condition: result.value ? 'finished' : 'scheduled',
      prices: prices.value,
      ...(result.value && { result: result.value }),
    },
  }
}

function readStart(cells: Cells, timeZone: string): Part<Pick<FeedRow, 'date' | 'startsAt' | 'hasStartTime'>> {
  const [, day = '', month = '', year = ''] = DAY.exec(cells('Date')) ?? []
  const century = year.length === 4 ? '' : Number(year) < FIRST_SHORT_YEAR ? '20' : '19'
  const date = `${century}${year}-${month}-${day}`
  if (!isDate(date)) return rejected('date', `"${cells('Date')}" is no day like 31/12/2024.`)
  const time = cells('Time')
  const instant = zoneInstant(date, time || '00:00', timeZone)
  if (instant === null) return rejected('time', `"${time}" is no time like 20:45.`)
  return { value: { date, startsAt: new Date(instant).toISOString(), hasStartTime: time !== '' } }
}

/** @returns no value while the match has not been played */
function readResult(cells: Cells): Part<FeedRow['result']> {
  const end = readGoals(cells, 'FTHG', 'FTAG')
  const half = readGoals(cells, 'HTHG', 'HTAG')
  if (end === 'broken' || half === 'broken')
    return rejected('score', 'Goals stand for one side alone, or are no numbers.')
  if (!end) return { value: undefined }
  const letter = end.home > end.away ? 'H' : end.home < end.away ? 'A' : 'D'
  if (cells('FTR') !== '' && cells('FTR') !== letter)
    return rejected('score', `The goals make the result ${letter}, the file has ${cells('FTR')}.`)
  return footballScore(end, half)
}

function readGoals(cells: Cells, home: string, away: string) {
  const both = [cells(home), cells(away)] as const
  if (both.every((goals) => goals === '')) return undefined
  if (!both.every((goals) => GOALS.test(goals))) return 'broken'
  return { home: Number(both[0]), away: Number(both[1]) }
}

/** Columns of a bookmaker's prices: 1X2, over and under 2.5, Asian handicap; those of the closing prices have a C. */
const COLUMNS: Readonly<Record<Bookmaker, { readonly result: string; readonly line: string }>> = {
  B365: { result: 'B365', line: 'B365' },
  PS: { result: 'PS', line: 'P' },
  Avg: { result: 'Avg', line: 'Avg' },
}

function readPrices(cells: Cells, bookmaker: Bookmaker): Part<FeedRow['prices']> {
  const markets = (phase: '' | 'C') => {
    const { result, line } = COLUMNS[bookmaker]
    const [results, lines] = [`${result}${phase}`, `${line}${phase}`]
    return [
      readMarket(cells, { name: 'matchResult', columns: ['H', 'D', 'A'].map((side) => `${results}${side}`) }),
      readMarket(cells, { name: 'total', columns: [`${lines}>2.5`, `${lines}<2.5`], parameter: '2.5' }),
      readMarket(cells, {
        name: 'handicap',
        columns: [`${lines}AHH`, `${lines}AHA`],
        parameter: cells(phase === 'C' ? 'AHCh' : 'AHh'),
      }),
    ]
  }
  const [opening, closing] = [markets(''), markets('C')]
  if (opening.includes('broken') || closing.includes('broken'))
    return rejected('price', 'A price is no number above 1 with at most four places, or a line is no quarter.')
  const known = (market: RowPrice | 'broken' | null) => (market === null || market === 'broken' ? [] : [market])
  return { value: { opening: opening.flatMap(known), closing: closing.flatMap(known) } }
}

/** @returns null when a price or the line is missing */
function readMarket(
  cells: Cells,
  asked: {
    readonly name: 'matchResult' | 'total' | 'handicap'
    readonly columns: readonly string[]
    readonly parameter?: string
  },
): RowPrice | 'broken' | null {
  const texts = asked.columns.map(cells)
  if (texts.includes('') || asked.parameter === '') return null
  const isRight = texts.every((odds) => ODDS.test(odds) && Number(odds) > 1)
  if (!isRight || (asked.parameter !== undefined && !LINE.test(asked.parameter))) return 'broken'
  const { typeId, outcomes } = MARKET_TYPE[asked.name]
  const prices = outcomes.map((outcome, place) => ({ typeId: outcome, odds: plain(texts[place] ?? '') }))
  return { typeId, ...(asked.parameter !== undefined && { parameter: plain(asked.parameter) }), outcomes: prices }
}

/** The shortest way to write a decimal: `'1.50'` → `'1.5'`, `'-0'` → `'0'`. */
function plain(decimal: string): string {
  return toExactText(rationalOf(decimal))
}
