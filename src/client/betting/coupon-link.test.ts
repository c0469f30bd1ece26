import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkedCouponCode, withoutLinkedCoupon } from './coupon-link.ts'

test('an address names a coupon by its code, and small letters count as capital ones', () => {
  expect(linkedCouponCode('?page=2&couponNumber=k7qx2m')).toBe('K7QX2M')
  for (const search of ['', '?page=2', '?couponNumber=', '?couponNumber=a%20b', `?couponNumber=${'A'.repeat(33)}`])
    expect(linkedCouponCode(search)).toBe(null)
})

test('without its coupon an address keeps everything else', () => {
  expect(withoutLinkedCoupon('?couponNumber=K7QX2M')).toBe('')
  const other = fc.string({ minLength: 1 }).filter((name) => name !== 'couponNumber')
  fc.assert(
    fc.property(fc.dictionary(other, fc.string()), fc.string(), (others, code) => {
      const search = `?${new URLSearchParams({ ...others, couponNumber: code })}`
      const left = withoutLinkedCoupon(search)
      expect(Object.fromEntries(new URLSearchParams(left))).toEqual(others)
      expect(linkedCouponCode(left)).toBe(null)
    }),
  )
})
