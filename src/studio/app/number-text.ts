const COUNT = new Intl.NumberFormat('en-GB')
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A whole number with its thousands apart: 12039 → `12,039`. */
export function countText(count: number): string {
  return COUNT.format(count)
}

/** A part of a whole in percent: 1 of 8 → `12.5 %`; of nothing it is `0.0 %`. */
export function shareText(part: number, whole: number): string {
  return `${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1)} %`
}

/** How much more or less a count is than one before it, in percent: 110 after 100 → `+10.0 %`; null after nothing. */
export function changeText(count: number, before: number): string | null {
  if (before === 0) return null
  const percent = ((count - before) / before) * 100
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`
}

/** A day of a report (UTC) in short: `2026-11-30` → `30 Nov`. */
export function dayText(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}
