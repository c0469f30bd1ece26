/** Rows of a grid: from the first that is drawn to the one after the last. */
export interface Rows {
  readonly from: number
  readonly to: number
}

/** The rows to draw next on the way to those that are wanted: at most so many new ones at once, so that no frame has to draw a whole window
 *  of them. What is no longer wanted goes at once; after a jump the rows begin at the first in sight.
 *  @param seen the first row in sight  @param most new rows at once, at least 1 */
export function nextRows(
  former: Rows | null,
  wanted: Rows,
  of: { readonly seen: number; readonly most: number },
): Rows {
  if (former === null) return wanted
  const isNear = former.to > wanted.from && former.from < wanted.to
  const seen = Math.min(Math.max(of.seen, wanted.from), wanted.to)
  const from = isNear ? Math.max(former.from, wanted.from) : seen
  const to = isNear ? Math.min(former.to, wanted.to) : seen
  const below = Math.min(wanted.to - to, of.most)
  const above = Math.min(from - wanted.from, of.most - below)
  return { from: from - above, to: to + below }
}
