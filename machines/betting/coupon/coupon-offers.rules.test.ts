import { describe, expect, test } from 'vitest'
import type { CouponEvent } from '#schemas'
import { SAMPLE_TERMS, sampleEntry } from './coupon.contract.ts'
import { offersOnPage } from './coupon-offers.rules.ts'
import { type CouponState, newCouponState } from './coupon-state.rules.ts'

const EMPTY = newCouponState(SAMPLE_TERMS, 7001)
const FILLED: CouponState = { ...EMPTY, coupon: { ...EMPTY.coupon, entries: [sampleEntry(1)], stakeText: '5' } }
const SUSPENDED: CouponState = {
  ...FILLED,
  coupon: { ...FILLED.coupon, entries: [sampleEntry(1, { isSuspended: true })] },
}
const NEWS = { kind: 'price_changed', outcomeId: 1, odds: '2.00', isSuspended: true, epoch: 'e1', seq: 2 } as const

const offers = (
  context: CouponState,
  event: CouponEvent,
  value: 'draft' | 'repriced' | { settled: 'accepted' } = 'draft',
) => offersOnPage({ value, context }, event)

describe('QA-13: a page offers', () => {
  test('to save a coupon and to bet on it where something is in it', () => {
    for (const type of ['save.requested', 'bet.confirmed'] as const)
      expect([offers(EMPTY, { type }), offers(FILLED, { type })]).toEqual([false, true])
  })

  test('a stake other than the one entered', () => {
    const typed = (text: string) => ({ type: 'coupon.edited', edit: { kind: 'stake_typed', text } }) as const
    expect([offers(EMPTY, typed('7')), offers(FILLED, typed('5')), offers(FILLED, typed('7'))]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('prices that are not suspended, and news of those alone that are in the coupon', () => {
    const pressed = { type: 'outcome.pressed', entry: sampleEntry(1) } as const
    expect([offers(FILLED, pressed), offers(SUSPENDED, pressed)]).toEqual([true, false])
    const told = { type: 'feed.changed', change: NEWS } as const
    expect([EMPTY, FILLED, SUSPENDED].map((state) => offers(state, told))).toEqual([false, true, false])
  })

  test('to give the selections of a bet up where it was taken', () => {
    const closed = { type: 'result.closed', keepsEntries: false } as const
    expect([offers(FILLED, closed, 'repriced'), offers(FILLED, closed, { settled: 'accepted' })]).toEqual([false, true])
  })

  test('a stake of one press that is there already to one who has left', () => {
    const set = (text: string) =>
      ({ type: 'coupon.edited', edit: { kind: 'one_click_set', isOn: true, text } }) as const
    const left = newCouponState(SAMPLE_TERMS, null)
    expect([offers(left, set('5')), offers(left, set('')), offers(EMPTY, set('5'))]).toEqual([false, true, true])
  })
})
