import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  FEED_KIND,
  FURTHER_SECTION,
  isMenuSection,
  MARKET_STATUS,
  MENU_SECTION,
  UNEXPLAINED_NUMBERS,
} from './tables.ts'

test('TABLE-1: statuses of markets and games', () => {
  const numbers = { BETS_ARE_BEING_ACCEPTED: 1, SETTLED: 2, BETS_ARE_NO_LONGER_ACCEPTED: 3, CANCELED: 4 }
  expect(MARKET_STATUS).toEqual(numbers)
})

test('TABLE-2: kinds of feed', () => {
  expect(FEED_KIND).toEqual({ line: 3, live: 1 })
})

test('TABLE-3: sections of the menu, the same as those a brand may name', () => {
  expect(Object.keys(MENU_SECTION).length).toBe(19)
  expect(MENU_SECTION).toMatchObject({
    alternative: 3,
    marbleLive: 8,
    cyberLive: 28,
    sportsSimulators: 1001,
    eSports: 1012,
  })
  const schema = JSON.parse(
    readFileSync(new URL('../../../schemas/site/config/betting.schema.json', import.meta.url), 'utf8'),
  )
  expect(Object.values(MENU_SECTION)).toEqual(schema.properties.menuSections.items.enum)
})

test('TABLE-4: only the allowed numbers are menu sections', () => {
  const allowed = Array.from({ length: 1100 }, (_, number) => number).filter(isMenuSection)
  expect(allowed).toEqual([
    3, 7, 8, 9, 11, 13, 28, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012,
  ])
  expect(isMenuSection('3')).toBe(false)
})

test('TABLE-5: further sections', () => {
  expect(FURTHER_SECTION).toEqual({ sort: 10000, topSport: 10001, play: 10002 })
})

test('TABLE-10: the unexplained numbers are named', () => {
  const { sevenHundredSeven, ...plain } = UNEXPLAINED_NUMBERS
  expect(Object.values(plain)).toEqual([10000, 10, 6414, 70])
  expect(sevenHundredSeven).toEqual({ number: 707, code: 'SP' })
})
