import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BetLeg, BetTax, ExpressBoost, SettledBet } from '#schemas'
import { boostE4 } from './bet-extras.rules.ts'
import { express, leg, payout, settled, won } from './settle-bet.test-support.ts'

const BOOST: ExpressBoost = {
  minimumOdds: '1.3',
  steps: [
    { legs: 3, percentE4: 300 },
    { legs: 5, percentE4: 1000 },
  ],
}
const FIVE = won('2', '2', '1.5', '1.5', '1.371')

const boosted = (legs: readonly BetLeg[], more: { readonly maximumPayoutMinor?: number } = {}): SettledBet => ({
  ...{ type: 'express', stakeMinor: 1000, legs: [...legs], boost: BOOST },
  ...more,
})
const free = (one: BetLeg, isStakeReturned: boolean, tax: BetTax = {}): SettledBet => ({
  ...{ type: 'single', stakeMinor: 1000, legs: [one], tax },
  freebet: { isStakeReturned },
})

describe('boosts of an express', () => {
  test('10.00 at 12.339 with ten percent on the net winnings', () => {
    // 123.39, net 113.39, and 11.339 more.
    expect(payout(boosted(FIVE))).toBe('134.73')
  })

  test('only won outcomes at a price that counts make a step', () => {
    expect(boostE4(BOOST, FIVE)).toBe(1000)
    expect(boostE4(BOOST, [...FIVE.slice(0, 4), leg('1.371', 'void')])).toBe(300)
    expect(boostE4(BOOST, won('1.29', '2', '2'))).toBe(0)
    expect(boostE4(BOOST, [...won('2', '2'), leg('2', 'half-win')])).toBe(0)
  })

  test('nothing is added where nothing is won, and nothing to a stake that comes back', () => {
    expect(payout(boosted([...FIVE.slice(0, 4), leg('2', 'lose')]))).toBe('0.00')
    expect(payout(boosted([leg('2', 'void'), leg('3', 'void')]))).toBe('10.00')
  })

  test('a boosted payout is cut to the most that the bet pays', () => {
    expect(payout(boosted(FIVE, { maximumPayoutMinor: 13_000 }))).toBe('130.00')
  })
})

describe('free bets', () => {
  test('10.00 at 3.50 pay 25.00 where the stake is kept, and 35.00 where it comes back', () => {
    expect(payout(free(leg('3.50'), false))).toBe('25.00')
    expect(payout(free(leg('3.50'), true))).toBe('35.00')
  })

  test('a lost one pays nothing, a void one goes back whole, and half a loss pays no winnings', () => {
    expect(payout(free(leg('3.50', 'lose'), false))).toBe('0.00')
    expect(payout(free(leg('3.50', 'void'), false))).toBe('10.00')
    expect(payout(free(leg('3.50', 'half-lose'), false))).toBe('0.00')
  })

  test('the stake is kept once, whatever the prices: a free bet pays the same bet less its stake, or nothing', () => {
    const price = fc.integer({ min: 101, max: 5000 }).map((e2) => (e2 / 100).toFixed(2))
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (odds, stakeMinor) => {
          const whole = settled(express(stakeMinor, won(...odds)))
          const freebet = { isStakeReturned: false }
          const kept = settled({ type: 'express', stakeMinor, legs: won(...odds), freebet })
          expect(kept.payoutMinor).toBe(Math.max(0, whole.payoutMinor - stakeMinor))
        },
      ),
    )
  })

  test('tax on the net winnings is the same as that of a bet with the stake in it', () => {
    const tax = { payoutRate: '0.10', base: 'net' } as const
    const taxed = (isStakeReturned: boolean) => settled(free(leg('3.50'), isStakeReturned, tax)).payoutTaxMinor
    expect(taxed(false)).toBe(250)
    expect(taxed(true)).toBe(250)
  })
})
