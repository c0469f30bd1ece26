/** How fast pages are for a visitor with a phone on a slow line, as Lighthouse judges it, beside a React page that says hello: home, board,
 *  game and article; and when statistics in a frame show most of what they have. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { buildPath } from '#machines/site/routes/routes.ts'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { buildPages } from '../build.ts'
import { buildBenchPage } from './bench-page.ts'
import { BRANDS } from './loads/bench-brand.ts'
import { type PageVitals, scoreOf, vitalsOf, watchVitals } from './loads/page-score.ts'
import { PHONE } from './loads/phone.ts'
import { median } from './loads/samples.ts'
import { createReport, type Report, shortNumber } from './report.ts'
import { startEngine } from './server-process.ts'

const ROUNDS = 3
const HOST = 'aurora.localhost'
/** The slow line and the slow phone of Lighthouse: 150 ms a round trip, 1.6 Mbit/s, a quarter of this machine's speed. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }
const SLOWER = 4
/** A page is quiet when nothing has been asked for that long, ms. */
const QUIET_MS = 1500
/** Least of the hello page's score. */
const LEAST_SHARE = 0.9
const WIDGET_MS = 1000
const START_GAMES_MS = 60_000

/** Runs and prints the bench. @throws Error without a Chromium, or when the simulator brings no games */
export async function benchAudit(): Promise<Report> {
  const report = createReport()
  await buildPages()
  const folder = mkdtempSync(join(tmpdir(), 'livery-hello-'))
  const hello = createServer(await buildBenchPage('hello-page', folder))
  await new Promise<void>((done) => hello.listen(0, '127.0.0.1', done))
  const engine = await startEngine({ brands: BRANDS, env: { LIVERY_FEED: 'simulator:seed=7' } })
  const browser = await openChromium()
  try {
    const origin = `http://${HOST}:${engine.port}`
    const game = await gamePath(browser, origin)
    const pages = {
      hello: `http://127.0.0.1:${(hello.address() as AddressInfo).port}/`,
      home: `${origin}/en`,
      board: `${origin}/en/line`,
      game: origin + game,
      article: origin + buildPath('champions_news_article', { article: 'cup_format' }, 'en'),
    }
    const { hello: peer, ...ours } = await measure(browser, pages, true)
    if (!peer) throw new Error('the hello page was not measured')
    for (const [name, vitals] of Object.entries({ hello: peer, ...ours })) printVitals(report, name, vitals)
    for (const [name, vitals] of Object.entries(ours))
      report.atLeast(`${name}, of the hello page's score`, scoreOf(vitals) / scoreOf(peer), LEAST_SHARE)
    const gameId = /\/(\d+)[^/]*$/.exec(game)?.[1] ?? ''
    const sportId = /^\/en\/[a-z]+\/(\d+)/.exec(game)?.[1] ?? ''
    const widget = { widget: `${origin}/en/statisticpopup/game/${sportId}/${gameId}/main` }
    for (const { largestPaintMs } of Object.values(await measure(browser, widget, false)))
      report.atMost('statistics in a frame, largest paint', largestPaintMs, WIDGET_MS, ' ms')
  } finally {
    await browser.close()
    await engine.stop()
    hello.close()
    rmSync(folder, { recursive: true })
  }
  return report
}

/** Opens the pages in turn, round after round, so that what else the machine does falls on all of them. @returns the middle of each */
async function measure(
  browser: Browser,
  pages: Readonly<Record<string, string>>,
  isSlow: boolean,
): Promise<Readonly<Record<string, PageVitals>>> {
  const visits: Record<string, PageVitals[]> = {}
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, url] of Object.entries(pages))
      visits[name] = [...(visits[name] ?? []), await visitVitals(browser, url, isSlow)]
  return Object.fromEntries(Object.entries(visits).map(([name, seen]) => [name, middleOf(seen)]))
}

function middleOf(visits: readonly PageVitals[]): PageVitals {
  const of = (part: keyof PageVitals) => median(visits.map((vitals) => vitals[part]))
  return {
    firstPaintMs: of('firstPaintMs'),
    largestPaintMs: of('largestPaintMs'),
    blockedMs: of('blockedMs'),
    shift: of('shift'),
  }
}

/** Opens a page as a new visitor. @param isSlow whether line and phone are slow   @throws Error when it does not answer with a page */
async function visitVitals(browser: Browser, url: string, isSlow: boolean): Promise<PageVitals> {
  const context = await browser.newContext({ ...PHONE, deviceScaleFactor: 2, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await watchVitals(page)
    if (isSlow) {
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', LINE)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    }
    const answer = await page.goto(url, { waitUntil: 'load' })
    if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}`)
    await page.waitForTimeout(QUIET_MS)
    return await vitalsOf(page)
  } finally {
    await context.close()
  }
}

function printVitals(report: Report, name: string, vitals: PageVitals): void {
  const { firstPaintMs, largestPaintMs, blockedMs, shift } = vitals
  report.row(
    name,
    `score ${shortNumber(scoreOf(vitals) * 100)}`,
    `${Math.round(firstPaintMs)} / ${Math.round(largestPaintMs)} ms`,
    `${Math.round(blockedMs)} ms, ${shortNumber(shift)}`,
  )
}

/** The address of a game that is to come. @throws Error when there is none within a minute */
async function gamePath(browser: Browser, origin: string): Promise<string> {
  const page = await browser.newPage()
  try {
    for (let waited = 0; waited < START_GAMES_MS; waited += 1000) {
      await page.goto(`${origin}/en/line`)
      const [path] = await page
        .locator('main [data-game] a[href*="/line/"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      if (path) return path
      await page.waitForTimeout(1000)
    }
  } finally {
    await page.close()
  }
  throw new Error('the simulator has brought no games')
}
