import { multiply, rational, rationalOf, roundTo, subtract } from '#machines/odds/rational.rules.ts'
import { shareOut } from './fund-split.rules.ts'

const E4 = 10_000n

/** A share of an amount in ten-thousandths, rounded down to minor units: cashback of 5 % of 237.65 → 11.88. */
export function shareE4(amountMinor: number, ratioE4: number): number {
  return Number((BigInt(amountMinor) * BigInt(ratioE4)) / E4)
}

/** A bonus on a deposit: a share of it, not above the most, and nothing below the least deposit. */
export function matchBonus(
  depositMinor: number,
  {
    percentE4,
    maximumMinor,
    minimumDepositMinor,
  }: Readonly<Record<'percentE4' | 'maximumMinor' | 'minimumDepositMinor', number>>,
): number {
  if (depositMinor < minimumDepositMinor) return 0
  return Math.min(shareE4(depositMinor, percentE4), maximumMinor)
}

/** What a freebet pays that has won: 10.00 at 3.5 → 25.00 without its stake, 35.00 with it (PROMO-19).
 *  @param odds decimal odds as text */
export function freebetReturn(stakeMinor: number, odds: string, returnsStake: boolean): number {
  const whole = multiply(rational(stakeMinor), rationalOf(odds))
  return Number(roundTo(returnsStake ? whole : subtract(whole, rational(stakeMinor)), 'truncate'))
}

/** What a boost adds to a win: a share of the net win, rounded down; 10.00 at 12.34 with 10 % → 11.34 more. */
export function boostOf(payoutMinor: number, stakeMinor: number, boostE4: number): number {
  return payoutMinor > stakeMinor ? shareE4(payoutMinor - stakeMinor, boostE4) : 0
}

/** What a doubler adds to a win, up to its cap; a bet that is void gives the doubler back and adds nothing. */
export function doubleOf(payoutMinor: number, capMinor: number): number {
  return Math.min(payoutMinor, capMinor)
}

/** What comes back of a lost stake: the share of the loss that the terms give back, up to the cap. Of a bet that paid a part, the loss
 *  is what was not paid; void and sold bets lost nothing. */
export function refundOf(
  {
    stakeMinor,
    payoutMinor,
    ending,
  }: {
    readonly stakeMinor: number
    readonly payoutMinor: number
    readonly ending: 'won' | 'lost' | 'void' | 'cashed_out'
  },
  { shareE4: ratio, capMinor }: { readonly shareE4: number; readonly capMinor: number },
): number {
  if (ending === 'void' || ending === 'cashed_out' || payoutMinor >= stakeMinor) return 0
  return Math.min(shareE4(stakeMinor - payoutMinor, ratio), capMinor)
}

/** Cashback: a share of what a period has cost the player, rounded down; nothing of a profit, which is never carried over (PROMO-22). */
export function cashbackOf(
  { stakedMinor, returnedMinor }: { readonly stakedMinor: number; readonly returnedMinor: number },
  {
    ratioE4,
    base,
    capMinor,
  }: { readonly ratioE4: number; readonly base: 'net_loss' | 'turnover'; readonly capMinor: number },
): number {
  const baseMinor = base === 'turnover' ? stakedMinor : Math.max(0, stakedMinor - returnedMinor)
  const back = shareE4(baseMinor, ratioE4)
  return capMinor > 0 ? Math.min(back, capMinor) : back
}

/** Distributes a pool over shares, to the last minor unit: 100.01 over 5, 5, 5, 5, 10, 20, 40, 10 → the 40 gets the odd cent. */
export function distribute(poolMinor: number, shares: readonly number[]): number[] {
  return shareOut(poolMinor, shares)
}
