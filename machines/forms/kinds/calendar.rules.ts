/** Days that a calendar offers, inclusive: `yyyy-MM-dd`. */
export interface DayBounds {
  readonly min: string
  readonly max: string
}

/** Where a key of a calendar leads: so many days, weeks or months on, or to an end of the week. */
export type CalendarMove =
  | { readonly kind: 'days' | 'months'; readonly count: number }
  | { readonly kind: 'week-start' | 'week-end' }

const DAYS_IN_WEEK = 7
const MONTHS_IN_YEAR = 12
const DAY_MS = 86_400_000

/** The weeks of the month in which a day lies; places that belong to other months are empty.
 *  @param firstWeekday with which a week begins, 1 for Monday to 7 for Sunday */
export function monthWeeks(day: string, firstWeekday: number): readonly (readonly (string | null)[])[] {
  const first = `${day.slice(0, 7)}-01`
  const before = daysIntoWeek(first, firstWeekday)
  const length = Number(lastOfMonth(day).slice(8))
  const count = Math.ceil((before + length) / DAYS_IN_WEEK)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: DAYS_IN_WEEK }, (_, place) => {
      const number = week * DAYS_IN_WEEK + place - before + 1
      return number < 1 || number > length ? null : `${day.slice(0, 7)}-${padded(number, 2)}`
    }),
  )
}

/** The move of a key, or null for a key that leads nowhere (APG, date picker dialog). */
export function calendarMove(
  key: string,
  { isShift, direction }: { readonly isShift: boolean; readonly direction: 'ltr' | 'rtl' },
): CalendarMove | null {
  const forward = direction === 'ltr' ? 1 : -1
  const months = isShift ? MONTHS_IN_YEAR : 1
  switch (key) {
    case 'ArrowRight':
      return { kind: 'days', count: forward }
    case 'ArrowLeft':
      return { kind: 'days', count: -forward }
    case 'ArrowDown':
      return { kind: 'days', count: DAYS_IN_WEEK }
    case 'ArrowUp':
      return { kind: 'days', count: -DAYS_IN_WEEK }
    case 'PageDown':
      return { kind: 'months', count: months }
    case 'PageUp':
      return { kind: 'months', count: -months }
    case 'Home':
      return { kind: 'week-start' }
    case 'End':
      return { kind: 'week-end' }
    default:
      return null
  }
}

/** The day to which a move leads, inside the bounds. A month that is shorter ends earlier: `2026-01-31` → `2026-02-28`. */
export function movedDay(day: string, move: CalendarMove, bounds: DayBounds, firstWeekday: number): string {
  return clampDay(unboundedDay(day, move, firstWeekday), bounds)
}

/** The day itself, or the bound that it is beyond. */
export function clampDay(day: string, { min, max }: DayBounds): string {
  if (day < min) return min
  return day > max ? max : day
}

function unboundedDay(day: string, move: CalendarMove, firstWeekday: number): string {
  switch (move.kind) {
    case 'days':
      return daysOn(day, move.count)
    case 'months':
      return monthsOn(day, move.count)
    case 'week-start':
      return daysOn(day, -daysIntoWeek(day, firstWeekday))
    case 'week-end':
      return daysOn(day, DAYS_IN_WEEK - 1 - daysIntoWeek(day, firstWeekday))
  }
}

function daysOn(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

function monthsOn(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * MONTHS_IN_YEAR + Number(day.slice(5, 7)) - 1 + count
  const month = `${padded(Math.floor(months / MONTHS_IN_YEAR), 4)}-${padded((months % MONTHS_IN_YEAR) + 1, 2)}`
  const last = lastOfMonth(`${month}-01`)
  const moved = `${month}-${day.slice(8)}`
  return moved > last ? last : moved
}

function lastOfMonth(day: string): string {
  const next = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1, 0)
  return next.toISOString().slice(0, 10)
}

/** How many days of its week lie before a day. */
function daysIntoWeek(day: string, firstWeekday: number): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return (weekday - firstWeekday + 2 * DAYS_IN_WEEK) % DAYS_IN_WEEK
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0')
}
