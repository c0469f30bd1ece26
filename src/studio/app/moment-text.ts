const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A UTC instant in the time zone of the browser: `24 Nov 2026, 11:00`. */
export function momentText(instant: string): string {
  return MOMENT.format(new Date(instant))
}

/** How long ago an instant was, or how far it is: `5 minutes ago`, `tomorrow`; the date itself beyond a month. */
export function agoText(instant: string, nowMs: number): string {
  const differenceMs = Date.parse(instant) - nowMs
  if (Math.abs(differenceMs) > 30 * 86_400_000) return momentText(instant)
  const [unit, unitMs] = UNITS.find(([, ms]) => Math.abs(differenceMs) >= ms) ?? ['minute', 60_000]
  return RELATIVE.format(Math.round(differenceMs / unitMs), unit)
}
