import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { type BrowserWorld, openBrowserWorld, runInBrowser } from '#cli/scenario/browser/browser-driver.ts'

const SCENARIOS = fileURLToPath(new URL('../scenarios/', import.meta.url))
/** The pages may have to be built first. */
const START_MS = 180_000

/** What plays scenarios on pages in the tests of one file. */
export interface ScenarioPlayer {
  /** Plays scenarios of a folder. @returns name → `passed`, or why it was skipped, where it diverged, or what is wrong with it */
  readonly play: (folder: string, names: readonly string[]) => Promise<Readonly<Record<string, unknown>>>
  /** Plays scenarios of a folder, and all of them have to pass. */
  readonly pass: (folder: string, names: readonly string[]) => Promise<void>
}

/** Where the scenarios of a machine are. */
export function scenarioFolder(machine: string): string {
  return join(SCENARIOS, machine)
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
  }
}
