import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standings } from '../results/standings.rules.ts'
import { FORM_GAMES, type SeasonGame, seasonMonths, seasonTable, seasonTotals } from './season-table.rules.ts'
import type { TABLE_TYPES } from './statistics-address.rules.ts'

const FOOTBALL = 1
const side = (participantId: number) => ({ participantId, name: `Side ${participantId}` })
type Halves = readonly [readonly [number, number], readonly [number, number]]
const game = (gameId: number, home: number, away: number, [first, second]: Halves): SeasonGame => ({
  gameId,
  startsAt: new Date(Date.UTC(2025, 7, gameId)).toISOString(),
  home: side(home),
  away: side(away),
  score: {
    home: first[0] + second[0],
    away: first[1] + second[1],
    periods: [
      { home: first[0], away: first[1] },
      { home: second[0], away: second[1] },
    ],
  },
})
const points = (rows: ReturnType<typeof seasonTable>) =>
  rows.map(({ row }) => [row.participant.participantId, row.points])

// Side 1 wins 2:1 at home after 0:1, loses 0:1 away, draws 2:2 at home.
const GAMES = [
  game(1, 1, 2, [
    [0, 1],
    [2, 0],
  ]),
  game(2, 3, 1, [
    [1, 0],
    [0, 0],
  ]),
  game(3, 1, 3, [
    [1, 1],
    [1, 1],
  ]),
]

test('WID-10: each type of table counts its own part of the games', () => {
  expect(points(seasonTable(FOOTBALL, GAMES, 'overall'))).toEqual([
    [3, 4],
    [1, 4],
    [2, 0],
  ])
  expect(points(seasonTable(FOOTBALL, GAMES, 'home'))).toEqual([
    [1, 4],
    [3, 3],
  ])
  expect(points(seasonTable(FOOTBALL, GAMES, 'away'))).toEqual([
    [3, 1],
    [2, 0],
    [1, 0],
  ])
  expect(points(seasonTable(FOOTBALL, GAMES, 'first-half'))).toEqual([
    [3, 4],
    [2, 3],
    [1, 1],
  ])
  const totals = seasonTable(FOOTBALL, GAMES, 'totals')
  expect(totals.map(({ row, over, both }) => [row.participant.participantId, over, row.played, both])).toEqual([
    [2, 1, 1, 1],
    [1, 2, 3, 2],
    [3, 1, 2, 1],
  ])
})

test('the form of a side is its last games, the oldest first, each with its game', () => {
  const [, second] = seasonTable(FOOTBALL, GAMES, 'overall')
  expect(second?.form).toEqual([
    { gameId: 1, mark: 'won' },
    { gameId: 2, mark: 'lost' },
    { gameId: 3, mark: 'drawn' },
  ])
})

test('a table of a half leaves out games whose halves nobody tells', () => {
  const untold = GAMES.map(({ score: { home, away }, ...rest }) => ({ ...rest, score: { home, away } }))
  expect(seasonTable(FOOTBALL, untold, 'second-half')).toEqual([])
  expect(seasonTable(FOOTBALL, untold, 'overall')).toHaveLength(3)
})

test('tables hold together: home and away make the whole, form is at most six games, and nothing is given away', () => {
  const goals = fc.integer({ min: 0, max: 5 })
  const anyGame = fc.record({
    home: fc.integer({ min: 1, max: 6 }),
    step: fc.integer({ min: 1, max: 5 }),
    halves: fc.tuple(fc.tuple(goals, goals), fc.tuple(goals, goals)),
  })
  fc.assert(
    fc.property(fc.array(anyGame, { maxLength: 80 }), (drawn) => {
      const games = drawn.map(({ home, step, halves }, at) => game(at + 1, home, ((home - 1 + step) % 6) + 1, halves))
      const sum = (type: (typeof TABLE_TYPES)[number], of: 'points' | 'played' | 'scored' | 'conceded') =>
        seasonTable(FOOTBALL, games, type).reduce((all, { row }) => all + row[of], 0)
      for (const of of ['points', 'played', 'scored'] as const)
        expect(sum('home', of) + sum('away', of)).toBe(sum('overall', of))
      expect(sum('first-half', 'scored') + sum('second-half', 'scored')).toBe(sum('overall', 'scored'))
      expect(sum('overall', 'scored')).toBe(sum('overall', 'conceded'))
      for (const { row } of seasonTable(FOOTBALL, games, 'form')) expect(row.played).toBeLessThanOrEqual(FORM_GAMES)
      const months = seasonMonths(games)
      const totals = seasonTotals(games)
      expect(months.reduce((all, month) => all + month.scored, 0)).toBe(totals.scored)
      expect(totals.homeWins + totals.draws + totals.awayWins).toBe(totals.games)
      expect(seasonTable(FOOTBALL, games, 'overall').map(({ row }) => row)).toEqual(standings(FOOTBALL, games))
    }),
  )
})

const data = process.env.LIVERY_TEST_DATA
test.skipIf(!data)('a season of real results comes to the table that was printed', () => {
  const file = join(data ?? '', 'openfootball/2024-25-de.1.json')
  const { matches } = JSON.parse(readFileSync(file, 'utf8')) as {
    matches: { date: string; team1: string; team2: string; score?: { ft?: [number, number] } }[]
  }
  const ids = new Map<string, number>()
  const idOf = (name: string) => ids.get(name) ?? ids.set(name, ids.size + 1).size
  const games = matches.flatMap(({ date, team1, team2, score }, at) => {
    if (!score?.ft) return []
    const [home, away] = score.ft
    return {
      ...{ gameId: at + 1, startsAt: `${date}T12:00:00.000Z`, score: { home, away } },
      ...{ home: { participantId: idOf(team1), name: team1 }, away: { participantId: idOf(team2), name: team2 } },
    }
  })
  const rows = seasonTable(FOOTBALL, games, 'overall')
  expect(games).toHaveLength(306)
  expect(rows.slice(0, 3).map(({ row }) => [row.participant.name, row.points, row.scored, row.conceded])).toEqual([
    ['FC Bayern München', 82, 99, 32],
    ['Bayer 04 Leverkusen', 69, 72, 43],
    ['Eintracht Frankfurt', 60, 68, 46],
  ])
})
