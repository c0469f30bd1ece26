/** Items of one step of a list (FEED-18, decision 46). */
export const LIST_STEP = 50

/** How many items a list asks for once it has been lengthened: 50 times the counter, which starts at 1 (FEED-18). */
export function itemsOfPage(page: number): number {
  return LIST_STEP * Math.max(1, Math.trunc(page))
}
