/** Points that were earned together. */
export interface PointLot {
  readonly id: number
  readonly points: number
  readonly earnedAt: number
  /** Unix ms from which on they have expired. */
  readonly expiresAt: number
}

/** What is taken of a lot. */
export interface TakenPoints {
  readonly lotId: number
  readonly points: number
}

/** Points that can be spent now. */
export function pointsLeft(lots: readonly PointLot[], now: number): number {
  return lots.reduce((sum, { points, expiresAt }) => (expiresAt > now ? sum + points : sum), 0)
}

/** Takes points from lots, those that were earned first before the others (PROMO-21).
 *  @returns what is taken of each lot, or null when there are not as many */
export function takePoints(lots: readonly PointLot[], wanted: number, now: number): TakenPoints[] | null {
  if (!Number.isSafeInteger(wanted) || wanted < 0) throw new RangeError(`${wanted} points cannot be taken`)
  const live = lots
    .filter(({ points, expiresAt }) => points > 0 && expiresAt > now)
    .sort((one, other) => one.earnedAt - other.earnedAt || one.id - other.id)
  const taken: TakenPoints[] = []
  let missing = wanted
  for (const { id, points } of live) {
    if (missing === 0) break
    const part = Math.min(points, missing)
    taken.push({ lotId: id, points: part })
    missing -= part
  }
  return missing === 0 ? taken : null
}

/** Takes back points of a bet that is void after all: from its own lot first, then from the others; what was spent meanwhile is owed and
 *  taken from the next that are earned.
 *  @returns what is taken, and what stays owed */
export function clawBack(
  lots: readonly PointLot[],
  { lotId, points }: { readonly lotId: number; readonly points: number },
  now: number,
): { readonly taken: readonly TakenPoints[]; readonly owed: number } {
  const own = lots.find(({ id, expiresAt }) => id === lotId && expiresAt > now)
  const ofOwn = Math.min(own?.points ?? 0, points)
  const others = lots.filter(({ id }) => id !== lotId)
  const ofOthers = Math.min(pointsLeft(others, now), points - ofOwn)
  const taken = [...(ofOwn > 0 ? [{ lotId, points: ofOwn }] : []), ...(takePoints(others, ofOthers, now) ?? [])]
  return { taken, owed: points - ofOwn - ofOthers }
}
