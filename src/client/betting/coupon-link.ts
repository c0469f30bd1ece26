/** The parameter of an address that names a saved coupon (SPORT-11). */
export const COUPON_PARAMETER = 'couponNumber'

/** What a code of a coupon looks like; whether there is one under it the server knows. */
const CODE = /^[A-Za-z0-9]{1,32}$/

/** The code of a coupon that an address brings along, in capital letters: `'?page=2&couponNumber=k7qx2m'` → `'K7QX2M'`. Null when
 *  it brings none, or what cannot be one. */
export function linkedCouponCode(search: string): string | null {
  const code = new URLSearchParams(search).get(COUPON_PARAMETER)
  return code !== null && CODE.test(code) ? code.toUpperCase() : null
}

/** The query of an address without its coupon, which is loaded once: `'?page=2&couponNumber=K7QX2M'` → `'?page=2'`. */
export function withoutLinkedCoupon(search: string): string {
  const query = new URLSearchParams(search)
  query.delete(COUPON_PARAMETER)
  const rest = query.toString()
  return rest === '' ? '' : `?${rest}`
}
