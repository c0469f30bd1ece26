/** The visible slide of a track scrolled by `scrollLeftPx` (negative in a right-to-left page). */
export function slideAt(scrollLeftPx: number, slideWidthPx: number, count: number): number {
  if (slideWidthPx <= 0) return 0
  const slide = Math.round(Math.abs(scrollLeftPx) / slideWidthPx)
  return Math.min(slide, Math.max(0, count - 1))
}

/** The slide `steps` further on; after the last comes the first. */
export function slideAfter(index: number, steps: number, count: number): number {
  return count === 0 ? 0 : (((index + steps) % count) + count) % count
}
