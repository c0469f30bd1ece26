import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareOut, splitStake, splitWin } from './fund-split.rules.ts'

const minor = fc.integer({ min: 0, max: 1_000_000_000 })

describe('shares of an amount', () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [10_001, [5, 5, 5, 5, 10, 20, 40, 10], [500, 500, 500, 500, 1000, 2000, 4001, 1000]],
    [7, [0, 0], [0, 0]],
  ])('%i over %j is %j', (amount, weights, shares) => {
    expect(shareOut(amount, weights)).toEqual(shares)
  })

  test('sum to the amount, and none is a whole minor unit off its exact share', () => {
    fc.assert(
      fc.property(
        minor,
        fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 }),
        (amount, weights) => {
          const total = weights.reduce((sum, weight) => sum + weight, 0)
          fc.pre(total > 0)
          const shares = shareOut(amount, weights)
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
          shares.forEach((share, place) => {
            const off = BigInt(share) * BigInt(total) - BigInt(amount) * BigInt(weights[place] ?? 0)
            expect(off < 0n ? -off : off).toBeLessThan(BigInt(total))
          })
        },
      ),
    )
  })

  test.each([
    [-1, [1]],
    [1.5, [1]],
    [1, [-1]],
    [Number.NaN, [1]],
  ])('%d over %j is refused', (amount, weights) => {
    expect(() => shareOut(amount, weights)).toThrow(RangeError)
  })
})

describe('the funds of a stake', () => {
  test.each([
    ['real_first', 500, { cash: 320, bonus: 1000 }, { cash: 320, bonus: 180 }],
    ['bonus_first', 500, { cash: 320, bonus: 180 }, { cash: 320, bonus: 180 }],
    ['bonus_first', 100, { cash: 320, bonus: 180 }, { cash: 0, bonus: 100 }],
    ['proportional', 100, { cash: 300, bonus: 100 }, { cash: 75, bonus: 25 }],
    ['real_first', 501, { cash: 320, bonus: 180 }, null],
  ] as const)('%s: %i of %j is paid as %j', (order, stake, held, parts) => {
    expect(splitStake(stake, held, order)).toEqual(parts)
  })

  test('PROMO-17: a win of 12.35 on 3.20 and 1.80 pays 7.90 and 4.45', () => {
    expect(splitWin(1235, { cash: 320, bonus: 180 })).toEqual({ cash: 790, bonus: 445 })
  })

  test('PROMO-17: no order pays more than a fund holds, and parts sum to the stake and to the win', () => {
    const order = fc.constantFrom('real_first', 'bonus_first', 'proportional' as const)
    fc.assert(
      fc.property(minor, minor, minor, minor, order, (stake, cash, bonus, won, by) => {
        const parts = splitStake(stake, { cash, bonus }, by as 'real_first')
        if (parts === null) {
          expect(stake).toBeGreaterThan(cash + bonus)
          return
        }
        expect(parts.cash + parts.bonus).toBe(stake)
        expect(parts.cash).toBeLessThanOrEqual(cash)
        expect(parts.bonus).toBeLessThanOrEqual(bonus)
        expect(Math.min(parts.cash, parts.bonus)).toBeGreaterThanOrEqual(0)
        const win = splitWin(won, parts)
        expect(win.cash + win.bonus).toBe(won)
      }),
    )
  })
})
