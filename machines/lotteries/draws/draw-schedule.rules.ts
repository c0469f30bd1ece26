import { zoneDay } from '#machines/site/date-format.rules.ts'
import { zoneInstant } from '#machines/site/zone-time.rules.ts'
import type { DrawSchedule } from '#schemas'

const DAY_MS = 86_400_000
const MINUTES_OF_DAY = 1440
/** A schedule names at least one day of the week. */
const MOST_DAYS = 70

/** The next moments of a schedule after an instant, in their order: times of day are those that clocks in the zone show, and what they show
 *  twice is one draw.
 *  @param afterMs milliseconds since 1970  @param timeZone IANA name, `'Europe/Paris'`  @returns milliseconds since 1970 */
export function nextDraws(
  schedule: DrawSchedule,
  { afterMs, timeZone, count }: { readonly afterMs: number; readonly timeZone: string; readonly count: number },
): readonly number[] {
  const found: number[] = []
  const times = timesOf(schedule)
  if (times.length === 0) return found
  let day = Date.parse(`${zoneDay(afterMs, timeZone)}T00:00:00Z`)
  for (let step = 0; found.length < count && step < MOST_DAYS; step += 1, day += DAY_MS) {
    const date = new Date(day)
    if (!schedule.days.includes(((date.getUTCDay() + 6) % 7) + 1)) continue
    const text = date.toISOString().slice(0, 10)
    const moments = times.flatMap((time) => zoneInstant(text, time, timeZone) ?? [])
    const later = [...new Set(moments)].filter((at) => at > afterMs).sort((one, other) => one - other)
    found.push(...later)
  }
  return found.slice(0, count)
}

/** Times of day: those that are named, or every so many minutes from midnight. */
function timesOf({ times, everyMinutes }: DrawSchedule): readonly string[] {
  if (everyMinutes === 0) return times
  return Array.from({ length: Math.floor((MINUTES_OF_DAY - 1) / everyMinutes) + 1 }, (_, place) => {
    const minute = place * everyMinutes
    return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  })
}
