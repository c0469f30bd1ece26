import { expect, test } from 'vitest'
import { FAVORITES_LIMIT, NO_FAVORITES, readFavorites, sportKind, withMark } from './favorites.rules.ts'

test('STORE-3: sports and cyber disciplines keep favourites of their own', () => {
  expect([1, 4, 40, 85, 4001].map(sportKind)).toEqual(['sports', 'sports', 'cyber', 'cyber', 'cyber'])
})

test('what is kept comes first, is kept once, and the oldest goes beyond the limit', () => {
  const two = withMark(withMark(NO_FAVORITES, 'games', 1, true), 'games', 2, true)
  expect(two).toEqual({ games: [2, 1], champs: [] })
  expect(withMark(two, 'games', 1, true)).toBe(two)
  expect(withMark(two, 'games', 1, false).games).toEqual([2])
  const full = { games: Array.from({ length: FAVORITES_LIMIT }, (_, index) => index + 1), champs: [] }
  expect(withMark(full, 'games', 5000, true).games).toEqual([5000, ...full.games.slice(0, -1)])
})

test('a broken entry costs nothing else', () => {
  expect(readFavorites({ games: [3, 'x', -1, 3, 4.5, 8], champs: null })).toEqual({ games: [3, 8], champs: [] })
  for (const broken of [undefined, null, 'text', 7]) expect(readFavorites(broken)).toEqual(NO_FAVORITES)
})
