/** How long the viewer of scenarios loads a file of 1 MB, and how long each of 2,000 steps takes when one scrubs. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { scenarioText } from '#stage/player/scenario-text.ts'
import { median, quantile } from './loads/samples.ts'
import { largeScenario, longScenario, MANY_STEPS } from './loads/viewer-samples.ts'
import { loadTime, type PageTime, scrubTimes } from './loads/viewer-times.ts'
import { createReport, type Report, shortNumber } from './report.ts'

const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const LOAD_MS = 500
const STEP_MS = 16
const LOADS = 7
const RUNS = 3

/** Runs and prints the bench. @throws Error without a Chromium */
export async function benchViewer(): Promise<Report> {
  const report = createReport()
  const folder = mkdtempSync(join(tmpdir(), 'livery-bench-viewer-'))
  const browser = await openChromium()
  try {
    await printLoad(report, browser, writtenPage(folder, 'large', scenarioText(largeScenario())))
    await printScrub(report, browser, writtenPage(folder, 'long', scenarioText(longScenario())))
    return report
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}

/** The page as anyone writes it. @returns its address */
function writtenPage(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, `${name}.scn.json`), text)
  const { status, stderr } = spawnSync(
    process.execPath,
    [CLI, 'scenario', 'view', `${name}.scn.json`, '--html', name],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`the page of ${name} was not written: ${stderr}`)
  return pathToFileURL(join(folder, name, 'index.html')).href
}

async function printLoad(report: Report, browser: Browser, address: string): Promise<void> {
  const times: PageTime[] = []
  for (let load = 0; load < LOADS; load += 1) times.push(await loadTime(browser, address))
  const bytes = scenarioText(largeScenario()).length
  report.holds(`a file of ${shortNumber(bytes / 1e6)} MB, ${MANY_STEPS} steps`, bytes >= 1e6)
  const clock = times.map(({ clockMs }) => clockMs)
  report.row('load, by the clock, middle', `${shortNumber(median(clock))} ms`)
  report.row('load, computing alone, middle', `${shortNumber(median(times.map(({ computedMs }) => computedMs)))} ms`)
  report.atMost('load, by the clock, quickest', Math.min(...clock), LOAD_MS, ' ms')
}

async function printScrub(report: Report, browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(address)
  await page.getByTestId('state').waitFor()
  const runs: (readonly PageTime[])[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await page.locator('h1').click()
    await page.keyboard.press('Home')
    runs.push(await scrubTimes(browser, page, MANY_STEPS))
  }
  const best = (share: number, of: keyof PageTime) =>
    Math.min(
      ...runs.map((times) =>
        quantile(
          times.map((time) => time[of]),
          share,
        ),
      ),
    )
  report.row('a step, by the clock, middle', `${shortNumber(best(0.5, 'clockMs'))} ms`)
  report.row('a step, computing alone, middle', `${shortNumber(best(0.5, 'computedMs'))} ms`)
  report.row('a step, by the clock, 99 % within', `${shortNumber(best(0.99, 'clockMs'))} ms`)
  report.atMost('a step, by the clock, 95 % within', best(0.95, 'clockMs'), STEP_MS, ' ms')
  report.atMost('a step, computing alone, 99 % within', best(0.99, 'computedMs'), STEP_MS, ' ms')
  report.atMost('the worst step, computing alone', best(1, 'computedMs'), STEP_MS, ' ms')
  await page.close()
}
