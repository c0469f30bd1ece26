import { expect, test } from 'vitest'
import { DAY_S, planDay } from './match-day.rules.ts'

/** Simulated days since 1970 at a moment. */
const dayAt = (iso: string) => Math.floor(Date.parse(iso) / 1000 / DAY_S)

test('a made-up season is named by its year and its place in it, and no two are named alike', () => {
  const of = (day: number) => planDay(7, day)[0]?.season
  expect(of(dayAt('2026-12-01T12:00:00Z'))).toBe('2026/48')
  const names = Array.from({ length: 120 }, (_, week) => of(dayAt('2026-01-01T12:00:00Z') + 28 * week))
  expect(new Set(names).size).toBe(names.length)
  expect(names.toSorted()).toEqual(names)
})
