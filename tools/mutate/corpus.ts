import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario } from '#schemas'
import { transitionKey } from '#stage/coverage/coverage-items.ts'
import { ancestorsOf, pathOf, statePaths } from '#stage/player/machine-nodes.ts'
import { playScenario } from '#stage/player/scenario-player.ts'
import type { MutantSpot } from './mutants.ts'

/** A scenario of a machine, and where it passes there. */
export interface Trail {
  readonly scenario: Scenario
  readonly transitions: ReadonlySet<string>
  readonly states: ReadonlySet<string>
  /** Whether it asks what the machine would do, which it may without letting it happen. */
  readonly isAsking: boolean
}

/** Replays a scenario on its machine, without the hash of its trace: a mutant that differs in it alone is not noticed by what
 *  anybody expects. @throws Error when the scenario does not go as written */
export function trailOf(
  contract: AnyMachineContract,
  file: string,
  { traceHash: _hash, ...scenario }: Scenario,
): Trail {
  const transitions = new Set<string>()
  const states = new Set<string>([''])
  const { divergence } = playScenario(contract, scenario, {
    onMicrostep: ({ value, transitions: taken, machine }) => {
      if (machine.config !== contract.machine.config) return
      for (const path of statePaths(value)) states.add(path)
      for (const transition of taken) {
        transitions.add(transitionKey(transition))
        for (const node of transition.target ?? [])
          for (const entered of [...ancestorsOf(node), node]) states.add(pathOf(entered))
      }
    },
  })
  if (divergence) throw new Error(`${file} diverges at step ${divergence.step}`)
  const isAsking = scenario.steps.some(({ expect }) => expect?.can !== undefined)
  return { scenario, transitions, states, isAsking }
}

/** Whether a scenario can tell a mutant from its machine at all: one that does not pass the spot goes alike on both. */
function passes({ transitions, states, isAsking }: Trail, { transition, state }: MutantSpot): boolean {
  if (isAsking || (transition === undefined && state === undefined)) return true
  return (transition !== undefined && transitions.has(transition)) || (state !== undefined && states.has(state))
}

/** Whether one of the scenarios goes otherwise on a mutant, breaks an invariant of it, or makes it throw. */
export function isNoticed(contract: AnyMachineContract, trails: readonly Trail[], spot: MutantSpot): boolean {
  return trails.some((trail) => passes(trail, spot) && fails(contract, trail.scenario))
}

function fails(contract: AnyMachineContract, scenario: Scenario): boolean {
  try {
    return playScenario(contract, scenario).divergence !== undefined
  } catch {
    // A mutant that throws on its way is noticed by playing it.
    return true
  }
}
