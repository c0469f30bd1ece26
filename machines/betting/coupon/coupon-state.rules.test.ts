import { expect, test } from 'vitest'
import type { PlaceBetPayload } from '#schemas'
import { SAMPLE_TERMS, sampleEntry } from './coupon.contract.ts'
import { newCouponState, receivedState } from './coupon-state.rules.ts'

const EMPTY = newCouponState(SAMPLE_TERMS, 7001)
const coupon = {
  ...EMPTY.coupon,
  entries: [1, 2].map((number) => sampleEntry(number, { odds: '1.80', agreedOdds: '1.80' })),
}
const bet = { coupon, payload: {} as PlaceBetPayload, isApproved: false, isOneClick: false }
const receiptOf = (answer: Parameters<typeof receivedState>[1]) => receivedState({ ...EMPTY, bet }, answer).receipt
const oddsOf = (answer: Parameters<typeof receivedState>[1]) =>
  receiptOf(answer)?.coupon.entries.map(({ odds, agreedOdds }) => [odds, agreedOdds])

test('PLACE-6: a receipt names the prices at which the bet stands, and what it can pay at them', () => {
  const accepted = { kind: 'accepted', betId: 8001, stakeMinor: 500 } as const
  expect(oddsOf(accepted)).toEqual([
    ['1.80', '1.80'],
    ['1.80', '1.80'],
  ])
  expect(oddsOf({ ...accepted, prices: [{ outcomeId: 2, odds: '1.95' }] })).toEqual([
    ['1.80', '1.80'],
    ['1.80', '1.95'],
  ])
  expect(receiptOf({ ...accepted, possibleMinor: 1755 })).toMatchObject({ betId: 8001, possibleMinor: 1755 })
  expect(receiptOf(accepted)).not.toHaveProperty('possibleMinor')
  expect(receiptOf({ kind: 'bid', bidId: 31, stakeMinor: 500 })).toMatchObject({ betId: 31, isAutoBet: true })
})
