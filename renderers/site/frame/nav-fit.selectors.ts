/** Most items that the header's navigation shows beside each other (LAYOUT-1). */
export const NAV_MAX_VISIBLE = 9

/** Width in px kept free at the end of the header's navigation for the "more" button (LAYOUT-1). */
export const NAV_INDENT_PX = 100

/** The measured navigation; all widths in px. */
export interface NavMeasure {
  /** Width of the place that the navigation may take. */
  readonly availablePx: number
  /** Width of each candidate, in order: at most `maxVisible` of them are measured. */
  readonly itemWidthsPx: readonly number[]
  readonly gapPx: number
  /** How many items there are in all. */
  readonly total: number
  readonly maxVisible?: number
  readonly indentPx?: number
}

/**
 * How many items are shown side by side; the others go under "more". Everything fits only when no "more" button is
 * needed, otherwise its indent stays free (LAYOUT-1).
 */
export function countFittingItems(measure: NavMeasure): number {
  const { availablePx, itemWidthsPx, gapPx, total, maxVisible = NAV_MAX_VISIBLE, indentPx = NAV_INDENT_PX } = measure
  const ends: number[] = []
  for (const widthPx of itemWidthsPx.slice(0, maxVisible)) {
    const previousEnd = ends.at(-1)
    ends.push(previousEnd === undefined ? widthPx : previousEnd + gapPx + widthPx)
  }
  const isAllShown = total <= maxVisible && (ends.at(-1) ?? 0) <= availablePx
  if (isAllShown) return total
  return ends.filter((endPx) => endPx <= availablePx - indentPx).length
}
