import { expect, test } from 'vitest'
import {
  COEFFICIENT_VIEWS,
  GAME_TABS,
  popupHeightPx,
  readStatisticPlace,
  type StatisticPlace,
  seasonIdOf,
  statisticRest,
  TABLE_TYPES,
} from './statistics-address.rules.ts'
import { frameScheme, isStatisticsFrame } from './statistics-frame.rules.ts'

const roundTrip = (place: StatisticPlace) => {
  const [path = '', query = ''] = (statisticRest(place) ?? '').split('?')
  return readStatisticPlace(place.kind, path, `?${query}`)
}

test('WID-1: a game has its tab, and main when none is named', () => {
  expect(readStatisticPlace('game', '1/500123', '')).toEqual({ kind: 'game', sportId: 1, gameId: 500123, tab: 'main' })
  for (const tab of GAME_TABS) {
    const place = { kind: 'game', sportId: 1, gameId: 500123, tab } as const
    expect(roundTrip(place)).toEqual(place)
  }
  expect(statisticRest({ kind: 'game', sportId: 1, gameId: 5, tab: 'main' })).toBe('1/5/main')
  expect(readStatisticPlace('game', '1/500123/odds', '')).toBeNull()
})

test('WID-2: sides, players, tournaments, ratings and horses are named in full', () => {
  const places: StatisticPlace[] = [
    { kind: 'team', sportId: 1, teamId: 7 },
    { kind: 'player', sportId: 1, playerId: 8 },
    { kind: 'tournament', sportId: 1, tournamentId: 9, seasonId: '2024-25' },
    { kind: 'rating', sportId: 1, ratingId: 'all' },
    { kind: 'rating', sportId: 1, ratingId: '88637' },
    { kind: 'horse', horseId: 3 },
  ]
  for (const place of places) expect(roundTrip(place)).toEqual(place)
  const broken = [
    ['team', '1'],
    ['team', '1/7/x'],
    ['team', '01/7'],
    ['player', '1/me'],
    ['tournament', '1/9'],
    ['tournament', '1/9/2024%2F25'],
    ['rating', '1/best'],
    ['horse', '0'],
    ['horse', '3/4'],
    ['league', '1/2'],
    ['toString', '1/2'],
  ] as const
  for (const [kind, rest] of broken) expect(readStatisticPlace(kind, rest, ''), `${kind}/${rest}`).toBeNull()
})

test('WID-3: a stage names the type of its table in the query, and leaves it out where it is the first', () => {
  expect(statisticRest({ kind: 'stage', sportId: 1, stageId: 9, table: 'overall' })).toBe('1/9')
  expect(statisticRest({ kind: 'stage', sportId: 1, stageId: 9, table: 'home' })).toBe('1/9?tt=home')
  for (const table of TABLE_TYPES) {
    const place = { kind: 'stage', sportId: 1, stageId: 9, table } as const
    expect(roundTrip(place)).toEqual(place)
  }
  expect(readStatisticPlace('stage', '1/9', '?tt=upside-down')).toBeNull()
})

test('WID-4: a graph may name how prices are written', () => {
  expect(statisticRest({ kind: 'graph', gameId: 4 })).toBe('4')
  for (const view of COEFFICIENT_VIEWS) {
    const place = { kind: 'graph', gameId: 4, view } as const
    expect(roundTrip(place)).toEqual(place)
  }
  expect(readStatisticPlace('graph', '4/roman', '')).toBeNull()
})

test('WID-5, WID-6: cyber tournaments are those of three sports, and no path leads to another', () => {
  for (const sportId of [85, 89, 144]) {
    const place = { kind: 'cyber', sportId, tournamentId: 9, seasonId: '41' } as const
    expect(statisticRest(place)).toBe(`${sportId}/9/41`)
    expect(roundTrip(place)).toEqual(place)
  }
  for (const sportId of [1, 40, 86, 4001]) {
    expect(statisticRest({ kind: 'cyber', sportId, tournamentId: 9, seasonId: '41' })).toBeNull()
    expect(readStatisticPlace('cyber', `${sportId}/9/41`, '')).toBeNull()
  }
})

test('WID-9: the popup is as high as the screen allows, and a bound is not above itself', () => {
  const heights = [600, 1000, 1001, 1200, 1201, 2160].map(popupHeightPx)
  expect(heights).toEqual([500, 500, 780, 780, 984, 984])
})

test('seasons are written for addresses, and a frame is known by its address', () => {
  expect(['2024/25', '41', ' Spring 2026 ', '//'].map(seasonIdOf)).toEqual(['2024-25', '41', 'Spring-2026', 'season'])
  expect(isStatisticsFrame('/en/statisticpopup/game/1/2/main?x=1')).toBe(true)
  for (const other of ['/en/statistics/game/1/2', '/statisticpopup/game/1/2', '/en/x?y=/en/statisticpopup/game'])
    expect(isStatisticsFrame(other), other).toBe(false)
})

test('a frame names a scheme, none, or a word that is none', () => {
  expect(['/a?theme=dark', '/a?theme=light#x', '/a', '/a?theme=neon', '/a?theme='].map(frameScheme)).toEqual([
    'dark',
    'light',
    undefined,
    null,
    null,
  ])
})
