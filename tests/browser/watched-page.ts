import axe from 'axe-core'
import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'

/** A page on which everything that goes wrong is collected: errors and warnings of the console, uncaught errors, failed
 *  requests, refused answers, and every violation of the Content-Security-Policy or of Trusted Types. */
export interface WatchedPage {
  readonly page: Page
  /** What went wrong since the last call; expected refusals can be named. */
  readonly faults: (expected?: readonly RegExp[]) => string[]
  readonly close: () => Promise<void>
}

/** Starts Chromium. @param options what differs, such as scroll bars, which are hidden otherwise */
export function openBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return openChromium(options)
}

let ofThisWorker: Browser | undefined

/** The browser that the files of one worker share: started by the first, and ended with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  if (!ofThisWorker?.isConnected()) ofThisWorker = await openBrowser()
  return ofThisWorker
}

let visitors = 0
/** What Playwright says where it lets a page have no service worker. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright'

/** Opens a page as a visitor of their own address, so that one test's attempts do not count against another's. */
export async function watchedPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  visitors += 1
  const address = [10, (process.pid >> 4) % 256, ((process.pid % 16) << 4) + (visitors >> 8), visitors % 256].join('.')
  const context = await browser.newContext({
    // A worker would answer requests that tests answer themselves.
    serviceWorkers: 'block',
    ...options,
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  const page = await context.newPage()
  let found: string[] = []
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  page.on('console', (message) => {
    if (message.text() === WORKER_BLOCKED) return
    if (message.type() === 'error' || message.type() === 'warning') found.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => found.push(`uncaught: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED') found.push(`request failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`answer ${response.status()}: ${new URL(response.url()).pathname}`)
  })
  return {
    page,
    faults: (expected = []) => {
      const unexpected = found.filter((fault) => !expected.some((pattern) => pattern.test(fault)))
      found = []
      return unexpected
    },
    close: () => context.close(),
  }
}

/** The violations that axe finds on the page once nothing fades in or out any more: rule, target and advice. The library runs
 *  beside the page's own scripts, so its policies stay as they are. */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async (only) => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
    const engine = (globalThis as unknown as { axe: typeof axe }).axe
    const options = only ? { runOnly: { type: 'rule' as const, values: [...only] } } : {}
    const result = await engine.run(document, { resultTypes: ['violations'], ...options })
    return result.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  }, rules)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node}`))
}

/** Waits until the page's own scripts have taken it over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true')
}
