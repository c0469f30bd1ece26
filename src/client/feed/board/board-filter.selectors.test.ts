import { expect, test } from 'vitest'
import { boardChoices, boardPath, boardQuery, boardWish, countriesOf, EVERY_GAME } from './board-filter.selectors.ts'

const choicesOf = (feed: 'line' | 'live', isVideoShown = true) =>
  boardChoices({ config: { betting: { upcomingGroupHours: [2, 4] }, boolean: { isVideoShown } } } as never, feed)
const read = (search: string, feed: 'line' | 'live') => boardWish(new URLSearchParams(search), choicesOf(feed))

test('an address names a country, hours before the match and a state live, and nothing else of them', () => {
  expect(read('country=76&within=4&state=level', 'line')).toEqual({ countryId: 76, withinHours: 4, state: null })
  expect(read('country=76&within=4&state=level', 'live')).toEqual({ countryId: 76, withinHours: null, state: 'level' })
  expect(read('country=0&within=3', 'line')).toEqual(EVERY_GAME)
  expect(read('country=7x&state=lost', 'live')).toEqual(EVERY_GAME)
})

test('games to watch can be chosen only where the brand shows broadcasts', () => {
  expect(choicesOf('live').states).toContain('watchable')
  expect(choicesOf('live', false).states).toEqual(['level', 'break'])
  expect(boardWish(new URLSearchParams('state=watchable'), choicesOf('live', false))).toEqual(EVERY_GAME)
})

test('what is chosen is read back from its address', () => {
  const wish = { countryId: 2, withinHours: 2, state: null }
  expect(boardPath('/en/line', wish)).toBe('/en/line?country=2&within=2')
  expect(read(boardPath('', wish).slice(1), 'line')).toEqual(wish)
  expect(boardPath('/en/line', EVERY_GAME)).toBe('/en/line')
})

test('hours end at the full minute, so that all who ask within it ask the same', () => {
  const wish = { ...EVERY_GAME, withinHours: 2 }
  expect(boardQuery(wish, 1_000)).toEqual({ tsTo: 60 + 7200 })
  expect(boardQuery(wish, 59_999)).toEqual({ tsTo: 60 + 7200 })
  expect(boardQuery({ countryId: 5, withinHours: null, state: 'break' }, 0)).toEqual({
    countryId: 5,
    playState: 'break',
  })
  expect(boardQuery(EVERY_GAME, 0)).toEqual({})
})

test('countries are those with games in the feed, once each', () => {
  const champs = [
    { countryId: 1, lineGames: 2, liveGames: 0 },
    { countryId: 2, lineGames: 1, liveGames: 1 },
    { countryId: 2, lineGames: 1, liveGames: 0 },
    { lineGames: 1, liveGames: 1 },
  ]
  expect(countriesOf(champs, 'line')).toEqual([1, 2])
  expect(countriesOf(champs, 'live')).toEqual([2])
})
