import {
  compare,
  divide,
  multiply,
  ONE,
  productOf,
  rational,
  rationalOf,
  roundTo,
  subtract,
  toPlaces,
} from '#machines/odds/rational.rules.ts'

const PLACES = 2
const SCALE = 100n
const WHOLE_PERCENT = '100'

/** The price at which the contrary of an express is offered (MATH-7): the fair one, P / (P − 1), less the margin, never rounded up.
 *  `(['1.5', '2', '2.6'], 6)` → `'1.07'`. Null when less than two outcomes are given or nothing could be won.
 *  @param marginPercent what the house keeps, `6` or `5.85` */
export function antiExpressPrice(odds: readonly string[], marginPercent: number): string | null {
  const product = productOf(odds.map(rationalOf))
  if (odds.length < 2 || compare(product, ONE) <= 0) return null
  const fair = divide(product, subtract(product, ONE))
  const kept = divide(subtract(rationalOf(WHOLE_PERCENT), rationalOf(String(marginPercent))), rationalOf(WHOLE_PERCENT))
  const units = roundTo(multiply(multiply(fair, kept), rational(SCALE)), 'truncate')
  const price = rational(units, SCALE)
  return compare(price, ONE) > 0 ? toPlaces(price, PLACES) : null
}
