import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExpressCandidate, pickExpresses } from './day-express.rules.ts'

const game = (gameId: number, ...odds: readonly string[]): ExpressCandidate => ({
  gameId,
  outcomes: odds.map((firstOdds, place) => ({ outcomeId: gameId * 10 + place, firstOdds })),
})
const many = Array.from({ length: 20 }, (_, place) => game(place + 1, '4.5', '1.5', '3.6'))

test('SPORT-5: a day has expresses of three, four and five favourites, no game in two of them', () => {
  const picked = pickExpresses('aurora/2026-03-14', many)
  expect(picked.map((legs) => legs.length)).toEqual([3, 4, 5])
  const games = picked.flat().map(({ gameId }) => gameId)
  expect(new Set(games).size).toBe(12)
  expect(picked.flat().every(({ gameId, outcomeId }) => outcomeId === gameId * 10 + 1)).toBe(true)
})

test('SPORT-5: games without a favourite between 1.2 and 2.5 make no legs, and too few games no express', () => {
  const games = [
    game(1, '1.1', '9'),
    game(2, '2.6', '2.7', '3'),
    game(3, '1.2', '5'),
    game(4, '2.5', '2.6'),
    game(5, '2', '2'),
  ]
  expect(pickExpresses('x', games).map((legs) => legs.map(({ gameId }) => gameId).sort())).toEqual([[3, 4, 5]])
  expect(pickExpresses('x', games.slice(0, 4))).toEqual([])
})

test('SPORT-5: a brand and day always pick the same from games in any order; others pick on their own', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(many, { minLength: 20 }), fc.string(), (games, seed) => {
      expect(pickExpresses(seed, games)).toEqual(pickExpresses(seed, many))
    }),
  )
  const days = new Set(
    ['aurora/2026-03-14', 'aurora/2026-03-15', 'velvet/2026-03-14'].map((seed) =>
      JSON.stringify(pickExpresses(seed, many)),
    ),
  )
  expect(days.size).toBe(3)
})
