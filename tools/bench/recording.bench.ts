/** What recording a visit costs the page of odds: its main thread and what is sent, while two hundred texts a second change, against the same
 *  page where the server lets nothing be recorded. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page, Request } from 'playwright'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { buildPages } from '../build.ts'
import { BRANDS } from './loads/bench-brand.ts'
import { liveGames } from './loads/live-games.ts'
import { mainThreadWhile } from './loads/odds-trace.ts'
import { median } from './loads/samples.ts'
import { createReport, type Report, shortNumber } from './report.ts'
import { startEngine } from './server-process.ts'

const BRAND = 'aurora'
const CHANGES_A_SECOND = 200
const TURN_MS = 50
const WATCHED_MS = 10_000
const SETTLED_MS = 6000
const ROUNDS = 3
const MOST_PERCENT = 5
const MOST_KB_A_MINUTE = 60
const MOST_CHUNK_KB = 28
const MINUTE_MS = 60_000
const SEGMENTS = '/analytics-api/vision.json'
const CHUNKS = fileURLToPath(new URL('../../dist/client', import.meta.url))

/** Runs and prints the bench. @throws Error without a Chromium */
export async function benchRecording(): Promise<Report> {
  const report = createReport()
  await buildPages()
  measureChunk(report)
  const brands = mkdtempSync(join(tmpdir(), 'livery-recorded-'))
  cpSync(BRANDS, brands, { recursive: true })
  const file = join(brands, BRAND, 'config/third-party.json')
  writeFileSync(file, JSON.stringify({ ...readJson(file), isRecordingAllowed: true }))
  const engine = await startEngine({ brands, env: { LIVERY_FEED: 'simulator', LIVERY_MODE: 'development' } })
  const browser = await openChromium()
  try {
    const address = `http://${BRAND}.localhost:${engine.port}/en/line`
    await liveGames(browser, address)
    const [plain, recorded]: [Watched[], Watched[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      plain.push(await watch(browser, address, false))
      recorded.push(await watch(browser, address, true))
    }
    report.holds(
      'only the one is recorded that the server allows',
      plain.every(({ bytes }) => bytes === 0) && recorded.every(({ bytes }) => bytes > 0),
    )
    report.row('changes a second', shortNumber(median(recorded.map(({ changes }) => changes))))
    const busy = (rounds: readonly Watched[]) => median(rounds.map(({ busyMs }) => (busyMs / WATCHED_MS) * 100))
    report.row(
      'main thread without and with the recorder',
      `${shortNumber(busy(plain))} %`,
      `${shortNumber(busy(recorded))} %`,
    )
    report.atMost('what the recorder adds to the main thread', busy(recorded) - busy(plain), MOST_PERCENT, ' %')
    const kilobytes = median(recorded.map(({ bytes }) => bytes)) / 1000
    report.atMost('what is sent in a minute', (kilobytes * MINUTE_MS) / WATCHED_MS, MOST_KB_A_MINUTE, ' kB')
  } finally {
    await browser.close()
    await engine.stop()
    rmSync(brands, { recursive: true, force: true })
  }
  return report
}

function readJson(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** The chunk with the recorder, as it travels where no brotli is understood. */
function measureChunk(report: Report): void {
  const manifest = JSON.parse(readFileSync(join(CHUNKS, '.vite/manifest.json'), 'utf8'))
  const { file } = manifest['src/client/analytics/recording/watch-page.ts']
  const { byteLength } = readFileSync(join(CHUNKS, `${file}.gz`))
  report.atMost('the recorder and its scrubber, gzip', byteLength / 1000, MOST_CHUNK_KB, ' kB')
}

interface Watched {
  readonly busyMs: number
  readonly bytes: number
  /** Texts that have changed a second. */
  readonly changes: number
}

/** Watches a page of a fresh visitor while its prices change. Without 200 of the server nothing is recorded. */
async function watch(browser: Browser, address: string, isRecorded: boolean): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    if (!isRecorded) await context.route(`**${SEGMENTS}`, (route) => route.fulfill({ status: 404, body: '{}' }))
    await page.goto(address, { waitUntil: 'load' })
    await page.getByRole('button', { name: 'Accept all' }).click()
    await page.locator('main [data-game] [data-state="open"]').first().waitFor()
    await page.waitForTimeout(SETTLED_MS)
    let bytes = 0
    const weigh = (request: Request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === SEGMENTS)
        bytes += request.postDataBuffer()?.byteLength ?? 0
    }
    context.on('request', weigh)
    const [{ frameMs }, changes] = await mainThreadWhile(browser, page, () => changeTexts(page))
    await page.waitForTimeout(TURN_MS)
    return { busyMs: frameMs.reduce((sum, ms) => sum + ms, 0), bytes, changes }
  } finally {
    await context.close()
  }
}

/** Changes texts of prices at an even pace. @returns how many a second */
function changeTexts(page: Page): Promise<number> {
  return page.evaluate(
    ({ watchedMs, turnMs, aTurn }) =>
      new Promise<number>((done, fail) => {
        const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
        const prices: Text[] = []
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          if (/^\d+\.\d+$/.test(node.textContent ?? '')) prices.push(node as Text)
        if (prices.length === 0) return fail(new Error('the page shows no prices'))
        const begunAt = performance.now()
        let changed = 0
        const turn = () => {
          const passed = performance.now() - begunAt
          if (passed >= watchedMs) return done((changed / passed) * 1000)
          for (const due = Math.floor(passed / turnMs + 1) * aTurn; changed < due; changed += 1) {
            const price = prices[changed % prices.length]
            if (price) price.data = (1 + ((changed * 37) % 900) / 100).toFixed(2)
          }
          setTimeout(turn, turnMs)
        }
        turn()
      }),
    { watchedMs: WATCHED_MS, turnMs: TURN_MS, aTurn: (CHANGES_A_SECOND * TURN_MS) / 1000 },
  )
}
