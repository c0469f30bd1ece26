import {
  add,
  compare,
  multiply,
  type Rational,
  rational,
  rationalOf,
  subtract,
  toExactText,
  ZERO,
} from '#machines/odds/rational.rules.ts'
import type { BetLeg, BetSettlement, ExpressBoost, SettledBet } from '#schemas'
import { type AmountWriter, type GrossPayout, step } from './gross-payout.rules.ts'

const WHOLE_E4 = 10_000

/** What is added to the net winnings of an express, in hundredths of a percent: the highest step that its won outcomes reach. Outcomes
 *  below the least price, and those that have not simply won, do not count. 5 legs at 1.65 by `{3: 3 %, 5: 10 %}` → 1000. */
export function boostE4({ minimumOdds, steps }: ExpressBoost, legs: readonly BetLeg[]): number {
  const least = rationalOf(minimumOdds)
  const counted = legs.filter(({ result, odds }) => result === 'win' && compare(rationalOf(odds), least) >= 0).length
  return Math.max(0, ...steps.filter((one) => one.legs <= counted).map(({ percentE4 }) => percentE4))
}

/** Adds the boost of an express to what it pays (PROMO-19): 10.00 at 12.34 with 10 % → 123.40 + 11.34.
 *  @param stake in minor units, its own tax taken */
export function boosted(bet: SettledBet, payout: GrossPayout, stake: bigint, write: AmountWriter): GrossPayout {
  const percentE4 = bet.type === 'express' && bet.boost ? boostE4(bet.boost, bet.legs) : 0
  const net = subtract(payout.gross, rational(stake))
  if (percentE4 === 0 || compare(net, ZERO) <= 0) return payout
  const share = rational(percentE4, WHOLE_E4)
  const gross = add(payout.gross, multiply(net, share))
  const expression = `${write(payout.gross)} + ${write(net)} × ${toExactText(share)}`
  return { gross, steps: [...payout.steps, step('boost', expression, write(gross))] }
}

/** Takes the stake off what a free bet pays, where its terms keep it (PROMO-19): 10.00 at 3.50 → 25.00. */
export function withoutFreeStake(
  bet: SettledBet,
  payout: GrossPayout,
  stake: bigint,
  write: AmountWriter,
): GrossPayout {
  const isKept = (bet.type === 'single' || bet.type === 'express') && bet.freebet?.isStakeReturned === false
  if (!isKept || payout.gross.numerator === 0n) return payout
  const net = subtract(payout.gross, rational(stake))
  const gross: Rational = compare(net, ZERO) > 0 ? net : ZERO
  return {
    gross,
    steps: [...payout.steps, step('freebet', `${write(payout.gross)} − ${write(rational(stake))}`, write(gross))],
  }
}

/** Whether all outcomes of a bet were void, so that its stake goes back to where it came from: a free bet can be used once more. */
export function isRefund({ explanation }: Pick<BetSettlement, 'explanation'>): boolean {
  return explanation.some(({ step: name }) => name === 'refund')
}
