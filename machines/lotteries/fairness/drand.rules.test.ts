import { expect, test } from 'vitest'
import { isBeacon, randomnessOf, roundAt, timeOfRound } from './drand.rules.ts'

const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'

test('LOT-6: round 1000 of quicknet is verified, and its randomness is the published one', () => {
  expect(isBeacon(1000, SIGNATURE)).toBe(true)
  expect(randomnessOf(SIGNATURE)).toBe('fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd')
  expect(new Date(timeOfRound(1000)).toISOString()).toBe('2023-08-23T15:59:24.000Z')
})

test('LOT-6: a signature of another round, or one that was changed, is refused', () => {
  expect(isBeacon(1001, SIGNATURE)).toBe(false)
  expect(isBeacon(1000, `${SIGNATURE.slice(0, -1)}8`)).toBe(false)
  expect(isBeacon(1000, SIGNATURE.slice(2))).toBe(false)
  expect(isBeacon(0, SIGNATURE)).toBe(false)
})

test('the round of a moment is the first one that is published then or later', () => {
  const at = timeOfRound(1000)
  expect([at - 2999, at - 1, at, at + 1].map(roundAt)).toEqual([1000, 1000, 1000, 1001])
  expect(roundAt(0)).toBe(1)
})
