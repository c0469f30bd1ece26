/** How long a dictionary or media resource counts as loaded when nothing else is said: 15 minutes (I18N-10). */
export const DEFAULT_LIFETIME_MS = 15 * 60_000

/** How long a dictionary of the application itself counts as loaded: 24 hours (I18N-11). */
export const APP_LIFETIME_MS = 24 * 60 * 60_000

/** Something kept with the instant at which it was fetched. */
export interface Kept {
  readonly fetchedAtMs: number
  readonly lifetimeMs: number
}

/** Marks something as fetched now, for its lifetime: 15 minutes by default. */
export function keptSince(nowMs: number, lifetimeMs: number = DEFAULT_LIFETIME_MS): Kept {
  return { fetchedAtMs: nowMs, lifetimeMs }
}

/** Whether something kept still counts as loaded (I18N-12, I18N-13): until its lifetime has passed. A clock that was set
 *  back makes it stale rather than eternal. */
export function isFresh(kept: Kept | undefined, nowMs: number): boolean {
  if (kept === undefined || nowMs < kept.fetchedAtMs) return false
  return nowMs < kept.fetchedAtMs + kept.lifetimeMs
}
