import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Scenario, ScenarioStep } from '#schemas'
import { readScenarioFile } from '../../commands/scenario-file.ts'
import { fillSecrets } from '../../recorder/secret-values.ts'
import { actsFor, reasonAgainstMachine } from '../acts/browser-machines.ts'
import { reasonAgainst } from './reason-against.ts'

const SCENARIOS = fileURLToPath(new URL('../../../tests/scenarios/', import.meta.url))

/** Against each scenario of a folder what is known without a page.
 *  @returns reason, without its step and the number of an actor, empty where nothing is against it → names of scenarios */
export async function reasonsIn(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const reasons = new Map<string, readonly string[]>()
  for (const path of globSync(`${SCENARIOS}${folder}/*.scn.json`)) {
    const { scenario } = readScenarioFile(path)
    if (!scenario) throw new Error(`${path} cannot be read`)
    const reason = (await reasonOf(scenario))?.replace(/^step \d+: /, '').replaceAll(/#\d+/g, '') ?? ''
    reasons.set(reason, [...(reasons.get(reason) ?? []), path.replace(/^.*\/|\.scn\.json$/g, '')])
  }
  return reasons
}

async function reasonOf(scenario: Scenario): Promise<string | undefined> {
  const steps = scenario.steps.map((step) => fillSecrets(step, scenario.seed ?? 0) as ScenarioStep)
  const acts = actsFor({ ...scenario, steps })
  return acts ? reasonAgainst(scenario, acts) : reasonAgainstMachine(scenario.machine)
}
