/** The longest wait before the first attempt to connect again, ms (STREAM-5). */
const FIRST_BACK_OFF_MS = 500
/** The longest wait before any attempt, ms (STREAM-5). */
const MOST_BACK_OFF_MS = 30_000

/** How long to wait before connecting again: anything up to a ceiling that doubles with each failure from 0.5 s to 30 s (full
 *  jitter), so that clients that were cut together do not come back together (STREAM-5).
 *  @param failures attempts that failed in a row, from 0   @param random 0 ≤ random < 1   @returns ms */
export function backOffMs(failures: number, random: number): number {
  return Math.floor(random * Math.min(MOST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(failures, 16)))
}
