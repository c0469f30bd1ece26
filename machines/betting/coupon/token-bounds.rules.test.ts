import { expect, test } from 'vitest'
import { fitsToken } from './token-bounds.rules.ts'

test('it can be put on a bet of the least stake, with each outcome at or above the lowest odds, and so many of them', () => {
  const bounds = { minimumStakeMinor: 100, minimumOddsE3: 1500, minimumLegs: 2 }
  expect(fitsToken(bounds, { stakeMinor: 100, odds: ['1.50', '2.00'] })).toBe(true)
  expect(fitsToken(bounds, { stakeMinor: 99, odds: ['1.50', '2.00'] })).toBe(false)
  expect(fitsToken(bounds, { stakeMinor: 100, odds: ['1.49', '2.00'] })).toBe(false)
  expect(fitsToken(bounds, { stakeMinor: 100, odds: ['2.00'] })).toBe(false)
})
