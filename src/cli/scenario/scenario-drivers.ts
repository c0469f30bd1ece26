import type { ScenarioRunReport } from '#schemas'
import { runScenarios } from './scenario-run.ts'

/** Plays files: name to report → path to read. */
export type ScenarioDriver = (files: ReadonlyMap<string, string>) => Promise<ScenarioRunReport>

/** Ways to play the same scenario (QA-13). What a driver needs is loaded when it is chosen. */
const DRIVERS: ReadonlyMap<string, ScenarioDriver> = new Map<string, ScenarioDriver>([
  ['machine', async (files) => runScenarios(files)],
  ['http', async (files) => (await import('./http/http-driver.ts')).runOverHttp(files)],
  ['browser', async (files) => (await import('./browser/browser-driver.ts')).runInBrowser(files)],
])

export const driverNames: readonly string[] = [...DRIVERS.keys()]

/** The driver of a name; undefined when there is none. */
export function scenarioDriver(name: string): ScenarioDriver | undefined {
  return DRIVERS.get(name)
}
