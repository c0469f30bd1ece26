/** A page that is walked through, and what it holds when nothing of the walk is shown any more. */
import type { Browser, CDPSession, Page } from 'playwright'

/** What a page holds after its garbage was collected. */
export interface TabMemory {
  /** Bytes. */
  readonly heap: number
  readonly listeners: number
  /** Nodes of no document that a script still holds. */
  readonly detached: number
  /** Open sockets. */
  readonly sockets: number
}

/** A walk over the site by its links, so that the page stays the same document. */
export interface WatchedTab {
  /** Follows the links once, ends at the page of rest. @returns how many steps it took */
  readonly walk: () => Promise<number>
  readonly read: () => Promise<TabMemory>
  /** What went wrong: uncaught errors and errors of the console. */
  readonly faults: readonly string[]
}

/** How long a board is shown while its prices move, ms. */
const LOOKED_AT_MS = 3000
const SETTLED_MS = 500

/** @param steps addresses below the origin, in the order in which they are walked through; the last is that of rest
 *  @throws Error when a page has no link to the next */
export async function openTab(browser: Browser, origin: string, steps: readonly string[]): Promise<WatchedTab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(`uncaught: ${message}`))
  page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`))
  let sockets = 0
  page.on('websocket', (socket) => {
    sockets += 1
    socket.on('close', () => {
      sockets -= 1
    })
  })
  await page.goto(origin + (steps.at(-1) ?? '/'))
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true')
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('DOM.enable')
  return {
    faults,
    async walk() {
      for (const step of steps) await follow(page, step)
      return steps.length
    },
    async read() {
      await page.waitForTimeout(SETTLED_MS)
      return { ...(await memoryOf(session)), sockets }
    },
  }
}

/** Goes where a link of the page leads, as a press on it does. */
async function follow(page: Page, path: string): Promise<void> {
  const link = page.locator(`a[href="${path}"]`).first()
  await link.waitFor({ state: 'attached' })
  await link.dispatchEvent('click', { bubbles: true, cancelable: true, button: 0 })
  await page.waitForURL((url) => url.pathname === path)
  await page.waitForTimeout(LOOKED_AT_MS)
}

async function memoryOf(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const { detachedNodes } = await session.send('DOM.getDetachedDomNodes')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { heap: of('JSHeapUsedSize'), listeners: of('JSEventListeners'), detached: detachedNodes.length }
}
