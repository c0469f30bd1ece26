import { compare, productOf, rationalOf } from '#machines/odds/rational.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { Coupon, SettledSingle } from '#schemas'

const PRICE = /^[0-9]{1,7}(?:\.[0-9]{1,4})?$/

/** The price for which an auto-bet waits, as it is sent (BET-20): `' 2,5'` → `'2.5'`. */
export function autoPrice({ autoBetCf }: Pick<Coupon, 'autoBetCf'>): string {
  return autoBetCf.trim().replace(',', '.')
}

/** Whether a bet can wait for a price: a single one or an express, whose price is one. */
export function canAwaitPrice(betType: Coupon['betType'], outcomes: readonly unknown[]): boolean {
  return betType === 'express' || (betType === 'single' && outcomes.length === 1)
}

/** The price for which a coupon waits: above the present one, and only where there is one price. Null when it waits for none, or the
 *  typed one is none that could be waited for. */
export function awaitedPrice(coupon: Coupon): string | null {
  const { betType, entries, isAutoBet } = coupon
  if (!isAutoBet || !canAwaitPrice(betType, entries)) return null
  const text = autoPrice(coupon)
  const present = productOf(entries.map(({ odds }) => rationalOf(odds)))
  return PRICE.test(text) && compare(rationalOf(text), present) > 0 ? text : null
}

/** What waits for a price, once it was placed at it: one price, whichever way those of its outcomes make it up. */
export function betAtPrice(bet: Omit<SettledSingle, 'type' | 'legs'>, odds: string): SettledSingle {
  return { ...bet, type: 'single', legs: [{ odds, result: 'win' }] }
}

/** Whether a game of what waits is played, or will be while it waits: only then a score can change. */
export function canBePlayed(
  outcomes: readonly Pick<Coupon['entries'][number], 'kind'>[],
  isContinuedLive: boolean,
): boolean {
  return outcomes.length > 0 && (isContinuedLive || outcomes.some(({ kind }) => kind === FEED_KIND.live))
}
