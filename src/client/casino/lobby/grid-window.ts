/** Items of a grid: from the first that is drawn to the one after the last. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The items to draw next on the way to those that are wanted: at most so many new ones at once, so that no frame has to draw a whole
 *  window of them. What is no longer wanted goes at once; after a jump the items begin at the first in sight.
 *  @param seen the first item in sight  @param most new items at once, at least 1 */
export function nextSpan(
  former: Span | null,
  wanted: Span,
  of: { readonly seen: number; readonly most: number },
): Span {
  if (former === null) return wanted
  const isNear = former.to > wanted.from && former.from < wanted.to
  const seen = Math.min(Math.max(of.seen, wanted.from), wanted.to)
  const from = isNear ? Math.max(former.from, wanted.from) : seen
  const to = isNear ? Math.min(former.to, wanted.to) : seen
  const below = Math.min(wanted.to - to, of.most)
  const above = Math.min(from - wanted.from, of.most - below)
  return { from: from - above, to: to + below }
}

/** Longer than a frame of a screen that shows sixty of them a second, with what clocks are off by, ms. */
const LATE_MS = 20

/** Longer than any frame: the list has stood still meanwhile, ms. */
const PAUSE_MS = 250

/** How many items the next frame may add: one more after a frame that has added as many as it might and was in time, half of them after
 *  one that was late. By this a fast machine draws rows at once, and a slow phone item by item.
 *  @param last what the frame before added, and the time from it to the next one  @param limit that a frame never goes beyond */
export function nextPace(
  most: number,
  last: { readonly added: number; readonly frameMs: number },
  limit: number,
): number {
  if (last.added === 0 || last.frameMs > PAUSE_MS) return most
  if (last.frameMs > LATE_MS) return Math.max(1, Math.floor(most / 2))
  return last.added < most ? most : Math.min(most + 1, limit)
}
