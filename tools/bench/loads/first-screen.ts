import type { Page } from 'playwright'

/** What stands on the first screen of a page, before anybody scrolls; lengths in px. */
export interface Screen {
  /** Games that are wholly in sight, below the header and above what is fixed to the lower edge. Where the board ends before that, as
   *  many more as its rows would fill the rest with. */
  readonly games: number
  readonly firstGamePx: number
  readonly firstPricePx: number
  /** Prices of the row that has most. */
  readonly pricesARow: number
  /** The middle height of a row. */
  readonly rowPx: number
  /** Height of the header and of the bar at the lower edge together. */
  readonly fixedPx: number
  /** Cumulative layout shift since the page was opened. */
  readonly shift: number
}

declare global {
  interface Window {
    benchShift?: number
  }
}

/** Adds up the layout shifts of every page that is opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.benchShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.benchShift = (window.benchShift ?? 0) + Reflect.get(entry, 'value')
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Measures the page as it stands, not scrolled. A page without games gives infinite places. */
export function measureScreen(page: Page): Promise<Screen> {
  return page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().height > 0
    const all = (selector: string, within: ParentNode = document) =>
      [...within.querySelectorAll(selector)].filter(isSeen)
    const boxes = (elements: readonly Element[]) => elements.map((element) => element.getBoundingClientRect())
    const atBottom = all('body *').filter((element) => {
      const { position } = getComputedStyle(element)
      const { bottom, width } = element.getBoundingClientRect()
      return position === 'fixed' && bottom >= innerHeight - 1 && width >= innerWidth - 1
    })
    const barPx = Math.max(0, ...boxes(atBottom).map(({ height }) => height))
    const heads = all('body header, [data-service-menu]').filter((element) => !element.closest('main'))
    const headPx = Math.max(0, ...boxes(heads).map(({ bottom }) => bottom))
    const games = all('main [data-game]')
    const rows = boxes(games)
    const prices = (game: Element) => all('[data-state]', game).length
    const heights = rows.map(({ height }) => height).toSorted((one, other) => one - other)
    const tops = (elements: readonly Element[]) => Math.min(...boxes(elements).map(({ top }) => top))
    const rowPx = heights[Math.floor(heights.length / 2)] ?? 0
    const inSight = rows.filter(({ top, bottom }) => top >= headPx && bottom <= innerHeight - barPx).length
    const leftPx = innerHeight - barPx - Math.max(0, ...rows.map(({ bottom }) => bottom))
    return {
      games: inSight + (inSight > 0 && leftPx > 0 ? Math.floor(leftPx / rowPx) : 0),
      firstGamePx: tops(games),
      firstPricePx: tops(all('main [data-state=open]')),
      pricesARow: Math.max(0, ...games.map(prices)),
      rowPx,
      fixedPx: headPx + barPx,
      shift: window.benchShift ?? 0,
    }
  })
}
