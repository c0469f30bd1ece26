import type { RiskSign } from '#schemas'

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
/** Deposits below so many units of the default currency a week are no sign, however they rise. */
const LEAST_UNITS = 100
const WEEKS_BEFORE = 3
const RISE = 2
const DEPOSITS_A_DAY = 5
const REFUSED_DEPOSITS = 4
const CANCELLED_WITHDRAWALS = 3
const RAISES = 3
const LEAST_STAKES = 20
const NIGHT_SHARE = 0.4
const HOURS_A_WEEK = 30

/** The signs of risk that a player shows, in the order of the schema (RG-14; the indicators of LCCP SR 3.4.3: money spent and how it changes, time,
 *  play at night, tools of protection, trouble with payments).
 *  @param unitMinor minor units of one unit of the default currency */
export function riskSigns(facts: RiskFacts, unitMinor: number): RiskSign[] {
  const meanMinor = facts.beforeMinor / WEEKS_BEFORE
  const shown: Readonly<Record<RiskSign, boolean>> = {
    deposits_rise: meanMinor > 0 && facts.weekMinor >= LEAST_UNITS * unitMinor && facts.weekMinor >= RISE * meanMinor,
    deposits_often: facts.depositsADay >= DEPOSITS_A_DAY,
    deposits_refused: facts.refusedDeposits >= REFUSED_DEPOSITS,
    withdrawals_cancelled: facts.cancelledWithdrawals >= CANCELLED_WITHDRAWALS,
    limits_raised: facts.raises >= RAISES,
    plays_at_night: facts.stakes >= LEAST_STAKES && facts.nightStakes >= NIGHT_SHARE * facts.stakes,
    long_days: facts.signedInMs >= HOURS_A_WEEK * HOUR_MS,
  }
  return (Object.keys(shown) as RiskSign[]).filter((sign) => shown[sign])
}
