import { add, divide, multiply, ONE, type Rational, rational, rationalOf, ZERO } from '#machines/odds/rational.rules.ts'
import type { BetLeg } from '#schemas'

const HALF = rational(1, 2)

/** What one unit of stake on a leg becomes, exactly (MATH-3): `{ odds: '1.90', result: 'half-win' }` → 29/20. A dead heat
 *  pays the price for the share of the places that falls to each of those who tie. */
export function legFactor(leg: BetLeg): Rational {
  const odds = rationalOf(leg.odds)
  switch (leg.result) {
    case 'win':
      return odds
    case 'lose':
      return ZERO
    case 'void':
      return ONE
    case 'half-win':
      return multiply(add(odds, ONE), HALF)
    case 'half-lose':
      return HALF
    case 'dead-heat':
      return divide(multiply(odds, rational(leg.places)), rational(leg.tied))
  }
}
