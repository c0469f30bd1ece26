import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countryIdOf } from '#machines/site/tables/country-table.ts'
import { isFeedRow } from '#schemas/generated/validators/feed.js'
import { COUNTRY_IDS, footballCompetition } from '../simulator/competitions.ts'
import { type Bookmaker, parseFootballData } from './football-data.rules.ts'

const FILE = readFileSync(new URL('../../../tests/fixtures/feed/results.csv', import.meta.url), 'utf8')

function parse(text: string, bookmaker: Bookmaker = 'B365', timeZone = 'Europe/London') {
  const parsed = parseFootballData(text, { bookmaker, timeZone })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed
}

const market = (typeId: number, odds: readonly [number, string][], parameter?: string) => ({
  typeId,
  ...(parameter !== undefined && { parameter }),
  outcomes: odds.map(([outcome, price]) => ({ typeId: outcome, odds: price })),
})

test('a row becomes a match with its prices when the market opened and closed, and its result by halves', () => {
  const { rows } = parse(FILE)
  expect(rows.map((row) => isFeedRow(row))).toEqual([true, true, true, true])
  expect(rows[0]).toEqual({
    competition: { code: 'E0', name: 'Premier League', sportId: 1, countryId: 76 },
    season: '2023/24',
    date: '2023-08-12',
    home: 'Northgate',
    away: 'Harbour, Old Town',
    startsAt: '2023-08-12T11:30:00.000Z',
    hasStartTime: true,
    condition: 'finished',
    prices: {
      opening: [
        market(1, [
          [1, '1.8'],
          [2, '3.6'],
          [3, '4.5'],
        ]),
        market(
          4,
          [
            [9, '1.9'],
            [10, '1.95'],
          ],
          '2.5',
        ),
        market(
          5,
          [
            [11, '1.93'],
            [12, '1.97'],
          ],
          '-0.75',
        ),
      ],
      closing: [
        market(1, [
          [1, '1.75'],
          [2, '3.7'],
          [3, '4.75'],
        ]),
        market(
          4,
          [
            [9, '1.85'],
            [10, '2'],
          ],
          '2.5',
        ),
        market(
          5,
          [
            [11, '1.9'],
            [12, '2'],
          ],
          '-0.75',
        ),
      ],
    },
    result: {
      home: 2,
      away: 1,
      periods: [
        { home: 1, away: 0 },
        { home: 1, away: 1 },
      ],
    },
  })
})

test('times are of the zone, in summer and in winter; without one the day begins the match', () => {
  const starts = (zone?: string) => parse(FILE, 'B365', zone).rows.map(({ startsAt }) => startsAt)
  const london = ['2023-08-12T11:30', '2023-12-26T15:00', '2024-03-31T13:00', '2094-05-07T23:00']
  expect(starts()).toEqual(london.map((start) => `${start}:00.000Z`))
  expect(starts('Europe/Berlin')[1]).toBe('2023-12-26T14:00:00.000Z')
  expect(parse(FILE).rows.map(({ hasStartTime }) => hasStartTime)).toEqual([true, true, true, false])
})

test('missing prices are left out; a match to come has no result', () => {
  const [, second, third, fourth] = parse(FILE).rows
  expect(second?.prices.closing.map(({ typeId, parameter }) => [typeId, parameter])).toEqual([
    [1, undefined],
    [5, '0'],
  ])
  expect(third?.prices).toEqual({ opening: [], closing: [] })
  expect(fourth).toMatchObject({ condition: 'scheduled', prices: { closing: [] } })
  expect(fourth).not.toHaveProperty('result')
  const [first] = parse(FILE, 'Avg').rows
  expect(first?.prices.opening).toEqual([
    market(1, [
      [1, '1.78'],
      [2, '3.55'],
      [3, '4.4'],
    ]),
  ])
})

test('a row that cannot be taken is rejected with its line and the reason, and the others are taken', () => {
  const { read, rows, rejected } = parse(FILE)
  expect([read, rows.length]).toEqual([13, 4])
  expect(rejected.map(({ line, code }) => [line, code])).toEqual([
    [5, 'field_count'],
    [6, 'date'],
    [7, 'time'],
    [8, 'team'],
    [9, 'score'],
    [10, 'score'],
    [11, 'price'],
    [12, 'quote'],
    [13, 'competition'],
  ])
  expect(rejected[0]?.reason).toBe('The row has 7 fields, the header has 30.')
})

test('columns are found by the header, wherever they stand; years may have two digits', () => {
  const { rows } = parse('AwayTeam,FTAG,Date,HomeTeam,FTHG,Div\nB,0,01/02/94,A,3,D1')
  expect(rows).toMatchObject([{ home: 'A', away: 'B', date: '1994-02-01', result: { home: 3, away: 0 } }])
  expect(rows[0]?.result).not.toHaveProperty('periods')
  expect(parse('Div,Date,HomeTeam,AwayTeam\nD1,01/02/24,A,B').rows[0]?.date).toBe('2024-02-01')
})

test('a file of another format is reported', () => {
  const parsed = parseFootballData('a,b\n1,2', { bookmaker: 'B365', timeZone: 'UTC' })
  expect(parsed).toEqual({ ok: false, reason: expect.stringContaining('Div, Date, HomeTeam, AwayTeam') })
  expect(parseFootballData('', { bookmaker: 'B365', timeZone: 'UTC' }).ok).toBe(false)
})

test('TABLE-6: countries of competitions have the ids of the country table; an unknown code is its own name', () => {
  expect(COUNTRY_IDS).toEqual(Object.fromEntries(Object.keys(COUNTRY_IDS).map((code) => [code, countryIdOf(code)])))
  expect(footballCompetition('XX')).toEqual({ code: 'XX', name: 'XX', sportId: 1 })
})
