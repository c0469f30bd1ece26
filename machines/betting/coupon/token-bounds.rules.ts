import { compare, rational, rationalOf } from '#machines/odds/rational.rules.ts'

/** Which bets a double, a power bet or an insurance can be put on. */
export interface TokenBounds {
  readonly minimumStakeMinor: number
  /** Least odds of each outcome, in thousandths. */
  readonly minimumOddsE3: number
  readonly minimumLegs: number
}

/** Whether it can be put on a bet.
 *  @param odds decimal odds of the outcomes, as text */
export function fitsToken(
  { minimumStakeMinor, minimumOddsE3, minimumLegs }: TokenBounds,
  { stakeMinor, odds }: { readonly stakeMinor: number; readonly odds: readonly string[] },
): boolean {
  const least = rational(minimumOddsE3, 1000)
  return (
    stakeMinor >= minimumStakeMinor &&
    odds.length >= minimumLegs &&
    odds.every((one) => compare(rationalOf(one), least) >= 0)
  )
}
