/** How long a player waits for the engine's own captcha in Chromium, against the bare derivations that its work is made of. */
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { buildPages } from '../build.ts'
import { median, quantile } from './loads/samples.ts'
import { createReport, duration, type Report, shortNumber } from './report.ts'
import { startEngine } from './server-process.ts'

const BRANDS = fileURLToPath(new URL('../../brands', import.meta.url))
const BRAND = 'aurora'
const RUNS = 15
/** The work of a challenge in the middle: this many derivations of so many iterations. */
const MIDDLE = { steps: 500, iterations: 1000 }
/** What loading the code, asking for the challenge and the worker may add, as a multiple of the bare work. */
const TO_BARE = 3
const SLOWED = 4

interface Waits {
  /** From the press to the word that the captcha is solved, in milliseconds. */
  readonly captcha: readonly number[]
  /** The bare derivations, in milliseconds. */
  readonly bare: readonly number[]
}

/** Runs and prints the bench. @throws Error without a Chromium */
export async function benchCaptcha(): Promise<Report> {
  const report = createReport()
  await buildPages()
  const engine = await startEngine({ brands: BRANDS })
  const browser = await openChromium()
  try {
    const address = `http://${BRAND}.localhost:${engine.port}/en/registration/full_reg`
    print(report, 'as it is', await measure(browser, address, 1))
    print(report, `slowed ${SLOWED} times`, await measure(browser, address, SLOWED))
  } finally {
    await browser.close()
    await engine.stop()
  }
  return report
}

function print(report: Report, name: string, { captcha, bare }: Waits): void {
  const [waited, worked] = [median(captcha), median(bare)]
  const cells = [waited, quantile(captcha, 0.95), worked].map((ms) => duration(ms * 1000))
  report.row(name, `p50 ${cells[0]}`, `p95 ${cells[1]}`, `bare work ${cells[2]}`)
  report.atMost(`${name}: the wait to the bare work`, waited / worked, TO_BARE)
  report.row(`${name}: derivations a second`, shortNumber((MIDDLE.steps * 1000) / worked))
}

async function measure(browser: Browser, address: string, slowed: number): Promise<Waits> {
  const captcha: number[] = []
  const bare: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    await page.goto(address)
    const button = page.getByRole('button', { name: 'I am not a robot' })
    await button.waitFor()
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
    captcha.push(await waitOf(page))
    bare.push(await page.evaluate(bareWork, MIDDLE))
    await page.close()
  }
  return { captcha, bare }
}

/** One press of the captcha's button, timed in the page. */
function waitOf(page: Page): Promise<number> {
  return page.getByRole('button', { name: 'I am not a robot' }).evaluate((button: HTMLButtonElement) => {
    const field = button.closest('[data-state]')
    if (!field) throw new Error('there is no captcha field')
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const startedAt = performance.now()
    new MutationObserver(() => {
      if (field.getAttribute('data-state') === 'solved') resolve(performance.now() - startedAt)
      if (field.getAttribute('data-state') === 'failed') reject(new Error(field.textContent ?? ''))
    }).observe(field, { attributes: true })
    button.click()
    return promise
  })
}

async function bareWork({ steps, iterations }: typeof MIDDLE): Promise<number> {
  const startedAt = performance.now()
  const salt = new Uint8Array(16)
  for (let step = 0; step < steps; step += 1) {
    const key = await crypto.subtle.importKey('raw', new Uint8Array([step & 255, step >> 8]), 'PBKDF2', false, [
      'deriveBits',
    ])
    await crypto.subtle.deriveBits({ name: 'PBKDF2', salt, iterations, hash: 'SHA-256' }, key, 256)
  }
  return performance.now() - startedAt
}
