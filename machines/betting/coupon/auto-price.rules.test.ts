import { expect, test } from 'vitest'
import type { Coupon, CouponEntry } from '#schemas'
import { awaitedPrice, canAwaitPrice, canBePlayed } from './auto-price.rules.ts'
import { SAMPLE_TERMS, sampleEntry } from './coupon.contract.ts'
import { couponTotals } from './coupon-bets.rules.ts'
import { emptyCoupon, withEntries } from './coupon-entries.rules.ts'
import { payloadRefusal } from './payload-shape.rules.ts'
import { placeBetPayload } from './place-bet-payload.rules.ts'

/** A coupon of outcomes at these prices that waits for another one. */
function waiting(prices: readonly string[], autoBetCf: string, changes = {}) {
  const entries = prices.map((odds, index) => sampleEntry(index + 1, { odds, agreedOdds: odds }))
  const coupon = withEntries({ ...emptyCoupon(SAMPLE_TERMS, 7001), stakeText: '7' }, entries, SAMPLE_TERMS)
  return { ...coupon, isAutoBet: true, autoBetCf, ...changes }
}

test('BET-20: what waits for a price is reckoned at it, and not at the prices of now', () => {
  const express = couponTotals(waiting(['1.80', '1.80', '1.80'], '12'), SAMPLE_TERMS)
  expect(express).toMatchObject({ ok: true, totals: { stakeMinor: 700, payoutMinor: 8400 } })
  const single = couponTotals(waiting(['1.80'], '2,5'), SAMPLE_TERMS)
  expect(single).toMatchObject({ ok: true, totals: { payoutMinor: 1750 } })
})

test('BET-20: a wait is offered to no other bets than the server takes', () => {
  const outcomes = [3, 3, 1].map((kind, index) => sampleEntry(index + 1, { kind: kind as 1 | 3 }))
  const [first, second, live] = outcomes as [CouponEntry, CouponEntry, CouponEntry]
  const offers = (betType: Coupon['betType'], entries: readonly CouponEntry[]) => {
    const coupon = withEntries(emptyCoupon(SAMPLE_TERMS, 7001), entries, SAMPLE_TERMS)
    const bid = { ...coupon, betType, stakeText: '7', isAutoBet: true, autoBetCf: '99' }
    const payload = placeBetPayload(bid, SAMPLE_TERMS, { isApproved: false, isOneClick: false })
    const isTaken = payload !== null && payloadRefusal(payload, SAMPLE_TERMS)?.reason !== 'bet.bid_type'
    expect(canAwaitPrice(betType, entries)).toBe(isTaken)
    return isTaken
  }
  expect([
    offers('single', [first]),
    offers('express', [first, second]),
    offers('single', [live]),
    offers('express', [first, live]),
  ]).toEqual([true, true, true, true])
  expect([offers('single', [first, second]), offers('chain', [first, second])]).toEqual([false, false])
})

test('BET-20: a score can change where a game is played, or will be while its auto-bet waits', () => {
  const [line, live] = [sampleEntry(1), sampleEntry(2, { kind: 1 })]
  expect([canBePlayed([line], false), canBePlayed([line], true)]).toEqual([false, true])
  expect([canBePlayed([line, live], false), canBePlayed([], true)]).toEqual([true, false])
})

test('BET-20: a price that is reached already, is none, or stands for several bets is waited for by nothing', () => {
  expect(awaitedPrice(waiting(['1.80', '2.00'], '3.60'))).toBeNull()
  expect(awaitedPrice(waiting(['1.80'], ''))).toBeNull()
  expect(awaitedPrice(waiting(['1.80', '2.00'], '9', { betType: 'single' }))).toBeNull()
  expect(awaitedPrice(waiting(['1.80'], '9', { isAutoBet: false }))).toBeNull()
  expect(awaitedPrice(waiting(['1.80', '2.00'], '3.61'))).toBe('3.61')
})
