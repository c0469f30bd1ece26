import {
  add,
  compare,
  multiply,
  ONE,
  rational,
  rationalOf,
  roundTo,
  subtract,
  toPlaces,
} from '#machines/odds/rational.rules.ts'
import type { CouponEntry, PricePolicy } from '#schemas'

/** What of an entry the player has not agreed to. */
export type Disagreement = 'line_changed' | 'price_changed'

const WHOLE_PERCENT = 100
const SENT_PLACES = 2

/** The lowest price that still stands when so much of the profit may be lost: 1 + (agreed − 1)(1 − p), written with two places
 *  and never rounded up (PLACE-4). `('1.50', 5)` → `'1.47'`, `('2.00', 5)` → `'1.95'`. */
export function minimumOdds(agreedOdds: string, percent: number): string {
  const kept = rational(WHOLE_PERCENT - percent, WHOLE_PERCENT)
  const exact = add(ONE, multiply(subtract(rationalOf(agreedOdds), ONE), kept))
  const scale = 10n ** BigInt(SENT_PLACES)
  return toPlaces(rational(roundTo(multiply(exact, rational(scale)), 'truncate'), scale), SENT_PLACES)
}

/** Whether a price may take the place of the one that was agreed without the player being asked (PLACE-4). */
export function isPriceAcceptable(agreedOdds: string, odds: string, policy: PricePolicy): boolean {
  const change = compare(rationalOf(odds), rationalOf(agreedOdds))
  switch (policy.kind) {
    case 'none':
      return change === 0
    case 'higher':
      return change >= 0
    case 'any':
      return true
    case 'slippage':
      return change >= 0 || compare(rationalOf(odds), rationalOf(minimumOdds(agreedOdds, policy.percent))) >= 0
  }
}

/** What the player has to agree to before the entry may be sent; null when nothing. Another line is another bet, whatever the
 *  policy says of prices. */
export function disagreement(entry: CouponEntry, policy: PricePolicy): Disagreement | null {
  if (!isSameLine(entry.agreedParameter, entry.parameter)) return 'line_changed'
  return isPriceAcceptable(entry.agreedOdds, entry.odds, policy) ? null : 'price_changed'
}

/** Whether two lines are the same number: `'2.5'` and `'2.50'` are. */
export function isSameLine(agreed: string | undefined, line: string | undefined): boolean {
  if (agreed === undefined || line === undefined) return agreed === line
  return compare(rationalOf(agreed), rationalOf(line)) === 0
}

/** The entry with the present price and line agreed to. */
export function agreed({ agreedParameter: _former, ...entry }: CouponEntry): CouponEntry {
  return {
    ...entry,
    agreedOdds: entry.odds,
    ...(entry.parameter === undefined ? {} : { agreedParameter: entry.parameter }),
  }
}
