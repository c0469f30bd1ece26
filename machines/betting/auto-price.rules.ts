import { compare, productOf, rationalOf } from '#machines/odds/rational.rules.ts'
import type { Coupon } from '#schemas'

const PRICE = /^[0-9]{1,7}(?:\.[0-9]{1,4})?$/

/** The price for which an auto-bet waits, as it is sent (BET-20): `' 2,5'` → `'2.5'`. */
export function autoPrice({ autoBetCf }: Pick<Coupon, 'autoBetCf'>): string {
  return autoBetCf.trim().replace(',', '.')
}

/** The price for which a coupon waits: above the present one, and only where there is one price. Null when it waits for none, or the
 *  typed one is none that could be waited for. */
export function awaitedPrice(coupon: Coupon): string | null {
  const { betType, entries, isAutoBet } = coupon
  if (!isAutoBet || (betType !== 'express' && entries.length > 1)) return null
  const text = autoPrice(coupon)
  const present = productOf(entries.map(({ odds }) => rationalOf(odds)))
  return PRICE.test(text) && compare(rationalOf(text), present) > 0 ? text : null
}
