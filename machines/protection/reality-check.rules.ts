/** How many reality checks are due after so long signed in: `(7_200_000, 3_600_000)` → 2 (RG-12). None when the interval is 0. */
export function checksDue(elapsedMs: number, intervalMs: number): number {
  return intervalMs > 0 ? Math.max(0, Math.floor(elapsedMs / intervalMs)) : 0
}

/** How long until the next check, given how many were acknowledged: 0 when one is due. Infinity when there is none.
 *  @param acknowledged checks of this session that the player has acknowledged, the last of them by its number */
export function msToCheck(elapsedMs: number, intervalMs: number, acknowledged: number): number {
  if (intervalMs <= 0) return Number.POSITIVE_INFINITY
  return Math.max(0, (acknowledged + 1) * intervalMs - elapsedMs)
}
