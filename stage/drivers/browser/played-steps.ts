import { say } from '#cli/command-text.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { playScenario } from '../../player/scenario-player.ts'
import type { StepObservation } from '../../player/step-observation.ts'
import { fillSecrets } from '../../recorder/secret-values.ts'

/** The machine as a scenario has it at some moment. */
export interface PlayedState<TContext> {
  readonly value: unknown
  readonly context: TContext
  readonly children: readonly string[]
}

/** A step of a scenario, with what the machine alone makes of it. */
export interface PlayedStep<TContext> {
  readonly told: ScenarioStep
  readonly before: PlayedState<TContext>
  readonly after: PlayedState<TContext>
  readonly effects: StepObservation['effects']
}

/** The steps of a scenario as the machine alone plays it, whatever the scenario expects. */
export function playedSteps<TContext>(scenario: Scenario): readonly PlayedStep<TContext>[] {
  const { steps, seed = 0 } = scenario
  const [start, ...seen] = observed<TContext>(scenario)
  if (!start) throw new Error(say('driver.machine_does_not_start', { machine: scenario.machine }))
  return seen.map(({ state, effects }, index) => ({
    told: fillSecrets(steps[index], seed) as ScenarioStep,
    before: seen[index - 1]?.state ?? start.state,
    after: state,
    effects,
  }))
}

/** The actor of a name that a step starts, counted from 0: `root/keep#2`; undefined when it starts none. */
export function begunAt(
  steps: readonly Pick<PlayedStep<unknown>, 'before' | 'after'>[],
  index: number,
  name: string,
): string | undefined {
  const { before, after } = steps[index] ?? {}
  return after?.children.find((path) => path.startsWith(`root/${name}#`) && !before?.children.includes(path))
}

/** The step at which an actor ends, as the scenario tells it; undefined where it tells nothing of that. */
export function endOf(steps: readonly Pick<PlayedStep<unknown>, 'told'>[], path: string): ScenarioStep | undefined {
  return steps.map(({ told }) => told).find((step) => step.actor === path && (step.do === 'ok' || step.do === 'err'))
}

/** What the machine is at time 0, and after each step. */
function observed<TContext>(scenario: Scenario) {
  const contract = scenarioMachines[scenario.machine]
  if (!contract) throw new Error(say('driver.no_machine_name', { machine: scenario.machine }))
  const seen: { readonly state: PlayedState<TContext>; readonly effects: StepObservation['effects'] }[] = []
  const steps: readonly ScenarioStep[] = [
    { at: 0, do: 'mark' },
    ...scenario.steps.map(({ expect: _expect, ...step }) => step),
  ]
  playScenario(
    contract,
    { ...scenario, steps: steps as Scenario['steps'] },
    {
      onStep: (_, { value, context, children, effects }) => {
        seen.push({ state: { value, context: context as TContext, children }, effects })
      },
    },
  )
  return seen
}
