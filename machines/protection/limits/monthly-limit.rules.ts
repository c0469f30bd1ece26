import type { LimitPeriod } from './limit-change.rules.ts'

/** A limit of what can be paid in. */
export interface DepositLimit {
  readonly period: LimitPeriod
  /** Minor units; null is no limit. */
  readonly amountMinor: number | null
}

/** How many of a period a month has on average, in hundredths. */
const PER_MONTH: Readonly<Record<LimitPeriod, bigint>> = { day: 3040n, week: 435n, month: 100n }

/** What deposit limits allow together in a month, in minor units: the least of what each of them does, a day counted 30.4 times and a week 4.35
 *  times; null when nothing bounds it. Licences name a bound for a month, and a player who asks by the day or the week may come to as much. The
 *  average month is meant, since a bound has to be the same in February and in March, and parts of a minor unit are dropped: the bound itself,
 *  divided by either number, needs no talk. A low limit on the month makes a high one on the day harmless, and the other way round. */
export function monthlyBound(limits: readonly DepositLimit[]): number | null {
  const bounds = limits.flatMap(({ period, amountMinor }) =>
    amountMinor === null ? [] : [Number((BigInt(amountMinor) * PER_MONTH[period]) / 100n)],
  )
  return bounds.length === 0 ? null : Math.min(...bounds)
}
