import { calendarPeriod } from '#machines/site/calendar-period.rules.ts'
import type { LimitPeriod } from './limit-change.rules.ts'

/** The last 24 hours, 7 days or 30 days at any time, or the day, week (from Monday) or month of the calendar (RG-9). */
export type PeriodMode = 'rolling' | 'calendar'

/** The time over which a limit counts. */
export interface PeriodWindow {
  readonly since: Date
  /** When it begins again; null for a rolling one, which never does. */
  readonly endsAt: Date | null
}

const DAY_MS = 86_400_000
/** How long a period is where it rolls. */
export const PERIOD_MS: Readonly<Record<LimitPeriod, number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
}

/** The window of a period at a moment, in the brand's time zone: days with a change of the clocks have 23 or 25 hours (RG-17).
 *  @param timeZone IANA name, `'Europe/Stockholm'` */
export function periodWindow(
  period: LimitPeriod,
  { mode, timeZone }: { readonly mode: PeriodMode; readonly timeZone: string },
  now: Date,
): PeriodWindow {
  if (mode === 'rolling') return { since: new Date(now.getTime() - PERIOD_MS[period]), endsAt: null }
  return calendarPeriod(period, timeZone, now)
}
