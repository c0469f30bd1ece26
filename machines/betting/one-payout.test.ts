import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalToMinor } from '#machines/money/amount.rules.ts'
import type { BetLeg, Coupon, CouponEdit, FrozenBet } from '#schemas'
import { SAMPLE_TERMS, sampleEntry } from './coupon.contract.ts'
import { couponExplanation, couponTotals } from './coupon-bets.rules.ts'
import { editCoupon } from './coupon-edit.rules.ts'
import { emptyCoupon, withEntries } from './coupon-entries.rules.ts'
import type { CouponTerms } from './coupon-terms.rules.ts'
import { bestEnd, freezeBets, placesOf, settledBetOf } from './frozen-bet.rules.ts'
import { placeBetPayload } from './place-bet-payload.rules.ts'
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

/** What settlement pays for an accepted bet once it has ended as well as it may, and what its explanation ends with. */
function settledMinor(bet: FrozenBet, odds: readonly string[]): readonly [number, number | null] {
  const legs = placesOf(bet).map((place, index): [number, BetLeg] => {
    const result = bet.type === 'anti-express' && index === 0 ? 'lose' : 'win'
    return [place, { odds: odds[place] ?? '', result }]
  })
  const settled = settleBet(settledBetOf(bet, new Map(legs)))
  if (!settled.ok) throw new Error(settled.fault.code)
  const { payoutMinor, explanation } = settled.settlement
  return [payoutMinor, decimalToMinor(explanation.at(-1)?.value ?? '', bet.exponent)]
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
        const ends = couponExplanation(coupon, terms).map((steps) => steps.at(-1)?.value ?? '')
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
