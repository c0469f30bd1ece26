import type { ScenarioRunReport } from '#schemas'
import { runScenarios } from './scenario-run.ts'

/** Plays files.
 *  @param files name to report → path to read   @param brandsDir where the brands are that scenarios were recorded on */
export type ScenarioDriver = (files: ReadonlyMap<string, string>, brandsDir: string) => Promise<ScenarioRunReport>

/** Ways to play the same scenario (QA-13). What a driver needs is loaded when it is chosen. */
const DRIVERS: ReadonlyMap<string, ScenarioDriver> = new Map<string, ScenarioDriver>([
  ['machine', async (files) => runScenarios(files)],
  [
    'http',
    async (files, brandsDir) => (await import('../drivers/http/http-driver.ts')).runOverHttp(files, { brandsDir }),
  ],
  ['browser', async (files) => (await import('../drivers/browser/browser-driver.ts')).runInBrowser(files)],
])

export const driverNames: readonly string[] = [...DRIVERS.keys()]

/** The driver of a name; undefined when there is none. */
export function scenarioDriver(name: string): ScenarioDriver | undefined {
  return DRIVERS.get(name)
}
