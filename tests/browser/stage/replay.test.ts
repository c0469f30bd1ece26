import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { hashesOf } from '#tests/scenarios/replay.ts'
import { committedScenario, scenarioTexts } from '../../scenarios/committed-scenarios.ts'
import { replay } from '../../scenarios/replay.ts'
import { openBrowser, watchedPage } from '../watched-page.ts'

const PLAYER = join(import.meta.dirname, '../../scenarios/replay.ts')
const REPLAYS = 1000
const files = [...scenarioTexts.keys()]

let browser: Browser
let player: string
beforeAll(async () => {
  browser = await openBrowser()
  player = await bundledPlayer()
})
afterAll(() => browser?.close())

/** The player and all machines as one script that a page can run: `player.hashesOf(scenario, replays)`. */
async function bundledPlayer(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry: PLAYER, formats: ['iife'], name: 'player' } },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (!bundle || !('output' in bundle)) throw new Error('the player was not bundled')
  return bundle.output[0].code
}

/** What scenarios hash to in a page with such surroundings, by file. */
async function hashesInChromium(
  played: readonly string[],
  replays: number,
  surroundings: BrowserContextOptions = {},
): Promise<Record<string, string[]>> {
  const { page, faults, close } = await watchedPage(browser, surroundings)
  await page.addScriptTag({ content: player })
  const hashes: Record<string, string[]> = {}
  for (const file of played) {
    hashes[file] = await page.evaluate(
      ([scenario, count]) =>
        (globalThis as unknown as { player: { hashesOf: typeof hashesOf } }).player.hashesOf(scenario, count),
      [committedScenario(file), replays] as const,
    )
  }
  expect(faults()).toEqual([])
  await close()
  return hashes
}

function hashesInNode(played: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(played.map((file) => [file, [replay(committedScenario(file)).hash]]))
}

test.each([
  ['a page as it comes', {}],
  ['a page of another language and time zone', { locale: 'ar-EG', timezoneId: 'Pacific/Chatham' }],
])('QA-3: in %s every committed scenario gives the trace hash that it gives in Node', async (_case, surroundings) => {
  expect(files.length).toBeGreaterThanOrEqual(36)
  expect(await hashesInChromium(files, 1, surroundings)).toEqual(hashesInNode(files))
})

/** A thousand replays of some thirty machines: minutes on a slow machine. */
const ALL_MS = { timeout: 400_000 }

test(
  'QA-3: 1,000 replays in Chromium of the longest scenario of each machine give the one hash of Node',
  ALL_MS,
  async () => {
    const ofMachines = Map.groupBy(files, (file) => committedScenario(file).machine)
    const played = [...ofMachines.values()].flatMap((of) => of.toSorted((a, b) => stepsOf(b) - stepsOf(a)).slice(0, 1))
    expect(played.length).toBeGreaterThanOrEqual(5)
    expect(await hashesInChromium(played, REPLAYS)).toEqual(hashesInNode(played))
  },
)

function stepsOf(file: string): number {
  return committedScenario(file).steps.length
}
