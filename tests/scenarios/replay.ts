import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario } from '#schemas'
import { type PlayedScenario, playScenario } from '#stage/player/scenario-player.ts'

/** Replays a scenario on the machine that it names, in Node or in a page. @throws Error when there is no such machine */
export function replay(scenario: Scenario): PlayedScenario {
  const contract = scenarioMachines[scenario.machine]
  if (!contract) throw new Error(`unknown machine ${scenario.machine}`)
  return playScenario(contract, scenario)
}

/** The hashes that so many replays of a scenario give, each once. @throws Error with the first divergence */
export function hashesOf(scenario: Scenario, replays: number): string[] {
  const hashes = new Set<string>()
  for (let count = 0; count < replays; count += 1) {
    const { hash, divergence } = replay(scenario)
    if (divergence) throw new Error(JSON.stringify(divergence))
    hashes.add(hash)
  }
  return [...hashes]
}
