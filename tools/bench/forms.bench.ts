/** What a key costs the page in a long form: ours, two form packages and a bare store, in Chromium, slowed down four times. */

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { buildBenchPage } from './bench-page.ts'
import { median, quantile } from './loads/samples.ts'
import { createReport, duration, type Report, shortNumber } from './report.ts'

const SLOWED = 4
const KEYS = 60
const ROUNDS = 3
/** Fields of the forms; every fifth hangs on the one before it. */
const SIZES = [60, 300]
const FORMS = ['bare', 'ours', 'rjsf', 'json-forms'] as const
const NAMES: Readonly<Record<FormName, string>> = {
  bare: 'a bare store a field (the limit)',
  ours: 'ours',
  rjsf: 'stock rjsf, ajv, live validation',
  'json-forms': 'JSON Forms, vanilla',
}
/** What our key may cost, as a share of stock rjsf's and as a multiple of the bare store's. */
const TO_RJSF = 0.35
const TO_BARE = 4

type FormName = (typeof FORMS)[number]

interface FormTimes {
  readonly firstRender: number
  readonly triggerKeys: readonly number[]
  readonly plainKeys: readonly number[]
  readonly submit: number
}

/** Runs and prints the bench. @throws Error without a Chromium */
export async function benchForms(): Promise<Report> {
  const report = createReport()
  const folder = mkdtempSync(join(tmpdir(), 'livery-bench-'))
  const server = await servePages(folder)
  const browser = await openChromium()
  try {
    for (const count of SIZES) printSize(report, count, await measureSize(browser, server.url, count))
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
  return report
}

/** Builds the page of the forms into a folder and serves it. */
async function servePages(folder: string): Promise<{ url: string; close: () => void }> {
  const server = createServer(await buildBenchPage('forms', folder))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

/** Every form in turn, some rounds each in a page of its own: noise falls on all of them. */
async function measureSize(browser: Browser, url: string, count: number): Promise<Record<FormName, FormTimes[]>> {
  const results: Record<FormName, FormTimes[]> = { bare: [], ours: [], rjsf: [], 'json-forms': [] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of FORMS) results[name].push(await measureForm(browser, url, name, count))
  return results
}

async function measureForm(browser: Browser, url: string, name: FormName, count: number): Promise<FormTimes> {
  const page = await browser.newPage()
  try {
    await page.goto(url, { waitUntil: 'load' })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    const order = [name, count, KEYS] as const
    return await page.evaluate<FormTimes, typeof order>(
      (given) =>
        (window as unknown as { measureForm: (...order: typeof given) => Promise<FormTimes> }).measureForm(...given),
      order,
    )
  } finally {
    await page.close()
  }
}

function printSize(report: Report, count: number, results: Readonly<Record<FormName, readonly FormTimes[]>>): void {
  const key = (name: FormName) => median(results[name].flatMap(keysOf))
  for (const name of FORMS) {
    const rounds = results[name]
    const first = median(rounds.map(({ firstRender }) => firstRender))
    const submit = median(rounds.map((round) => round.submit))
    report.row(
      `${count} fields: ${NAMES[name]}`,
      `key ${milliseconds(key(name))}`,
      `p95 ${milliseconds(quantile(rounds.flatMap(keysOf), 0.95))}`,
      `first render ${milliseconds(first)}`,
      `submit ${milliseconds(submit)}`,
      `${shortNumber(key(name) / key('bare'))} × the limit`,
    )
  }
  report.atMost(`${count} fields: our key to stock rjsf's`, key('ours') / key('rjsf'), TO_RJSF)
  report.atMost(`${count} fields: our key to the bare store's`, key('ours') / key('bare'), TO_BARE)
}

const keysOf = ({ plainKeys, triggerKeys }: FormTimes) => [...plainKeys, ...triggerKeys]
const milliseconds = (ms: number) => duration(ms * 1000)
