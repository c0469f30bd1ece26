/** Idle time after which a player is signed out, where it is enabled: 30 minutes (AUTH-7). */
export const IDLE_MS = 30 * 60_000
/** How long before that the player is warned. */
export const WARNING_MS = 60_000

/** When the player is warned and signed out, and what is known of the player's activity. All instants are ms since
 *  1970. */
export interface IdleTimes {
  readonly idleMs: number
  readonly warningMs: number
  /** The last thing that the player has done, in whichever tab. */
  readonly lastActiveAtMs: number
}

/** The instant at which the player is signed out. */
export function deadlineMs({ lastActiveAtMs, idleMs }: IdleTimes): number {
  return lastActiveAtMs + idleMs
}

/** The instant at which the player is warned. A warning takes at most half of the idle time. */
export function warnAtMs(times: IdleTimes): number {
  return deadlineMs(times) - Math.min(times.warningMs, times.idleMs / 2)
}

/** Whether the idle time is over. Judged by the instant, not by a counter: a computer counts nothing while it
 *  sleeps. */
export function isOver(times: IdleTimes, nowMs: number): boolean {
  return nowMs >= deadlineMs(times)
}

/** Whether it is time to warn, or later. */
export function isWarningDue(times: IdleTimes, nowMs: number): boolean {
  return nowMs >= warnAtMs(times)
}

/** The last activity, when something newer is known. If the clock was set back to before it, the idle time starts
 *  over; otherwise it would grow longer. */
export function lastActivityMs(knownMs: number, otherMs: number | null, nowMs: number): number {
  return Math.min(Math.max(knownMs, otherMs ?? knownMs), nowMs)
}
