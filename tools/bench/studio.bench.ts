/** The studio in a real Chromium: from a key to the preview, opening the largest section, publishing and rolling back. The peer of
 *  a key is a frame of 200 ms, within which a change seems immediate to the person who made it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright'
import { editStudioDraft } from '#calls/studio/studio-draft.calls.ts'
import { publishDraft, rollBackBrand } from '#calls/studio/studio-life.calls.ts'
import type { StudioPublishAnswer } from '#schemas'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { buildPages } from '../build.ts'
import { BENCH_BRAND, BRANDS, sendTo } from './loads/bench-brand.ts'
import { median, quantile } from './loads/samples.ts'
import { claimedOwner, STUDIO_ENV, type StudioCaller, signInOwner, studioOrigin } from './loads/studio-caller.ts'
import { createReport, type Report } from './report.ts'
import { startEngine } from './server-process.ts'

const KEYS = 60
const ROUNDS = 5
const SEEN_WITHIN_MS = 200
const LIVE_WITHIN_MS = 1000
const ASK_EVERY_MS = 10
const TEXT = { path: 'locales/en/site.json', pointer: '/site.menu_live' } as const

/** Runs and prints the bench. @throws Error without a Chromium */
export async function benchStudio(): Promise<Report> {
  const report = createReport()
  await buildPages()
  const brands = mkdtempSync(join(tmpdir(), 'livery-studio-'))
  cpSync(BRANDS, brands, { recursive: true })
  const engine = await startEngine({ brands, env: STUDIO_ENV })
  const browser = await openChromium()
  try {
    const owner = await claimedOwner(engine)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signInOwner(page, studioOrigin(engine))
    await measureKeys(report, page, studioOrigin(engine))
    await measureOpening(report, page, studioOrigin(engine))
    await measurePublishing(report, owner, engine.port)
  } finally {
    await browser.close()
    await engine.stop()
    rmSync(brands, { recursive: true, force: true })
  }
  return report
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

async function measurePublishing(report: Report, owner: StudioCaller, port: number): Promise<void> {
  const isLive = async (text: string) => {
    while (!(await sendTo(port, '/en')).body.includes(text)) await new Promise((done) => setTimeout(done, ASK_EVERY_MS))
  }
  const published: number[] = []
  const rolledBack: number[] = []
  let last = 0
  for (let round = 0; round < ROUNDS; round++) {
    const value = `Published ${round}`
    await owner.send(editStudioDraft, BENCH_BRAND, { body: { edits: [{ ...TEXT, value }], editor: 'bench1' } })
    const startedAt = performance.now()
    const { revision } = await owner.send<StudioPublishAnswer>(publishDraft, BENCH_BRAND, { body: { message: value } })
    await isLive(value)
    published.push(performance.now() - startedAt)
    if (round > 0) {
      const backAt = performance.now()
      await owner.send(rollBackBrand, BENCH_BRAND, { body: { number: last } })
      await isLive(`Published ${round - 1}`)
      rolledBack.push(performance.now() - backAt)
    }
    last = revision?.number ?? last
  }
  report.atMost('from publishing to the live page', median(published), LIVE_WITHIN_MS, ' ms')
  report.atMost('from rolling back to the live page', median(rolledBack), LIVE_WITHIN_MS, ' ms')
}
