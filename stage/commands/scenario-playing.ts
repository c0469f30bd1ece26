import { performance } from 'node:perf_hooks'
import { say } from '#cli/command-text.ts'
import type { Scenario, ScenarioRunReport, ScenarioRunResult } from '#schemas'
import { instantWarnings } from '../player/check/instant-warnings.ts'
import { readScenarioFile, type ScenarioFile } from './scenario-file.ts'
import { namesOf, runReport } from './scenario-run.ts'

/** What came of one scenario. */
export type Outcome = Omit<ScenarioRunResult, 'file' | 'durationMs'>

/** A file that holds a scenario. */
export type PlayableFile = ScenarioFile & { readonly scenario: Scenario }

/** What a driver cannot start with, such as a browser that is not there. */
export class DriverUnavailable extends Error {}

/** Plays files one after the other in one world, which is made when the first one needs it and taken down at the end.
 *  @param files name to report → path to read
 *  @param play plays the scenario of one file, counted from 1; `world` gives the world, and rejects as `open` did */
export async function playFiles<TWorld extends { close(): Promise<void> }>(
  files: ReadonlyMap<string, string>,
  open: () => Promise<TWorld>,
  play: (file: PlayableFile, number: number, world: () => Promise<TWorld>) => Promise<Outcome>,
): Promise<ScenarioRunReport> {
  let opened: Promise<TWorld> | undefined
  const world = () => {
    opened ??= open()
    return opened
  }
  try {
    const results: ScenarioRunResult[] = []
    for (const [name, path] of files) {
      const startedAtMs = performance.now()
      const file = readScenarioFile(path)
      const outcome = await playFile(file, () => play(file as PlayableFile, results.length + 1, world))
      results.push({
        file: name,
        ...namesOf(file),
        ...outcome,
        durationMs: Math.round((performance.now() - startedAtMs) * 1000) / 1000,
      })
    }
    return runReport(results)
  } finally {
    await opened?.then(
      (running) => running.close(),
      () => undefined, // It could not be started, which each scenario has reported.
    )
  }
}

async function playFile(file: ScenarioFile, play: () => Promise<Outcome>): Promise<Outcome> {
  if (!file.scenario) return { status: 'unreadable', steps: 0, problems: [...file.problems] }
  try {
    return withWarnings(await play(), instantWarnings(file.scenario))
  } catch (error) {
    if (error instanceof DriverUnavailable) throw error
    const outcome = unplayable(
      file,
      '',
      say('scenario.unplayable', { why: error instanceof Error ? error.message : String(error) }),
    )
    return withWarnings(outcome, instantWarnings(file.scenario))
  }
}

/** A clock of 1970 is often why a driver cannot play a scenario, so it is reported with the result. */
function withWarnings(outcome: Outcome, warnings: readonly string[]): Outcome {
  return warnings.length > 0 ? { ...outcome, warnings: [...(outcome.warnings ?? []), ...warnings] } : outcome
}

/** A scenario that a driver cannot play, which is neither a pass nor a failure. */
export function skipped(reason: string): Outcome {
  return { status: 'skipped', steps: 0, reason }
}

/** A scenario that asks for something that cannot be. @param pointer leads to it in the file */
export function unplayable({ lineOf }: ScenarioFile, pointer: string, message: string): Outcome {
  return { status: 'unreadable', steps: 0, problems: [{ line: lineOf(pointer), pointer, message }] }
}
