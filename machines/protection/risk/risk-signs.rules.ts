import type { ResponsibleConfig, RiskSign } from '#schemas'

/** From when on what a player does is a sign, as the brand has it. */
export type RiskBounds = ResponsibleConfig['riskBounds']

/** What a player has done lately: `week` is the last 7 days, `month` the last 28. */
export interface RiskFacts {
  /** What arrived in the week, minor units of the brand's default currency. */
  readonly weekMinor: number
  /** What arrived in the three weeks before it. */
  readonly beforeMinor: number
  /** Deposits of the day of the month with the most of them. */
  readonly depositsADay: number
  /** Deposits of the week that were refused or failed. */
  readonly refusedDeposits: number
  /** Withdrawals of the month that the player took back. */
  readonly cancelledWithdrawals: number
  /** Wishes of the month for a higher limit. */
  readonly raises: number
  /** Stakes of the month, and those of them between midnight and five o'clock in the zone of the brand. */
  readonly stakes: number
  readonly nightStakes: number
  /** Time of the week with a session, ms. */
  readonly signedInMs: number
}

const HOUR_MS = 3_600_000
const WEEKS_BEFORE = 3
const PERCENT = 100

/** The signs of risk that a player shows, in the order of the schema (RG-14; the indicators of LCCP SR 3.4.3: money spent and how it changes, time,
 *  play at night, tools of protection, trouble with payments).
 *  @param unitMinor minor units of one unit of the default currency */
export function riskSigns(facts: RiskFacts, bounds: RiskBounds, unitMinor: number): RiskSign[] {
  const { weekMinor, stakes, nightStakes } = facts
  const meanMinor = facts.beforeMinor / WEEKS_BEFORE
  const hasRisen = weekMinor * PERCENT >= bounds.depositsRisePercent * meanMinor
  const isAtNight = nightStakes * PERCENT >= bounds.nightPercent * stakes
  const shown: Readonly<Record<RiskSign, boolean>> = {
    deposits_rise: meanMinor > 0 && weekMinor >= bounds.depositsRiseFrom * unitMinor && hasRisen,
    deposits_often: facts.depositsADay >= bounds.depositsADay,
    deposits_refused: facts.refusedDeposits >= bounds.refusedDeposits,
    withdrawals_cancelled: facts.cancelledWithdrawals >= bounds.cancelledWithdrawals,
    limits_raised: facts.raises >= bounds.limitRaises,
    plays_at_night: stakes >= bounds.nightStakesFrom && isAtNight,
    long_days: facts.signedInMs >= bounds.hoursAWeek * HOUR_MS,
  }
  return (Object.keys(shown) as RiskSign[]).filter((sign) => shown[sign])
}
