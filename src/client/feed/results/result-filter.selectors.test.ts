import { expect, test } from 'vitest'
import { resultDays, resultPath, resultSports, resultWish } from './result-filter.selectors.ts'

test.each([
  ['', { sportId: null, day: null }],
  ['sport=4001&day=2024-02-29', { sportId: 4001, day: '2024-02-29' }],
  ['sport=0&day=2023-02-29', { sportId: null, day: null }],
  ['sport=1e3&day=today', { sportId: null, day: null }],
])('the address %j asks for results', (query, wish) => {
  expect(resultWish(new URLSearchParams(query))).toEqual(wish)
})

test('an address leads to what it was made of, and is plain where nothing is chosen', () => {
  const wish = { sportId: 1, day: '2026-03-14' }
  const path = resultPath('/en/results', wish)
  expect(path).toBe('/en/results?sport=1&day=2026-03-14')
  expect(resultWish(new URL(path, 'https://site.example').searchParams)).toEqual(wish)
  expect(resultPath('/en/results', { sportId: null, day: null })).toBe('/en/results')
})

test('days are those of the time zone, the latest first, and keep one that was chosen', () => {
  const evening = Date.parse('2026-03-01T22:30:00Z')
  expect(resultDays(evening, 'UTC', null).slice(0, 2)).toEqual(['2026-03-01', '2026-02-28'])
  expect(resultDays(evening, 'Europe/Berlin', '2026-03-01')).toHaveLength(7)
  expect(resultDays(evening, 'Asia/Almaty', null)[0]).toBe('2026-03-02')
  expect(resultDays(evening, 'UTC', '2025-12-24').at(-1)).toBe('2025-12-24')
})

test('games of a sport are counted over its championships', () => {
  const champ = (champId: number, sportId: number, gameCount: number) => ({
    champId,
    sportId,
    countryId: 76,
    name: 'A',
    gameCount,
  })
  expect(resultSports({ items: [champ(1, 1, 3), champ(2, 4, 1), champ(3, 1, 2)] })).toEqual([
    { sportId: 1, games: 5 },
    { sportId: 4, games: 1 },
  ])
})
