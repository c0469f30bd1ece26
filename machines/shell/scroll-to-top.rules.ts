/** What is seen of a page, in px. */
export interface ScrollView {
  readonly viewportHeightPx: number
  readonly pageHeightPx: number
}

/** The position of a page between two looks at it, in px. */
export interface ScrollLook extends ScrollView {
  readonly topPx: number
  readonly previousTopPx: number
}

/** A page that is nearer to its end than this is at its bottom: browsers scroll by fractions of a pixel and report
 *  heights in whole ones. */
const BOTTOM_TOLERANCE_PX = 1

/** Whether the way back to the top is offered: while scrolling up beyond so many screens, and not at the page's bottom
 *  (LAYOUT-4, LAYOUT-5). */
export function isScrollToTopShown(look: ScrollLook, screens: number): boolean {
  const isRising = look.topPx < look.previousTopPx
  return isRising && isScrollToTopKept(look, screens)
}

/** Whether it stays where it is offered already and nothing is scrolled. */
export function isScrollToTopKept(look: Omit<ScrollLook, 'previousTopPx'>, screens: number): boolean {
  const isDeep = look.topPx > screens * look.viewportHeightPx
  const isAtBottom = look.topPx + look.viewportHeightPx > look.pageHeightPx - BOTTOM_TOLERANCE_PX
  return isDeep && !isAtBottom
}
