/** Where a page stands between two looks at it, in px. */
export interface ScrollLook {
  readonly topPx: number
  readonly previousTopPx: number
  readonly viewportHeightPx: number
  readonly pageHeightPx: number
}

/** Whether the way back to the top is offered: while scrolling up beyond so many screens, and not at the page's bottom
 *  (LAYOUT-4, LAYOUT-5). */
export function isScrollToTopShown(look: ScrollLook, screens: number): boolean {
  const isRising = look.topPx < look.previousTopPx
  const isDeep = look.topPx > screens * look.viewportHeightPx
  const isAtBottom = look.topPx + look.viewportHeightPx >= look.pageHeightPx
  return isRising && isDeep && !isAtBottom
}
