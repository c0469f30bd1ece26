import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { possibleSteps } from '../explore/possible-steps.ts'
import { MachineStage } from '../player/machine-stage.ts'
import { takeStep } from '../player/scenario-player.ts'

/** A step of a machine as a recording of a visit has it: names alone. */
export interface NamedStep {
  /** Type of the event; `xstate.init` begins. */
  readonly event: string
  /** The state afterwards, as JSON. */
  readonly state: string
}

/** A scenario that was found for a run, and how much of the run it plays. */
export interface FoundScenario {
  readonly scenario: Scenario
  /** Steps of the run that the scenario plays. */
  readonly played: number
}

type Input = Readonly<Record<string, unknown>>

/** How many ways are tried for a run at most, and of how many steps it may be. */
const MOST_TRIES = 4000
const MOST_STEPS = 120

/** Finds a scenario that takes a machine through the recorded states by the recorded events. A recording has no values: those of the scenario
 *  are the typical ones of the machine's contract, so that nothing of the visitor is in it. Where none of them leads on, the scenario ends
 *  there. @param run the steps of one run, the beginning first @returns null when the machine does not begin as recorded */
export function scenarioOfSteps(
  name: string,
  contract: AnyMachineContract,
  run: readonly NamedStep[],
): FoundScenario | null {
  const steps = run.slice(0, MOST_STEPS)
  let best: { readonly input: Input; readonly way: readonly ScenarioStep[] } | null = null
  let tries = 0

  function visit(input: Input, way: readonly ScenarioStep[]): boolean {
    if (!best || way.length > best.way.length) best = { input, way }
    const wanted = steps[way.length + 1]
    if (!wanted) return true
    const here = staged(contract, input, way)
    for (const step of possibleSteps(contract, here)) {
      if (!isNamed(step, wanted.event) || tries >= MOST_TRIES) continue
      tries += 1
      const after = staged(contract, input, [...way, step])
      if (after.error || stateOf(after) !== wanted.state) continue
      if (visit(input, [...way, step])) return true
    }
    return false
  }

  const [beginning] = steps
  for (const input of contract.inputs ?? [{}]) {
    if (!beginning || stateOf(staged(contract, input, [])) !== beginning.state) continue
    if (visit(input, [])) break
  }
  const found = best as { readonly input: Input; readonly way: readonly ScenarioStep[] } | null
  if (!found) return null
  const stage = staged(contract, found.input, [])
  const played = found.way.map((step): ScenarioStep => {
    takeStep(stage, step)
    return { ...step, expect: { value: stage.snapshot.value } as NonNullable<ScenarioStep['expect']> }
  })
  return {
    scenario: {
      ...{ format: 'scn/1', title: `A recorded visit of ${name}`, machine: name, input: found.input },
      ...{ source: 'recorded', req: [], steps: played },
    },
    played: played.length,
  }
}

function staged(contract: AnyMachineContract, input: Input, way: readonly ScenarioStep[]): MachineStage {
  const stage = new MachineStage(contract, input)
  for (const step of way) takeStep(stage, step)
  return stage
}

function stateOf(stage: MachineStage): string {
  return JSON.stringify(stage.snapshot.value)
}

const OF_XSTATE = [
  ['xstate.done.actor.', 'ok'],
  ['xstate.error.actor.', 'err'],
  ['xstate.snapshot.', 'emit'],
  ['xstate.after.', 'advance'],
] as const

/** Whether a step may be what a recording calls by an event's type. */
function isNamed({ do: deed, event }: ScenarioStep, type: string): boolean {
  const own = OF_XSTATE.find(([prefix]) => type.startsWith(prefix))
  if (own) return deed === own[1]
  return deed === 'send' && event?.type === type
}
