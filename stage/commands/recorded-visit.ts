import { scenarioMachines } from '#machines/scenario-machines.ts'
import { scenarioText } from '../player/scenario-text.ts'
import { type NamedStep, scenarioOfSteps } from '../recorder/steps-to-scenario.ts'

/** A run of a machine in a recorded visit. */
export interface RecordedRun {
  /** Id of the machine. */
  readonly machine: string
  readonly steps: readonly NamedStep[]
}

/** A scenario of a run. */
export interface VisitScenario {
  /** Name of the machine, as noun/machine. */
  readonly machine: string
  /** Steps that were recorded after the beginning. */
  readonly steps: number
  /** How many of them the scenario plays. */
  readonly played: number
  /** Text of the file. */
  readonly text: string
}

/** The scenarios of the runs that did more than begin, in their order; those of machines that no scenario is written for are left out. */
export function visitScenarios(runs: readonly RecordedRun[]): readonly VisitScenario[] {
  return runs.flatMap(({ machine, steps }) => {
    const entry = Object.entries(scenarioMachines).find(([, contract]) => contract.machine.id === machine)
    if (!entry || steps.length < 2) return []
    const [name, contract] = entry
    const found = scenarioOfSteps(name, contract, steps)
    if (!found || found.played === 0) return []
    const { scenario, played } = found
    return [{ machine: name, steps: steps.length - 1, played, text: scenarioText(scenario) }]
  })
}
