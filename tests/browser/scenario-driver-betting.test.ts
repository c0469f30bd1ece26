import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BrowserWorld, openBrowserWorld, runInBrowser } from '#cli/scenario/browser/browser-driver.ts'

const SCENARIOS = fileURLToPath(new URL('../scenarios/', import.meta.url))

/** Of each machine of betting those that say most; `livery scenario run --driver browser` plays all of them. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  'betting/coupon': [
    'offered-again-at-the-new-price',
    'live-bet-counts-down',
    'coupon-is-saved-and-loaded',
    'beyond-the-limit-of-the-outcome',
  ],
  'betting/bet-offer': [
    'part-is-sold-after-the-whole-was-looked-at',
    'offer-expires-and-is-asked-for-anew',
    'worth-less-by-now-is-offered-again',
  ],
}

/** The pages may have to be built first. */
const START_MS = 180_000

vi.setConfig({ testTimeout: 180_000 })

let world: BrowserWorld
beforeAll(async () => {
  world = await openBrowserWorld()
}, START_MS)
afterAll(async () => {
  await world?.close()
})

test.each(Object.entries(CHOSEN))('QA-13: %s goes on its page as its scenarios tell', async (machine, names) => {
  const folder = machine.replace(/^.*\//, '')
  const files = new Map(names.map((name) => [name, `${SCENARIOS}${folder}/${name}.scn.json`]))
  const report = await runInBrowser(files, async () => ({ ...world, close: async () => undefined }))
  expect(report.scenarios.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(report.passed).toBe(names.length)
})
