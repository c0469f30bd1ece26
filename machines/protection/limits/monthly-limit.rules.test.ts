import { expect, test } from 'vitest'
import { monthlyBound } from './monthly-limit.rules.ts'

test.each([
  [[], null],
  [[['day', null]], null],
  [[['month', 35_000]], 35_000],
  [[['day', 1151]], 34_990],
  [[['day', 1152]], 35_020],
  [[['week', 8045]], 34_995],
  [[['week', 8046]], 35_000],
  [[['week', 8047]], 35_004],
  [
    [
      ['day', 100_000],
      ['month', 20_000],
    ],
    20_000,
  ],
  [
    [
      ['day', 100],
      ['month', 20_000],
    ],
    3040,
  ],
  [
    [
      ['week', 10_000],
      ['month', null],
    ],
    43_500,
  ],
  [[['day', 100_000_000_000_000]], 3_040_000_000_000_000],
] as const)('RG-14: limits of %j allow %j a month', (limits, minor) => {
  expect(monthlyBound(limits.map(([period, amountMinor]) => ({ period, amountMinor })))).toBe(minor)
})
