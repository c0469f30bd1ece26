import { expect, test } from 'vitest'
import type { ResultGame } from '#schemas'
import { gameInsights } from './insights.rules.ts'

const HOME = { participantId: 1, name: 'Alpha' }
const AWAY = { participantId: 2, name: 'Beta' }
const NO_MEETINGS = { homeWins: 0, awayWins: 0, games: [] }

/** A game of a side, at home or not: `2:1`; one without a score for ''. */
function game(sideId: number, score: string, isHome = true): ResultGame {
  const [home = 0, away = 0] = score.split(':').map(Number)
  const participants = [
    { participantId: sideId, name: 'x' },
    { participantId: 9, name: 'y' },
  ]
  const sides = isHome ? participants : participants.toReversed()
  return { participants: sides, ...(score ? { score: { home, away } } : {}) } as unknown as ResultGame
}
const of = (home: ResultGame[], away: ResultGame[] = [], meetings: Parameters<typeof gameInsights>[2] = NO_MEETINGS) =>
  gameInsights([HOME, AWAY], { home, away }, meetings).map(({ kind, name, number, of: all }) => [
    kind,
    name,
    number,
    all,
  ])

test('a side that has won its last three games is in a run, wherever it played', () => {
  const won = [game(1, '2:0'), game(1, '0:1', false), game(1, '3:2')]
  expect(of([...won, game(1, '0:0')])).toEqual([['won_run', 'Alpha', 3, undefined]])
  expect(of(won.slice(1))).toEqual([])
})

test('a run of four without a defeat or a win is shown where it is no run of wins or defeats', () => {
  expect(of([game(1, '1:1'), game(1, '2:0'), game(1, '0:0'), game(1, '1:0')])).toEqual([
    ['unbeaten_run', 'Alpha', 4, undefined],
  ])
  expect(
    of(
      [],
      ['0:0', '0:2', '1:1', '0:3'].map((score) => game(2, score)),
    ),
  ).toEqual([['winless_run', 'Beta', 4, undefined]])
  expect(
    of(
      [],
      ['0:1', '0:2', '1:3'].map((score) => game(2, score)),
    ),
  ).toEqual([['lost_run', 'Beta', 3, undefined]])
})

test('a game without a score is no part of a run', () => {
  expect(of([game(1, ''), game(1, '1:0'), game(1, '1:0'), game(1, '1:0')])).toEqual([
    ['won_run', 'Alpha', 3, undefined],
  ])
})

test('of three meetings or more, the side that has won two thirds', () => {
  const meetings = (homeWins: number, awayWins: number, count: number) => ({
    ...{ homeWins, awayWins },
    games: Array.from({ length: count }, () => game(1, '')),
  })
  expect(of([], [], meetings(2, 1, 3))).toEqual([['meetings', 'Alpha', 2, 3]])
  expect(of([], [], meetings(1, 4, 6))).toEqual([['meetings', 'Beta', 4, 6]])
  expect(of([], [], meetings(2, 2, 5))).toEqual([])
  expect(of([], [], meetings(2, 0, 2))).toEqual([])
})

test('an event of many has none', () => {
  expect(gameInsights([HOME], { home: [], away: [] }, NO_MEETINGS)).toEqual([])
})
