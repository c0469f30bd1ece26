import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { type BrowserWorld, openBrowserWorld, runInBrowser } from '#stage/drivers/browser/browser-driver.ts'
import { reasonsIn } from '#stage/drivers/browser/scenario-reasons.test-support.ts'

/** The part of the scenarios that is played, such as `2/6`: all of them where no part is asked for. */
const [PART = 1, PARTS = 1] = (process.env.LIVERY_PART ?? '1/1').split('/').map(Number)
const SCENARIOS = fileURLToPath(new URL('../../scenarios/', import.meta.url))
/** The pages may have to be built first. */
const START_MS = 180_000

/** What plays scenarios on pages in the tests of one file. */
export interface ScenarioPlayer {
  /** Plays scenarios of a folder. @returns name → `passed`, or why it was skipped, where it diverged, or what is wrong with it */
  readonly play: (folder: string, names: readonly string[]) => Promise<Readonly<Record<string, unknown>>>
  /** Plays scenarios of a folder, and all of them have to pass. */
  readonly pass: (folder: string, names: readonly string[]) => Promise<void>
  /** Plays all scenarios of a folder (or the asked part of them) against which the acts of their machine know no reason. All of them have to pass, but those of
   *  which it is known that the page is somewhere else by then. @param unplayed reason, without the number of its step → names */
  readonly goes: (folder: string, unplayed?: Readonly<Record<string, readonly string[]>>) => Promise<void>
}

/** One server and one browser for all tests of a file, opened before the first and closed after the last. */
export function scenarioPlayer(): ScenarioPlayer {
  vi.setConfig({ testTimeout: START_MS })
  let world: BrowserWorld
  beforeAll(async () => {
    world = await openBrowserWorld()
  }, START_MS)
  afterAll(() => world?.close())
  const play: ScenarioPlayer['play'] = async (folder, names) => {
    const files = new Map(names.map((name) => [name, join(SCENARIOS, folder, `${name}.scn.json`)]))
    const { scenarios } = await runInBrowser(files, async () => ({ ...world, close: async () => undefined }))
    return Object.fromEntries(
      scenarios.map(({ file, status, reason, divergence, problems }) => [
        file,
        reason ?? divergence ?? problems ?? status,
      ]),
    )
  }
  return {
    play,
    async pass(folder, names) {
      expect(await play(folder, names)).toEqual(Object.fromEntries(names.map((name) => [name, 'passed'])))
    },
    async goes(folder, unplayed = {}) {
      const all = (await reasonsIn(folder)).get('') ?? []
      const names = all.filter((_name, index) => index % PARTS === PART - 1)
      const reasons = Object.entries(unplayed).flatMap(([reason, known]) =>
        known.filter((name) => names.includes(name)).map((name) => [name, reason] as const),
      )
      const expected = { ...Object.fromEntries(names.map((name) => [name, 'passed'])), ...Object.fromEntries(reasons) }
      const found = Object.entries(await play(folder, names)).map(([name, outcome]) => [name, withoutStep(outcome)])
      expect(Object.fromEntries(found)).toEqual(expected)
    },
  }
}

function withoutStep(outcome: unknown): unknown {
  return typeof outcome === 'string' ? outcome.replace(/^step \d+: /, '').replaceAll(/#\d+/g, '') : outcome
}
