import fc from 'fast-check'
import { expect, test } from 'vitest'
import { soundOf } from './sound.rules.ts'

test('a return below the stake, or just the stake, never sounds like a win', () => {
  const minor = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(minor, minor, (stakeMinor, payoutMinor) => {
      expect(soundOf({ state: 'closed', stakeMinor, payoutMinor })).toBe(payoutMinor > stakeMinor ? 'win' : null)
    }),
  )
  expect(soundOf({ state: 'closed', stakeMinor: 100, payoutMinor: 100 })).toBeNull()
  expect(soundOf({ state: 'closed', stakeMinor: 100, payoutMinor: 101 })).toBe('win')
})

test('a round that is still open is heard of only when it is over', () => {
  expect(soundOf({ state: 'open', stakeMinor: 100, payoutMinor: 500 })).toBeNull()
  expect(soundOf({ state: 'cancelled', stakeMinor: 0, payoutMinor: 500 })).toBeNull()
})
