import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { scenarioText } from '#machines/scenario/scenario-text.ts'
import type { Scenario } from '#schemas'

/** A scenario that was made and cannot be written where it was to be. */
export class UnwritableFile extends Error {}

/** Writes a scenario. @returns its path, with forward slashes   @throws UnwritableFile */
export function saveScenario(file: string, scenario: Scenario, cwd: string): string {
  try {
    mkdirSync(dirname(resolve(cwd, file)), { recursive: true })
    writeFileSync(resolve(cwd, file), scenarioText(scenario))
    return file.replaceAll('\\', '/')
  } catch (error) {
    throw new UnwritableFile(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}
