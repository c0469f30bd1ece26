import { cashbackOf, shareE4 } from '../awards/reward.rules.ts'

/** The terms of a period of cashback. Amounts are minor units. */
export interface CashbackTerms {
  readonly base: 'net_loss' | 'turnover'
  readonly ratioE4: number
  /** 0 sets no bound. */
  readonly capMinor: number
  readonly minimumMinor: number
  /** The most that is paid back of the stakes; 0 sets no bound. */
  readonly mostOfStakesE4: number
}

/** What a period has counted. Amounts are minor units. */
export interface PeriodSums {
  readonly stakeMinor: number
  /** Below zero where the player has won. */
  readonly lossMinor: number
}

/** What a period comes to: the share, rounded down, within its bounds; nothing below the minimum, and nothing of a profit, which is never
 *  carried over. 5 % of a loss of 237.65 → 11.88 (PROMO-22). */
export function periodCashback({ stakeMinor, lossMinor }: PeriodSums, terms: CashbackTerms): number {
  const { base, ratioE4, capMinor, minimumMinor, mostOfStakesE4 } = terms
  const stakedMinor = Math.max(0, stakeMinor)
  const back = cashbackOf({ stakedMinor, returnedMinor: stakedMinor - lossMinor }, { base, ratioE4, capMinor })
  const most = mostOfStakesE4 > 0 ? shareE4(stakedMinor, mostOfStakesE4) : back
  const due = Math.min(back, most)
  return due < minimumMinor ? 0 : due
}

/** What is paid of a period now, where a part was credited before and something is owed of earlier ones: what is due beyond the credit
 *  fills the debt first; a credit beyond what is due becomes a debt. */
export function settleCashback({
  dueMinor,
  creditedMinor,
  owedMinor,
}: Readonly<Record<'dueMinor' | 'creditedMinor' | 'owedMinor', number>>): {
  readonly payMinor: number
  readonly owedMinor: number
} {
  const more = dueMinor - creditedMinor
  if (more <= 0) return { payMinor: 0, owedMinor: owedMinor - more }
  const kept = Math.min(more, owedMinor)
  return { payMinor: more - kept, owedMinor: owedMinor - kept }
}
