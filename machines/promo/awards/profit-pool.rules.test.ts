import fc from 'fast-check'
import { expect, test } from 'vitest'
import { poolPart, sharePool } from './profit-pool.rules.ts'

const part = (stakedMinor: number, paidMinor = 0) => ({ stakedMinor, paidMinor })
const tenth = { fixedMinor: 0, percentE4: 1000, maximumMinor: 1_000_000 }

test('PROMO-19: a tenth of a profit of 1,000.00, or an amount, is shared out to the last cent by what was staked', () => {
  const parts = [5, 5, 5, 5, 10, 20, 40, 10].map((units) => part(units * 1000))
  expect(sharePool(tenth, parts).poolMinor).toBe(10_000)
  expect(sharePool({ fixedMinor: 10_001, percentE4: 0, maximumMinor: 10_001 }, parts).shares).toEqual([
    500, 500, 500, 500, 1000, 2000, 4001, 1000,
  ])
})

test('a house that has lost, and a pool in which nobody has staked, share nothing out', () => {
  expect(sharePool(tenth, [part(1000, 5000)])).toMatchObject({ poolMinor: 0, profitMinor: -4000, shares: [0] })
  expect(sharePool({ ...tenth, fixedMinor: 500, percentE4: 0 }, [part(0), part(0)])).toMatchObject({
    ...{ poolMinor: 0, shares: [0, 0] },
  })
})

test('only bets that were won or lost count', () => {
  const bet = (ending: 'won' | 'lost' | 'void' | 'cashed_out' | null, stakeMinor: number, paidMinor = 0) => ({
    ...{ ending, stakeMinor, paidMinor },
  })
  const bets = [bet('won', 100, 180), bet('lost', 50), bet('void', 70, 70), bet('cashed_out', 30, 20), bet(null, 10)]
  expect(poolPart(bets)).toEqual({ stakedMinor: 150, paidMinor: 180 })
})

test('the shares are the pool, whatever was staked', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 1_000_000 }), (stakes, fixedMinor) => {
      const { shares, poolMinor, stakedMinor } = sharePool(
        { fixedMinor, percentE4: 0, maximumMinor: fixedMinor },
        stakes.map((stake) => part(stake)),
      )
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(stakedMinor === 0 ? 0 : poolMinor)
    }),
  )
})
