import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CashbackTerms, periodCashback, settleCashback } from './cashback.rules.ts'

const LOSS: CashbackTerms = { base: 'net_loss', ratioE4: 500, capMinor: 0, minimumMinor: 0, mostOfStakesE4: 0 }
const WEEK = { stakeMinor: 85_000, lossMinor: 23_765 }

describe('cashback of a period', () => {
  test('PROMO-22: the tiers pay the worked numbers, rounded down, and nothing of a profit', () => {
    const paid = [500, 600, 700, 800, 900, 1000, 1100].map((ratioE4) => periodCashback(WEEK, { ...LOSS, ratioE4 }))
    expect(paid).toEqual([1188, 1425, 1663, 1901, 2138, 2376, 2614])
    const vip = { ...LOSS, base: 'turnover' as const }
    const staked = { stakeMinor: 1_250_000, lossMinor: -500_000 }
    expect([5, 15, 25].map((ratioE4) => periodCashback(staked, { ...vip, ratioE4 }))).toEqual([625, 1875, 3125])
    expect(periodCashback({ stakeMinor: 85_000, lossMinor: -1 }, LOSS)).toBe(0)
  })

  test('the bounds hold: the cap, the share of the stakes, and the minimum', () => {
    expect(periodCashback(WEEK, { ...LOSS, capMinor: 1000 })).toBe(1000)
    expect(periodCashback(WEEK, { ...LOSS, ratioE4: 1100, mostOfStakesE4: 200 })).toBe(1700)
    expect(periodCashback(WEEK, { ...LOSS, minimumMinor: 1188 })).toBe(1188)
    expect(periodCashback(WEEK, { ...LOSS, minimumMinor: 1189 })).toBe(0)
  })

  test('a share of the stakes is never exceeded, whatever was lost', () => {
    const terms = { ...LOSS, ratioE4: 5000, mostOfStakesE4: 200 }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }), (stakeMinor, lossMinor) => {
        const due = periodCashback({ stakeMinor, lossMinor }, terms)
        expect(due).toBeGreaterThanOrEqual(0)
        expect(due).toBeLessThanOrEqual(Math.floor((stakeMinor * 2) / 100))
      }),
    )
  })
})

describe('what is paid of a period', () => {
  test('a debt is filled first, and a credit beyond what is due becomes one', () => {
    expect(settleCashback({ dueMinor: 1188, creditedMinor: 0, owedMinor: 0 })).toEqual({ payMinor: 1188, owedMinor: 0 })
    expect(settleCashback({ dueMinor: 0, creditedMinor: 1188, owedMinor: 0 })).toEqual({ payMinor: 0, owedMinor: 1188 })
    expect(settleCashback({ dueMinor: 2000, creditedMinor: 0, owedMinor: 1188 })).toEqual({
      payMinor: 812,
      owedMinor: 0,
    })
  })

  test('whatever is settled again and how often, what is paid less what is owed is what is due', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 8 }), (dues) => {
        let [paid, owed, credited] = [0, 0, 0]
        for (const dueMinor of dues) {
          const step = settleCashback({ dueMinor, creditedMinor: credited, owedMinor: owed })
          paid += step.payMinor
          owed = step.owedMinor
          credited = dueMinor
        }
        expect(paid - owed).toBe(dues.at(-1))
        expect(owed).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
