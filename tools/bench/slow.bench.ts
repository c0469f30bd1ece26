/** When the first live price stands on a slow line: 400 kbit/s and 300 ms, set in Chromium by the DevTools protocol. The peer is a
 *  page of the same bytes in one file, that is what the line itself takes. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { buildPages } from '../build.ts'
import { BENCH_HOST, BRANDS, sendTo } from './loads/bench-brand.ts'
import { seedGames } from './loads/bettors.ts'
import { PHONE } from './loads/phone.ts'
import { median } from './loads/samples.ts'
import { createReport, type Report, shortNumber } from './report.ts'
import { startEngine } from './server-process.ts'

const LINE = { offline: false, latency: 300, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const GAMES = 40
const ROUNDS = 3
const WITHIN_S = 10
const GIVE_UP_MS = 90_000
const PATHS = ['/en', '/en/live', '/en/line']
/** A price that the stream vouches for, and that a press puts into the coupon. */
const LIVE_PRICE = 'button[data-state=open][aria-pressed]'

/** What one visit without a cache took, up to the price that was waited for. */
interface Visit {
  readonly atS: number
  /** Seconds until a price could be read, as the page was made with it. */
  readonly readAtS: number
  readonly bytes: number
  readonly requests: number
}

/** Runs and prints the bench. @throws Error without a Chromium, or when no live price comes within a minute and a half */
export async function benchSlow(): Promise<Report> {
  const report = createReport()
  await buildPages()
  const dataDir = mkdtempSync(join(tmpdir(), 'livery-slow-'))
  await seedGames({ dataDir, databaseUrl: undefined }, GAMES)
  const engine = await startEngine({ brands: BRANDS, env: { LIVERY_DATA: dataDir, LIVERY_FEED: 'simulator' } })
  const browser = await openChromium()
  try {
    for (const path of PATHS) await measurePath(report, browser, { path, port: engine.port })
  } finally {
    await browser.close()
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return report
}

async function measurePath(report: Report, browser: Browser, { path, port }: { path: string; port: number }) {
  // The first render after the start is not what a line costs.
  await sendTo(port, path)
  const visits: Visit[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    visits.push(await visit(browser, `http://${BENCH_HOST}:${port}${path}`, LIVE_PRICE))
  }
  const of = (key: keyof Visit) => median(visits.map((one) => one[key]))
  const bytes = Math.round(of('bytes'))
  const oneFileS = await visitOneFile(browser, bytes)
  report.row(`${path}: a price can be read`, `${shortNumber(of('readAtS'))} s`)
  report.row(
    `${path}: bytes and requests until a price is live`,
    `${shortNumber(bytes / 1000)} kB`,
    `${of('requests')}`,
  )
  report.row(`${path}: the same bytes in one file`, `${shortNumber(oneFileS)} s`)
  report.row(`${path}: first live price to one file`, `${shortNumber(of('atS') / oneFileS)} ×`)
  report.atMost(`${path}: the first live price`, of('atS'), WITHIN_S, ' s')
}

/** Opens an address in a fresh browser context on the slow line. */
async function visit(browser: Browser, address: string, selector: string): Promise<Visit> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', LINE)
    let bytes = 0
    let requests = 0
    session.on('Network.requestWillBeSent', () => (requests += 1))
    session.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength))
    const begunAt = performance.now()
    const secondsFrom = () => (performance.now() - begunAt) / 1000
    void page.goto(address, { waitUntil: 'commit', timeout: GIVE_UP_MS }).catch(() => {})
    await readable(page)
    const readAtS = secondsFrom()
    await page.locator(selector).first().waitFor({ timeout: GIVE_UP_MS })
    return { atS: secondsFrom(), readAtS, bytes, requests }
  } finally {
    await context.close()
  }
}

const readable = (page: Page) =>
  page.locator('[data-state=open]').first().waitFor({ state: 'attached', timeout: GIVE_UP_MS })

/** Seconds until a page whose one file has so many bytes, none of which can be pressed together, has been read. */
async function visitOneFile(browser: Browser, bytes: number): Promise<number> {
  const end = '--><button data-state="open" aria-pressed="false">1.01</button>'
  const filling = randomBytes(Math.max(0, bytes))
    .toString('base64')
    .slice(0, Math.max(0, bytes - 30 - end.length))
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><body><!--${filling}${end}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const seconds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) seconds.push((await visit(browser, address, LIVE_PRICE)).atS)
    return median(seconds)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
