import type { Browser } from 'playwright'

const FEED_WITHIN_MS = 60_000

/** Waits until the simulator plays. */
export async function liveGames(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage()
  const until = performance.now() + FEED_WITHIN_MS
  while (performance.now() < until) {
    await page.goto(address)
    if ((await page.locator('[data-game]').count()) > 1) return page.close()
    await page.waitForTimeout(1000)
  }
  throw new Error('the simulator has brought no games within a minute')
}
