import { zoneDay } from './date-format.rules.ts'
import { zoneInstant } from './zone-time.rules.ts'

/** A day, a week from Monday, or a month of the calendar. */
export type CalendarPeriod = 'day' | 'week' | 'month'

/** The period of the calendar in which a moment is, in a time zone: days with a change of the clocks have 23 or 25 hours.
 *  @param timeZone IANA name, `'Europe/Stockholm'` */
export function calendarPeriod(
  period: CalendarPeriod,
  timeZone: string,
  now: Date,
): { readonly since: Date; readonly endsAt: Date } {
  const today = new Date(`${zoneDay(now.getTime(), timeZone)}T00:00:00Z`)
  const [from, to] = calendarDays(period, today)
  return { since: midnight(from, timeZone), endsAt: midnight(to, timeZone) }
}

/** The first day of a period and of the next one, as if they were UTC. */
function calendarDays(period: CalendarPeriod, today: Date): readonly [Date, Date] {
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
