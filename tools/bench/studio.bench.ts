/** The studio in a real Chromium: what it loads first, from a key to the preview, opening the largest section; and without one:
 *  undo, publishing to several processes, and the check of many brands. The peer of a key is a frame of 200 ms, within which a change
 *  seems immediate to the person who made it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { buildPages } from '../build.ts'
import { BENCH_BRAND, BRANDS } from './loads/bench-brand.ts'
import { checkGeneratedBrands } from './loads/brand-checks.ts'
import { median, quantile } from './loads/samples.ts'
import { claimedOwner, STUDIO_ENV, signInOwner, studioOrigin } from './loads/studio-caller.ts'
import { editSections } from './loads/studio-edits.ts'
import { publishToMany } from './loads/studio-publishing.ts'
import { createReport, duration, type Report } from './report.ts'
import { startEngine } from './server-process.ts'

const KEYS = 60
const ROUNDS = 5
const SEEN_WITHIN_MS = 200
const LIVE_WITHIN_MS = 1000
const PROCESSES = 4
const EDITS = 2000
/** What a press on a key may take until the next picture of a screen of 60 Hz. */
const STEP_WITHIN_MS = 16
const FIRST_LOAD_BYTES = 250_000
const FEW_BRANDS = 10
const MANY_BRANDS = 1000
const CHECKED_WITHIN_MS = 2000
const TEXT = { path: 'locales/en/site.json', pointer: '/site.menu_live' } as const

/** Runs and prints the bench. @throws Error without a Chromium */
export async function benchStudio(): Promise<Report> {
  const report = createReport()
  await buildPages()
  const brands = mkdtempSync(join(tmpdir(), 'livery-studio-'))
  cpSync(BRANDS, brands, { recursive: true })
  try {
    await measureUndo(report)
    await measureInBrowser(report, brands)
    await measurePublishing(report, brands)
    await measureChecks(report)
  } finally {
    rmSync(brands, { recursive: true, force: true })
  }
  return report
}

/** Every section of a brand as one draft. */
async function measureUndo(report: Report): Promise<void> {
  const { steps, editMs, undoMs, redoMs, isSame } = await editSections(EDITS)
  report.holds(`${EDITS.toLocaleString('en')} edits undone and redone give equal bytes`, isSame)
  const each = (ms: number) => duration((ms * 1000) / steps)
  report.row('an edit, undone, done again', each(editMs), each(undoMs), each(redoMs))
  report.row('all of them', duration(editMs * 1000), duration(undoMs * 1000), duration(redoMs * 1000))
  report.atMost('the slowest of the three, each step', Math.max(editMs, undoMs, redoMs) / steps, STEP_WITHIN_MS, ' ms')
}

async function measureInBrowser(report: Report, brands: string): Promise<void> {
  const engine = await startEngine({ brands, env: STUDIO_ENV })
  const browser = await openChromium()
  try {
    await claimedOwner(engine)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signInOwner(page, studioOrigin(engine))
    await measureFirstLoad(report, page, studioOrigin(engine))
    await measureKeys(report, page, studioOrigin(engine))
    await measureOpening(report, page, studioOrigin(engine))
  } finally {
    await browser.close()
    await engine.stop()
  }
}

/** The scripts and style sheets that the editor needs before somebody can edit, as they travel; the page in the frame is the site's. */
async function measureFirstLoad(report: Report, page: Page, origin: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  /** Request → bytes of the headers of its answer, which are no part of what is loaded. */
  const wanted = new Map<string, number>()
  let bytes = 0
  client.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.url.startsWith(origin) && (type === 'Script' || type === 'Stylesheet'))
      wanted.set(requestId, response.encodedDataLength)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += wanted.has(requestId) ? encodedDataLength - (wanted.get(requestId) ?? 0) : 0
  })
  await page.goto(`${origin}/brands/${BENCH_BRAND}`)
  await page.getByText('Global', { exact: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await client.detach()
  report.holds('the editor was loaded over the network', wanted.size > 0)
  report.atMost('first load of the editor, compressed', bytes / 1000, FIRST_LOAD_BYTES / 1000, ' kB')
}

/** Types into a text and waits until the page in the frame shows it. */
async function measureKeys(report: Report, page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/brands/${BENCH_BRAND}?document=${TEXT.path}&language=en`)
  await page.getByLabel('Filter').fill('menu_live')
  const field = page.getByLabel('Text of site.menu_live', { exact: true })
  await field.waitFor()
  await page.getByLabel('Path in the preview').fill('/en')
  await page.keyboard.press('Enter')
  const frame = page.frames()[1] as Frame
  await frame.waitForURL('**/en')
  await page.getByText('Shows your last edit').waitFor()
  await page.evaluate(() =>
    document.addEventListener(
      'input',
      () => Reflect.set(window, 'typedAt', performance.timeOrigin + performance.now()),
      true,
    ),
  )
  const times: number[] = []
  for (let key = 0; key < KEYS + 5; key++) {
    const text = `Live ${key}`
    const seen = frame.evaluate(
      (wanted) =>
        new Promise<number>((resolve, reject) => {
          const look = () => document.body.textContent.includes(wanted)
          const observer = new MutationObserver(() => {
            if (!look()) return
            observer.disconnect()
            requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
          })
          setTimeout(() => reject(new Error(`"${wanted}" never came`)), 10_000)
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        }),
      text,
    )
    await field.fill(text)
    const seenAt = await seen
    const typedAt = await page.evaluate(() => Number(Reflect.get(window, 'typedAt')))
    // The first ones load what later ones have.
    if (key >= 5) times.push(seenAt - typedAt)
  }
  report.row('from a key to the preview, median', `${Math.round(median(times))} ms`)
  report.atMost('from a key to the preview, p95', quantile(times, 0.95), SEEN_WITHIN_MS, ' ms')
}

async function measureOpening(report: Report, page: Page, origin: string): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${origin}/brands/${BENCH_BRAND}`)
    const link = page.getByText('Global', { exact: true }).first()
    await link.waitFor()
    const startedAt = performance.now()
    await link.click()
    await page.getByRole('heading', { name: 'Global' }).waitFor()
    await page.locator('form input, form select, form button').first().waitFor()
    times.push(performance.now() - startedAt)
  }
  report.row('opening the largest section', `${Math.round(median(times))} ms`)
}

async function measurePublishing(report: Report, brands: string): Promise<void> {
  const times = await publishToMany(brands, PROCESSES)
  report.holds('a PostgreSQL server answers, without which no other process can follow', times !== null)
  if (!times) return
  const live = `live in ${PROCESSES} processes`
  report.atMost(`from publishing to ${live}`, median(times.published), LIVE_WITHIN_MS, ' ms')
  report.atMost(`from rolling back to ${live}`, median(times.rolledBack), LIVE_WITHIN_MS, ' ms')
}

async function measureChecks(report: Report): Promise<void> {
  const { fewMs, manyMs } = await checkGeneratedBrands(FEW_BRANDS, MANY_BRANDS)
  report.row(`brand check of ${FEW_BRANDS} brands`, duration(fewMs * 1000))
  report.row('a brand more', duration(((manyMs - fewMs) * 1000) / (MANY_BRANDS - FEW_BRANDS)))
  report.atMost(`brand check of ${MANY_BRANDS.toLocaleString('en')} brands`, manyMs, CHECKED_WITHIN_MS, ' ms')
}
