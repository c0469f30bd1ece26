import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { APP_LIFETIME_MS, DEFAULT_LIFETIME_MS, isFresh, keptSince } from './expiry.rules.ts'

const dictionary = JSON.parse(
  readFileSync(new URL('../../../brands/_base/config/dictionary.json', import.meta.url), 'utf8'),
)

test('I18N-10: 15 minutes by default', () => {
  expect(DEFAULT_LIFETIME_MS).toBe(900_000)
  expect(dictionary.cacheMs).toBe(DEFAULT_LIFETIME_MS)
  expect(keptSince(5)).toEqual({ fetchedAtMs: 5, lifetimeMs: 900_000 })
})

test('I18N-11: 24 hours for the application', () => {
  expect(APP_LIFETIME_MS).toBe(86_400_000)
  expect(dictionary.appCacheMs).toBe(APP_LIFETIME_MS)
})

test('I18N-12: what is kept counts as loaded until its expiry', () => {
  expect(isFresh(keptSince(1_000), 1_000)).toBe(true)
  expect(isFresh(keptSince(1_000), 900_999)).toBe(true)
})

test('I18N-13: after its expiry it is fetched again, as is what was never kept or comes from the future', () => {
  expect(isFresh(keptSince(1_000), 901_000)).toBe(false)
  expect(isFresh(undefined, 0)).toBe(false)
  expect(isFresh(keptSince(1_000), 999)).toBe(false)
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), (start, lifetimeMs, later) => {
      expect(isFresh(keptSince(start, lifetimeMs), start + later)).toBe(later < lifetimeMs)
    }),
  )
})
