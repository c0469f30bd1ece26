/** When the support is there: clock times of the brand's zone; the same twice is all day. */
export interface SupportHours {
  /** `HH:mm` */
  readonly startTime: string
  /** `HH:mm`; before the start when the hours go past midnight. */
  readonly endTime: string
  /** IANA name of the zone. */
  readonly timeZone: string
}

/** Whether the support is there, and when it opens next while it is not. */
export type SupportPresence = { readonly isOpen: true } | { readonly isOpen: false; readonly opensAtMs: number }

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** Whether the support is there at a moment (OFF-27). The first minute belongs to the hours, the last does not. */
export function supportPresence({ startTime, endTime, timeZone }: SupportHours, nowMs: number): SupportPresence {
  const [start, end, now] = [minutesOf(startTime), minutesOf(endTime), minuteOfDay(nowMs, timeZone)]
  const isWithin = start < end ? now >= start && now < end : now >= start || now < end
  if (start === end || isWithin) return { isOpen: true }
  return { isOpen: false, opensAtMs: nextMoment(start, now, { nowMs, timeZone }) }
}

/** The next moment at which the clocks of the zone show a minute; where they were put forward or back meanwhile, too. */
function nextMoment(
  minute: number,
  now: number,
  { nowMs, timeZone }: { readonly nowMs: number; readonly timeZone: string },
): number {
  const wholeMinuteMs = nowMs - (nowMs % MINUTE_MS)
  const guessMs = wholeMinuteMs + ((minute - now + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
  const off = minuteOfDay(guessMs, timeZone) - minute
  const half = DAY_MINUTES / 2
  const shift = off > half ? off - DAY_MINUTES : off < -half ? off + DAY_MINUTES : off
  return guessMs - shift * MINUTE_MS
}

/** `'09:30'` → 570 */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes since midnight that the clocks of a zone show. */
function minuteOfDay(instantMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return minutesOf(format.format(instantMs))
}
