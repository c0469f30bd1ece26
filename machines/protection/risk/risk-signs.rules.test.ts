import { describe, expect, test } from 'vitest'
import { type RiskBounds, type RiskFacts, riskSigns } from './risk-signs.rules.ts'

const BOUNDS: RiskBounds = {
  ...{ depositsRiseFrom: 100, depositsRisePercent: 200, depositsADay: 5, refusedDeposits: 4, cancelledWithdrawals: 3 },
  ...{ limitRaises: 3, nightStakesFrom: 20, nightPercent: 40, hoursAWeek: 30 },
}
const CALM: RiskFacts = {
  ...{ weekMinor: 5000, beforeMinor: 15_000, depositsADay: 1, refusedDeposits: 0, cancelledWithdrawals: 0 },
  ...{ raises: 0, stakes: 40, nightStakes: 4, signedInMs: 6 * 3_600_000 },
}
const CASES: readonly (readonly [string, Partial<RiskFacts>, Partial<RiskFacts>])[] = [
  ['deposits_rise', { weekMinor: 20_000, beforeMinor: 30_000 }, { weekMinor: 19_999, beforeMinor: 30_000 }],
  ['deposits_rise', { weekMinor: 10_000, beforeMinor: 300 }, { weekMinor: 9999, beforeMinor: 300 }],
  ['deposits_often', { depositsADay: 5 }, { depositsADay: 4 }],
  ['deposits_refused', { refusedDeposits: 4 }, { refusedDeposits: 3 }],
  ['withdrawals_cancelled', { cancelledWithdrawals: 3 }, { cancelledWithdrawals: 2 }],
  ['limits_raised', { raises: 3 }, { raises: 2 }],
  ['plays_at_night', { stakes: 20, nightStakes: 8 }, { stakes: 19, nightStakes: 19 }],
  ['plays_at_night', { stakes: 100, nightStakes: 40 }, { stakes: 100, nightStakes: 39 }],
  ['long_days', { signedInMs: 30 * 3_600_000 }, { signedInMs: 30 * 3_600_000 - 1 }],
]

describe('signs of risk', () => {
  test('a calm player shows none, and neither does a first deposit', () => {
    expect(riskSigns(CALM, BOUNDS, 100)).toEqual([])
    expect(riskSigns({ ...CALM, weekMinor: 1_000_000, beforeMinor: 0 }, BOUNDS, 100)).toEqual([])
  })

  test.each(CASES)('RG-14: %s begins at its bound, and not before', (sign, at, below) => {
    expect(riskSigns({ ...CALM, ...at }, BOUNDS, 100)).toEqual([sign])
    expect(riskSigns({ ...CALM, ...below }, BOUNDS, 100)).toEqual([])
  })

  test('the least of a rise is in whole units of the currency', () => {
    const rise = { ...CALM, weekMinor: 100, beforeMinor: 30 }
    expect(riskSigns(rise, BOUNDS, 1)).toEqual(['deposits_rise'])
    expect(riskSigns(rise, BOUNDS, 100)).toEqual([])
  })

  test.each([
    ['deposits_rise', { depositsRiseFrom: 50, depositsRisePercent: 100 }, {}],
    ['deposits_often', { depositsADay: 1 }, {}],
    ['deposits_refused', { refusedDeposits: 1 }, { refusedDeposits: 1 }],
    ['withdrawals_cancelled', { cancelledWithdrawals: 1 }, { cancelledWithdrawals: 1 }],
    ['limits_raised', { limitRaises: 1 }, { raises: 1 }],
    ['plays_at_night', { nightPercent: 10 }, {}],
    ['plays_at_night', { nightStakesFrom: 4 }, { stakes: 4 }],
    ['long_days', { hoursAWeek: 6 }, {}],
  ] as const)('RG-14: where a brand sets the bound of %s lower, it begins there', (sign, bounds, facts) => {
    const player = { ...CALM, ...facts }
    expect(riskSigns(player, BOUNDS, 100)).toEqual([])
    expect(riskSigns(player, { ...BOUNDS, ...bounds }, 100)).toEqual([sign])
  })
})
