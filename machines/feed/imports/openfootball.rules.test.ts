import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFeedRow } from '#schemas/generated/validators/feed.js'
import { parseOpenfootball } from './openfootball.rules.ts'

const FILE = readFileSync(new URL('../../../tests/fixtures/feed/fixtures.json', import.meta.url), 'utf8')

function parse(text: string) {
  const parsed = parseOpenfootball(text, { timeZone: 'Europe/Berlin' })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed
}

test('a match has its start, its result by halves, and how far it has come', () => {
  const { rows } = parse(FILE)
  expect(rows.every((row) => isFeedRow(row))).toBe(true)
  expect(rows[0]).toEqual({
    competition: { code: 'Deutsche Bundesliga', name: 'Bundesliga', sportId: 1, countryId: 56 },
    season: '2024/25',
    date: '2024-08-23',
    home: 'Northgate',
    away: 'Harbour',
    startsAt: '2024-08-23T18:30:00.000Z',
    hasStartTime: true,
    condition: 'finished',
    prices: { opening: [], closing: [] },
    result: {
      home: 2,
      away: 3,
      periods: [
        { home: 0, away: 2 },
        { home: 2, away: 1 },
      ],
    },
  })
  expect(rows.map(({ condition, startsAt, hasStartTime }) => [condition, startsAt.slice(0, 16), hasStartTime])).toEqual(
    [
      ['finished', '2024-08-23T18:30', true],
      ['finished', '2024-12-14T14:30', true],
      ['awarded', '2024-12-21T14:30', true],
      ['scheduled', '2094-03-14T14:00', true],
      ['scheduled', '2094-03-13T23:00', false],
      ['postponed', '2094-03-20T23:00', false],
      ['finished', '2026-06-11T19:00', true],
    ],
  )
})

test('no goals at the end were none at half-time; an awarded score is no result', () => {
  const { rows } = parse(FILE)
  expect(rows[1]?.result?.periods).toEqual([
    { home: 0, away: 0 },
    { home: 0, away: 0 },
  ])
  expect(rows[2]).not.toHaveProperty('result')
  expect(rows[6]?.result).toEqual({ home: 1, away: 1 })
})

test('a match that cannot be taken is rejected with its line and the reason', () => {
  const { read, rejected } = parse(`\uFEFF${FILE}`)
  expect(read).toBe(14)
  expect(rejected.map(({ line, code }) => [line, code])).toEqual([
    [54, 'date'],
    [55, 'time'],
    [56, 'team'],
    [57, 'score'],
    [64, 'score'],
    [65, 'match'],
    [66, 'match'],
  ])
})

test('a file of another format is reported', () => {
  const told = (text: string) => parseOpenfootball(text, { timeZone: 'UTC' })
  expect(told('{\n"name": }')).toEqual({ ok: false, reason: 'It is not JSON: line 2 is broken.' })
  for (const text of ['', '[]', '{"name": "x"}', '{"matches": []}']) expect(told(text).ok).toBe(false)
})
