import type { InspectionEvent } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioDivergence, ScenarioSighting, ScenarioStep } from '#schemas'
import { fillSecrets } from '../recorder/secret-values.ts'
import { brokenClaim } from './broken-claim.ts'
import { toPointer } from './json-pointer.ts'
import { MachineStage, type Microstep, type TraceLine } from './machine-stage.ts'
import { type Mismatch, mismatchesOf } from './scenario-expectation.ts'
import { StageObservation, type StepObservation } from './step-observation.ts'
import { traceHash } from './trace-hash.ts'

/** The first place where a replay differs from its scenario, without the line, which only the file knows. */
export type Divergence = Omit<ScenarioDivergence, 'line'>

/** The outcome of a replay: its trace, the hash of the trace, and the first divergence if there is one. */
export interface PlayedScenario {
  /** One line of canonical JSON for each event that the machine worked off: the text of an `*.trace.ndjson`. */
  readonly traceTexts: readonly string[]
  readonly hash: string
  readonly divergence?: Divergence
}

/** Who looks on while a scenario is played. */
export interface ReplayObserver {
  /** Sees the machine after every step, before the expectations are judged. */
  onStep?(index: number, observation: StepObservation): void
  /** Sees every change of the machine. */
  onMicrostep?(microstep: Microstep): void
  /** Sees everything that XState tells. */
  onInspection?(inspection: InspectionEvent): void
}

/**
 * Replays a scenario on a machine without network, wall clock or randomness, up to the first divergence (QA-2, QA-5).
 * The scenario must have passed `checkScenario`.
 */
export function playScenario(
  contract: AnyMachineContract,
  scenario: Scenario,
  observer: ReplayObserver = {},
): PlayedScenario {
  const playing = playSteps(contract, scenario, observer)
  for (;;) {
    const { done, value } = playing.next()
    if (done) return value
  }
}

/** The same step by step, for who cannot wait for thousands. */
export function* playSteps(
  contract: AnyMachineContract,
  scenario: Scenario,
  { onStep, onMicrostep, onInspection }: ReplayObserver = {},
): Generator<undefined, PlayedScenario> {
  const seed = scenario.seed ?? 0
  const input = fillSecrets(scenario.input ?? {}, seed) as Record<string, unknown>
  const stage = new MachineStage(contract, input, onMicrostep, onInspection)
  for (const { index, step, observation, mismatch, others } of judgedSteps(contract, scenario, stage, onStep)) {
    if (mismatch) return played(stage, diverged(index, step.at, mismatch, observation, others))
    yield undefined
  }
  return played(stage)
}

/** A step of a scenario with what came of it. */
export interface JudgedStep extends PlayedStep {
  /** Counted from 0. */
  readonly index: number
  readonly step: ScenarioStep
}

/**
 * Takes the steps of a scenario one after the other and judges each: the one judgement of runner and viewer (QA-16). It
 * continues after a step that is not as expected, and stops where the machine has thrown. What the start has set off
 * belongs to the first step. A pinned trace is judged with the last step, where everything before went as written.
 */
export function* judgedSteps(
  contract: AnyMachineContract,
  scenario: Scenario,
  stage: MachineStage,
  onStep?: (index: number, observation: StepObservation) => void,
): Generator<JudgedStep> {
  const seed = scenario.seed ?? 0
  let isAsWritten = true
  for (const [index, authored] of scenario.steps.entries()) {
    const step = fillSecrets(authored, seed) as ScenarioStep
    const taken = playStep(contract, stage, step, (seen) => onStep?.(index, seen))
    isAsWritten &&= taken.mismatch === undefined
    const isLast = index === scenario.steps.length - 1
    const pin = isLast && isAsWritten ? brokenPin(scenario, stage) : undefined
    yield { index, step, ...taken, ...(pin ? { mismatch: pin } : {}) }
    if (stage.error !== undefined) return
  }
}

/** A step that was taken: what is seen of the machine, and the first thing that is not as it must be. */
export interface PlayedStep {
  readonly observation: StepObservation
  readonly mismatch?: Mismatch
  /** What else is not as the step expects. */
  readonly others: readonly Mismatch[]
}

/** Takes a step, holds the machine against its invariants and what it shows against what the step expects.
 *  @param onObservation sees the machine before it is judged */
export function playStep(
  contract: AnyMachineContract,
  stage: MachineStage,
  step: ScenarioStep,
  onObservation?: (observation: StepObservation) => void,
): PlayedStep {
  const before = stage.snapshot.context
  const refusal = takeStep(stage, step)
  const observation = new StageObservation(stage, before)
  onObservation?.(observation)
  const broken = refusal ?? brokenMachine(contract, stage)
  if (broken) return { observation, mismatch: broken, others: [] }
  const [mismatch, ...others] = step.expect ? mismatchesOf(step.expect, observation) : []
  return mismatch ? { observation, mismatch, others } : { observation, others }
}

/** The trace is written when it is asked for: most replays are judged by their expectations alone. */
function played(stage: MachineStage, divergence?: Divergence): PlayedScenario {
  let hash: string | undefined
  return {
    get traceTexts() {
      return stage.traceTexts
    },
    get hash() {
      hash ??= hashOf(stage)
      return hash
    },
    ...(divergence && { divergence }),
  }
}

function hashOf({ traceTexts }: MachineStage): string {
  return traceHash(traceTexts.join('\n'))
}

/** The lines of a trace, to be read. */
export function traceLines({ traceTexts }: PlayedScenario): readonly TraceLine[] {
  return traceTexts.map((text) => JSON.parse(text) as TraceLine)
}

/** The path of a mismatch that is of the whole scenario. */
const PIN = ['traceHash']

function brokenPin({ traceHash: expected }: Scenario, stage: MachineStage): Mismatch | undefined {
  if (expected === undefined) return undefined
  const actual = hashOf(stage)
  return expected === actual ? undefined : { path: PIN, expected, actual }
}

/** A mismatch at a step, counted from 0, as a divergence of its scenario. @param others what else the step expects which is not met either */
export function diverged(
  index: number,
  at: number,
  mismatch: Mismatch,
  seen: StepObservation,
  others: readonly Mismatch[] = [],
): Divergence {
  const shown = ({ path, expected, actual }: Mismatch) => ({
    pointer: path === PIN ? toPointer(PIN) : toPointer(['steps', index, ...path]),
    expected: expected as Divergence['expected'],
    actual: (actual ?? null) as Divergence['actual'],
  })
  const bare = { step: index + 1, at, ...shown(mismatch) }
  if (mismatch.path === PIN) return bare
  return {
    ...bare,
    ...(others.length > 0 ? { others: others.map(shown) } : {}),
    seen: {
      value: seen.value,
      context: seen.context,
      effects: seen.effects.map((effect) => ({ ...effect })),
      changes: (seen.changes ?? []).map(({ pointer, before, after }) => ({
        pointer,
        before: before ?? null,
        after: after ?? null,
      })),
    } as ScenarioSighting,
  }
}

/** Moves the clock and does what the step says. @returns a mismatch when the step names an actor that does not run */
export function takeStep(stage: MachineStage, step: ScenarioStep): Mismatch | undefined {
  const standstill = advance(stage, step.at)
  if (standstill) return standstill
  if (step.do === 'send' && step.event) stage.send(step.event)
  if (step.do === 'send' || step.do === 'advance' || step.do === 'mark') return undefined
  const actor = step.actor ?? ''
  if (!stage.isRunning(actor)) return { path: ['actor'], expected: actor, actual: stage.running }
  if (step.do === 'ok') stage.tell(actor, 'script.ok', step.value)
  else if (step.do === 'err') stage.tell(actor, 'script.err', step.value)
  else if (step.event) stage.send(step.event)
  else stage.tell(actor, 'script.value', step.value)
  return undefined
}

/** Delays that set each other without end are a fault of the machine, reported like any other divergence. */
function advance(stage: MachineStage, timeMs: number): Mismatch | undefined {
  try {
    stage.clock.advanceTo(timeMs)
    return undefined
  } catch (error) {
    return { path: ['at'], expected: timeMs, actual: error instanceof Error ? error.message : String(error) }
  }
}

/** A machine that threw, or that broke one of its invariants, is wrong whatever the scenario expects. */
function brokenMachine(contract: AnyMachineContract, stage: MachineStage): Mismatch | undefined {
  if (stage.error !== undefined) return { path: [], expected: 'a machine that runs', actual: String(stage.error) }
  const broken = brokenClaim(contract, stage)
  return broken === undefined ? undefined : { path: [], expected: `invariant: ${broken}`, actual: stage.context }
}
