import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalToMinor } from '#machines/money/amount.rules.ts'
import type { BetLeg, BetSettlement, Coupon, CouponEdit, FrozenBet, PayoutStep } from '#schemas'
import { SAMPLE_TERMS, sampleEntry } from '../coupon/coupon.contract.ts'
import { couponExplanation, couponTotals } from '../coupon/coupon-bets.rules.ts'
import { editCoupon } from '../coupon/coupon-edit.rules.ts'
import { emptyCoupon, withEntries } from '../coupon/coupon-entries.rules.ts'
import type { CouponTerms } from '../coupon/coupon-terms.rules.ts'
import { placeBetPayload } from '../coupon/place-bet-payload.rules.ts'
import { bestEnd, explainedPlaces, freezeBets, placesOf, settledBetOf } from './frozen-bet.rules.ts'
import { settleBet } from './settle-bet.rules.ts'

const TYPES = ['single', 'express', 'system', 'chain', 'lobby', 'conditional', 'anti-express'] as const
const price = fc.integer({ min: 101, max: 9000 }).map((cents) => (cents / 100).toFixed(2))
const tax = fc.option(
  fc.record({
    payoutRate: fc.constantFrom('0.10', '0.125'),
    base: fc.constantFrom('net' as const, 'gross' as const),
    thresholdMinor: fc.constantFrom(0, 20_000),
    stakeRate: fc.constantFrom('0', '0.05'),
  }),
)

/** A coupon of outcomes with these prices, of a type and with a stake for all that has one. */
function couponOf(
  prices: readonly string[],
  { betType, stakeMinor }: { readonly betType: Coupon['betType']; readonly stakeMinor: number },
  terms: CouponTerms,
): Coupon {
  const entries = prices.map((odds, place) => sampleEntry(place + 1, { odds, agreedOdds: odds }))
  const stakes = prices.map((_, place): CouponEdit => ({ kind: 'stake_typed', text: '0.20', key: String(place) }))
  const edits: readonly CouponEdit[] = [
    { kind: 'type_chosen', betType },
    { kind: 'stake_pressed', stakeMinor },
    ...(betType === 'conditional' ? stakes : []),
  ]
  const filled = withEntries(emptyCoupon(terms, 7001), entries, terms)
  const coupon = edits.reduce((former, edit) => editCoupon(former, edit, terms).coupon, filled)
  return betType === 'anti-express' ? { ...coupon, antiExpressCoef: '1.08' } : coupon
}

/** The prices of the outcomes whose steps appear in an explanation, in its order. */
function explainedOdds(steps: readonly PayoutStep[]): string[] {
  return steps.filter(({ step }) => step === 'leg').map(({ expression }) => expression.split(' @ ')[1] ?? '')
}

/** What settlement pays for an accepted bet once it has ended as well as it may, and what its explanation ends with. */
function settledMinor(bet: FrozenBet, odds: readonly string[]) {
  return endOf(settlementOf(bet, odds), bet)
}

function endOf({ payoutMinor, explanation }: BetSettlement, { exponent }: FrozenBet): readonly [number, number | null] {
  return [payoutMinor, decimalToMinor(explanation.at(-1)?.value ?? '', exponent)]
}

/** An accepted bet that has ended as well as it may. */
function settlementOf(bet: FrozenBet, odds: readonly string[]): BetSettlement {
  const legs = placesOf(bet).map((place, index): [number, BetLeg] => {
    const result = bet.type === 'anti-express' && index === 0 ? 'lose' : 'win'
    return [place, { odds: odds[place] ?? '', result }]
  })
  const settled = settleBet(settledBetOf(bet, new Map(legs)))
  if (!settled.ok) throw new Error(settled.fault.code)
  return settled.settlement
}

test('BET-24: coupon, the end of its explanation, receipt and settlement say one number, capped once', () => {
  let cappedBets = 0
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 1, maxLength: 7 }),
      fc.constantFrom(...TYPES),
      fc.integer({ min: 500, max: 100_000 }),
      fc.constantFrom(100_000, 1_234_567, 10_000_000),
      tax,
      (prices, betType, stakeMinor, maximumPayoutMinor, taxes) => {
        const terms: CouponTerms = { ...SAMPLE_TERMS, maximumPayoutMinor, tax: taxes ?? {} }
        const coupon = couponOf(prices, { betType, stakeMinor }, terms)
        const result = couponTotals(coupon, terms)
        const payload = placeBetPayload(coupon, terms, { isApproved: false, isOneClick: false })
        fc.pre(result.ok && payload !== null)
        if (!result.ok || payload === null) return
        const { payoutMinor, isCapped } = result.totals
        if (isCapped) cappedBets += 1
        const ends = couponExplanation(coupon, terms).map(({ steps }) => steps.at(-1)?.value ?? '')
        const bets = freezeBets(payload, terms, coupon.antiExpressCoef)
        const odds = payload.events.map((event) => event.odds)
        const settled = bets.map((bet) => settledMinor(bet, odds))
        const sum = (amounts: readonly (number | null | undefined)[]) =>
          amounts.reduce<number>((total, amount) => total + (amount ?? Number.NaN), 0)
        expect(sum(ends.map((value) => decimalToMinor(value, terms.exponent)))).toBe(payoutMinor)
        expect(sum(bets.map((bet) => bestEnd(bet, odds)?.payoutMinor))).toBe(payoutMinor)
        expect(sum(settled.map(([paid]) => paid))).toBe(payoutMinor)
        expect(sum(settled.map(([, explained]) => explained))).toBe(payoutMinor)
        for (const [paid] of settled) expect(paid).toBeLessThanOrEqual(maximumPayoutMinor)
      },
    ),
    { numRuns: 400 },
  )
  expect(cappedBets).toBeGreaterThan(20)
})

test('MATH-12: the outcomes of an explanation are named in the order of its steps, in the coupon as in the history', () => {
  fc.assert(
    fc.property(fc.uniqueArray(price, { minLength: 4, maxLength: 7 }), fc.constantFrom(...TYPES), (prices, betType) => {
      const blank = couponOf(prices, { betType, stakeMinor: 100_000 }, SAMPLE_TERMS)
      const last = prices.length
      // The lobby and the first block stand elsewhere than first.
      const blocks =
        betType === 'conditional'
          ? [[last, 1], [3], [2, ...blank.blocks.flat().filter((id) => id > 3 && id < last)]]
          : []
      const coupon = { ...blank, blocks, ...(betType === 'lobby' ? { lobbyOutcomeId: 3 } : {}) }
      const explained = couponExplanation(coupon, SAMPLE_TERMS)
      expect(explained.length).toBeGreaterThan(0)
      for (const { steps, entries } of explained) expect(entries.map(({ odds }) => odds)).toEqual(explainedOdds(steps))
      const payload = placeBetPayload(coupon, SAMPLE_TERMS, { isApproved: false, isOneClick: false })
      if (payload === null) throw new Error('the coupon cannot be placed')
      for (const bet of freezeBets(payload, SAMPLE_TERMS, coupon.antiExpressCoef)) {
        const told = explainedPlaces(bet).map((place) => prices[place])
        expect(told).toEqual(explainedOdds(settlementOf(bet, prices).explanation))
      }
    }),
  )
})
