import { describe, expect, test } from 'vitest'
import { SAMPLE_TERMS, sampleEntry } from '#machines/betting/coupon/coupon.contract.ts'
import { couponTotals } from '#machines/betting/coupon/coupon-bets.rules.ts'
import { emptyCoupon } from '#machines/betting/coupon/coupon-entries.rules.ts'
import {
  type CouponLook,
  couponStage,
  entryMark,
  localText,
  movedToBlock,
  pressedSizes,
  totalOdds,
} from './coupon.selectors.ts'

const LOOK: CouponLook = {
  money: (minor) => `${minor / 100} €`,
  shortMoney: String,
  price: (decimal) => decimal,
  exact: String,
  amount: (exact) => `${exact} €`,
  time: (utc) => utc,
  decimalSeparator: ',',
}
const COUPON = { ...emptyCoupon(SAMPLE_TERMS, 7001), entries: [sampleEntry(1), sampleEntry(2)] }
const NOTHING = { conflicting: [], changed: [] }

describe('the coupon on a page', () => {
  test.each([
    ['draft', null, 'draft'],
    ['saving', null, 'busy'],
    [{ placing: 'keeping' }, null, 'sending'],
    [{ placing: { pending: 'counting' } }, null, 'pending'],
    [{ placing: 'asking' }, { kind: 'pending', delayMs: 1000 }, 'pending'],
    [{ placing: 'asking' }, null, 'unknown'],
    [{ placing: 'unknown' }, null, 'unknown'],
    [{ settled: 'partial' }, null, 'partial'],
  ] as const)('PLACE-3: the state %j after the answer %j is shown as %s', (value, answer, stage) => {
    expect(couponStage(value, { answer })).toBe(stage)
  })

  test('comma and dot are shown as the separator of the language, and stake the same', () => {
    expect([localText('12.5', LOOK), localText('12,5', LOOK)]).toEqual(['12,5', '12,5'])
    const stakes = ['12.5', '12,5'].map((stakeText) =>
      couponTotals({ ...COUPON, betType: 'express', stakeText }, SAMPLE_TERMS),
    )
    expect(stakes).toMatchObject([{ totals: { stakeMinor: 1250 } }, { totals: { stakeMinor: 1250 } }])
  })

  test('what takes no bets is marked before what has changed', () => {
    expect(entryMark(sampleEntry(1, { isSuspended: true, odds: '3.00' }), NOTHING)).toBe('closed')
    expect(entryMark(sampleEntry(1, { odds: '3.00' }), { conflicting: [1], changed: [1] })).toBe('conflict')
    expect(entryMark(sampleEntry(1, { odds: '3.00' }), NOTHING)).toBe('changed')
    expect(entryMark(sampleEntry(1), NOTHING)).toBe('fine')
  })

  test('an express has one price, exactly multiplied; singles have none', () => {
    const entries = [sampleEntry(1, { odds: '1.85' }), sampleEntry(2, { odds: '2.11' })]
    expect(totalOdds({ ...COUPON, entries, betType: 'express' })).toBe('3.90')
    expect(totalOdds({ ...COUPON, entries, betType: 'single' })).toBeNull()
  })

  test('an outcome moves into another block or a new one, and no block is left empty', () => {
    expect(movedToBlock([[1], [2, 3]], 1, 1)).toEqual([[2, 3, 1]])
    expect(movedToBlock([[1], [2, 3]], 3, 2)).toEqual([[1], [2], [3]])
  })

  test('a system keeps one size at least', () => {
    expect(pressedSizes([2, 3], 3)).toEqual([2])
    expect(pressedSizes([2], 2)).toEqual([2])
    expect(pressedSizes([3], 2)).toEqual([2, 3])
  })
})
