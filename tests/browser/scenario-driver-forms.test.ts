import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BrowserWorld, openBrowserWorld, runInBrowser } from '#cli/scenario/browser/browser-driver.ts'

const SCENARIOS = fileURLToPath(new URL('../scenarios/', import.meta.url))

/** Of each machine of the registration those that say most; `livery scenario run --driver browser` plays all of them. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  'forms/form': [
    'submitted',
    'server-error-dies-with-its-answer',
    'nothing-is-asked',
    'fields-follow-the-country',
    'confirmation-is-all-that-lacks',
  ],
  'registration/registration': ['data-and-bonuses-on-demand', 'one-click-shows-password'],
  'phone/sms-code': ['phone-is-confirmed', 'sending-fails'],
  'phone/phone-code': ['picking-a-country', 'bare-code-is-picked'],
  'captcha/captcha': ['token'],
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
