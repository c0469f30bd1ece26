import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { canonicalJson } from '../player/canonical-json.ts'
import { MachineStage } from '../player/machine-stage.ts'
import type { Mismatch } from '../player/scenario-expectation.ts'
import { playStep } from '../player/scenario-player.ts'
import { fillSecrets } from '../recorder/secret-values.ts'
import { stateKey } from './explore.ts'
import { actorName } from './possible-steps.ts'

/** How a scenario fails: what is wrong, and the state node in which it is. Two failures of one fault are equal texts. */
export type FaultName = string

/** A step with the time that passes before it, so that others can be left out without moving it about. */
export interface TimedStep {
  readonly waitMs: number
  readonly step: ScenarioStep
}

/** A way that fails: its steps up to the one that does, with the actors that they really meant. */
export interface Failing {
  readonly steps: readonly TimedStep[]
  readonly fault: FaultName
  /** What identified the state of the machine before each step. */
  readonly keys: readonly string[]
}

/** Plays candidates, and knows which fault is looked for. */
export class ShrinkTrial {
  readonly first: Failing | undefined
  count = 0
  readonly #contract: AnyMachineContract
  readonly #input: Readonly<Record<string, unknown>>
  readonly #seed: number
  readonly #tried = new Set<string>()
  /** The step whose expectation is not met; its own are kept, those of others would only get in the way. */
  readonly #keepsLast: boolean

  constructor(contract: AnyMachineContract, { input, seed = 0, steps }: Scenario) {
    this.#contract = contract
    this.#seed = seed
    this.#input = fillSecrets(input ?? {}, seed) as Record<string, unknown>
    this.#keepsLast = false
    const failing = this.#play(withWaits(steps))
    if (!failing) return
    this.#keepsLast = isOfStep(failing.fault)
    const last = failing.steps.length - 1
    this.first = this.#play(
      failing.steps.map((timed, index) => (this.#keepsLast && index === last ? timed : withoutExpectation(timed))),
    )
  }

  /** The failing way of a candidate; undefined when it does not fail, or in another way, or was tried before. */
  try(steps: readonly TimedStep[]): Failing | undefined {
    const text = canonicalJson(steps)
    if (this.#tried.has(text)) return undefined
    this.#tried.add(text)
    const failing = this.#play(steps)
    return failing?.fault === this.first?.fault ? failing : undefined
  }

  #play(candidates: readonly TimedStep[]): Failing | undefined {
    this.count += 1
    const stage = new MachineStage(this.#contract, this.#input)
    const steps: TimedStep[] = []
    const keys: string[] = []
    let waitedMs = 0
    for (const [index, { waitMs, step }] of candidates.entries()) {
      const isFixed = this.#keepsLast && index === candidates.length - 1
      const meant = isFixed ? step : followActor(step, stage)
      waitedMs += waitMs
      if (!meant) continue
      keys.push(stateKey(this.#contract, stage))
      steps.push({ waitMs: waitedMs, step: meant })
      const filled = fillSecrets({ ...meant, at: stage.clock.nowMs + waitedMs }, this.#seed) as ScenarioStep
      waitedMs = 0
      const { mismatch } = playStep(this.#contract, stage, filled)
      if (mismatch) return { steps, keys, fault: faultName(mismatch, stage) }
    }
    return undefined
  }
}

/** What is wrong, in words that are equal whenever it is the same. Where a step stands does not count. */
function faultName({ path, expected, actual }: Mismatch, stage: MachineStage): FaultName {
  const { snapshot } = stage
  const state = snapshot.value
  const isError = path.length === 0 && stage.error !== undefined
  return canonicalJson({ path, what: path.length > 0 ? null : isError ? actual : expected, state })
}

/** Whether a fault is that a step's own expectation, time or actor is not met. */
function isOfStep(fault: FaultName): boolean {
  return (JSON.parse(fault) as { readonly path: readonly string[] }).path.length > 0
}

/** Steps that tell an actor mean the one of that name which runs: the same, else the one started last. */
function followActor(step: ScenarioStep, stage: MachineStage): ScenarioStep | undefined {
  const { actor = 'root' } = step
  if (actor === 'root' || stage.isRunning(actor)) return step
  const other = stage.running.findLast((path) => actorName(path) === actorName(actor))
  return other === undefined ? undefined : { ...step, actor: other }
}

function withoutExpectation({ waitMs, step }: TimedStep): TimedStep {
  const { expect: _, ...rest } = step
  return { waitMs, step: rest }
}

/** Steps with the time before each, instead of the time since the start. */
export function withWaits(steps: readonly ScenarioStep[]): readonly TimedStep[] {
  return steps.map((step, index) => ({ waitMs: step.at - (steps[index - 1]?.at ?? 0), step }))
}

/** The other way round. */
export function withTimes(steps: readonly TimedStep[]): readonly ScenarioStep[] {
  let at = 0
  return steps.map(({ waitMs, step }) => {
    at += waitMs
    return { ...step, at }
  })
}
