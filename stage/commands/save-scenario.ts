import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { say } from '#cli/command-text.ts'
import type { Scenario } from '#schemas'
import { scenarioText } from '../player/scenario-text.ts'

/** A scenario that was made and cannot be written where it was to be. */
export class UnwritableFile extends Error {}

/** Writes a scenario. @returns its path, with forward slashes   @throws UnwritableFile */
export function saveScenario(file: string, scenario: Scenario, cwd: string): string {
  try {
    mkdirSync(dirname(resolve(cwd, file)), { recursive: true })
    writeFileSync(resolve(cwd, file), scenarioText(scenario))
    return file.replaceAll('\\', '/')
  } catch (error) {
    throw new UnwritableFile(
      say('scenario.unwritable', { file, why: error instanceof Error ? error.message : String(error) }),
    )
  }
}
