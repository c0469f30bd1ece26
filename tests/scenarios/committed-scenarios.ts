import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Scenario } from '#schemas'
import { readScenarioText } from '#stage/commands/scenario-file.ts'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The text of every committed scenario by its path from the root, in the order of the paths. */
export const scenarioTexts: ReadonlyMap<string, string> = new Map(
  globSync('tests/scenarios/**/*.scn.json', { cwd: root })
    .sort()
    .map((file) => [file, readFileSync(`${root}${file}`, 'utf8')]),
)

/** A committed scenario by its path from the root. @throws Error with what keeps it from being played */
export function committedScenario(file: string): Scenario {
  const { scenario, problems } = readScenarioText(scenarioTexts.get(file) ?? '')
  if (!scenario) throw new Error(`${file}: ${JSON.stringify(problems)}`)
  return scenario
}
