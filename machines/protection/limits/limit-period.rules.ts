import { zoneDay } from '#machines/site/date-format.rules.ts'
import { zoneInstant } from '#machines/site/zone-time.rules.ts'
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
  const today = new Date(`${zoneDay(now.getTime(), timeZone)}T00:00:00Z`)
  const [from, to] = calendarDays(period, today)
  return { since: midnight(from, timeZone), endsAt: midnight(to, timeZone) }
}

/** The first day of a period and of the next one, as if they were UTC. */
function calendarDays(period: LimitPeriod, today: Date): readonly [Date, Date] {
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const at = (ofMonth: number, ofDay: number) => new Date(Date.UTC(year, ofMonth, ofDay))
  if (period === 'month') return [at(month, 1), at(month + 1, 1)]
  const first = period === 'week' ? day - ((today.getUTCDay() + 6) % 7) : day
  return [at(month, first), at(month, first + (period === 'week' ? 7 : 1))]
}

function midnight(day: Date, timeZone: string): Date {
  const date = day.toISOString().slice(0, 10)
  const instant = zoneInstant(date, '00:00', timeZone)
  if (instant === null) throw new Error(`${date} has no midnight in ${timeZone}`)
  return new Date(instant)
}
