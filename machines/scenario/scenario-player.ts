import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type {
  Scenario,
  ScenarioAbility,
  ScenarioDivergence,
  ScenarioExpectation,
  ScenarioSighting,
  ScenarioStep,
} from '#schemas'
import { canonicalJson } from './canonical-json.ts'
import { readPointer, toPointer } from './json-pointer.ts'
import { type Effect, MachineStage, type Microstep, type TraceLine } from './machine-stage.ts'
import { fillSecrets } from './secret-values.ts'
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

/** What is seen of the machine after a step, until the next one. All values are plain JSON. */
export interface StepObservation {
  readonly value: unknown
  readonly context: unknown
  readonly effects: readonly Effect[]
  readonly children: readonly string[]
  can(event: { readonly type: string }): boolean
  /** The input of a running actor. */
  inputOf(path: string): unknown
}

/** Who looks on while a scenario is played. */
export interface ReplayObserver {
  /** Sees the machine after every step, before the expectations are judged. */
  onStep?(index: number, observation: StepObservation): void
  /** Sees every change of the machine. */
  onMicrostep?(microstep: Microstep): void
}

interface Mismatch {
  readonly path: readonly string[]
  readonly expected: unknown
  readonly actual: unknown
}

/**
 * Replays a scenario on a machine without network, wall clock or randomness, up to the first divergence (QA-2, QA-5).
 * The scenario must have passed `checkScenario`.
 */
export function playScenario(
  contract: AnyMachineContract,
  scenario: Scenario,
  { onStep, onMicrostep }: ReplayObserver = {},
): PlayedScenario {
  const seed = scenario.seed ?? 0
  const input = fillSecrets(scenario.input ?? {}, seed) as Record<string, unknown>
  const stage = new MachineStage(contract, input, onMicrostep)
  for (const [index, authored] of scenario.steps.entries()) {
    const step = fillSecrets(authored, seed) as ScenarioStep
    const refusal = takeStep(stage, step)
    const observation = observe(stage)
    onStep?.(index, observation)
    const mismatch = refusal ?? brokenMachine(contract, stage) ?? firstMismatch(step.expect ?? {}, observation)
    if (mismatch) return { ...played(stage), divergence: diverged(index, step.at, mismatch, observation) }
  }
  return pinned(scenario, played(stage))
}

function played({ traceTexts }: MachineStage): PlayedScenario {
  return { traceTexts, hash: traceHash(traceTexts.join('\n')) }
}

/** The lines of a trace, to be read. */
export function traceLines({ traceTexts }: PlayedScenario): readonly TraceLine[] {
  return traceTexts.map((text) => JSON.parse(text) as TraceLine)
}

function pinned(scenario: Scenario, result: PlayedScenario): PlayedScenario {
  const expected = scenario.traceHash
  if (expected === undefined || expected === result.hash) return result
  const at = scenario.steps.at(-1)?.at ?? 0
  const step = Math.max(1, scenario.steps.length)
  return { ...result, divergence: { step, at, pointer: '/traceHash', expected, actual: result.hash } }
}

function diverged(index: number, at: number, mismatch: Mismatch, seen: StepObservation): Divergence {
  const { path, expected, actual } = mismatch
  return {
    step: index + 1,
    at,
    pointer: toPointer(['steps', index, ...path]),
    expected: expected as Divergence['expected'],
    actual: (actual ?? null) as Divergence['actual'],
    seen: {
      value: seen.value,
      context: seen.context,
      effects: seen.effects.map((effect) => ({ ...effect })),
    } as ScenarioSighting,
  }
}

/** Moves the clock and does what the step says. @returns a mismatch when the step names an actor that does not run */
function takeStep(stage: MachineStage, step: ScenarioStep): Mismatch | undefined {
  const standstill = advance(stage, step.at)
  if (standstill) return standstill
  if (step.do === 'send' && step.event) stage.send(step.event)
  if (step.do === 'send' || step.do === 'advance' || step.do === 'mark') return undefined
  const actor = step.actor ?? ''
  const isRunning = stage.running.includes(actor)
  if (!isRunning) return { path: ['actor'], expected: actor, actual: stage.running }
  if (step.do === 'ok') stage.tell(actor, 'script.ok', step.value)
  else if (step.do === 'err') stage.tell(actor, 'script.err', step.value)
  else if (step.event) stage.send(step.event)
  else stage.tell(actor, 'script.value', step.value)
  return undefined
}

/** Delays that set each other without end are a fault of the machine, told like any other divergence. */
function advance(stage: MachineStage, timeMs: number): Mismatch | undefined {
  try {
    stage.clock.advanceTo(timeMs)
    return undefined
  } catch (error) {
    return { path: ['at'], expected: timeMs, actual: error instanceof Error ? error.message : String(error) }
  }
}

function observe(stage: MachineStage): StepObservation {
  return {
    value: stage.view.value,
    get context() {
      return stage.context
    },
    effects: stage.takeEffects(),
    get children() {
      return stage.running
    },
    can: (event) => stage.can(event),
    inputOf: (path) => stage.inputOf(path),
  }
}

/** A machine that threw, or that broke one of its invariants, is wrong whatever the scenario expects. */
function brokenMachine(contract: AnyMachineContract, stage: MachineStage): Mismatch | undefined {
  if (stage.error !== undefined) return { path: [], expected: 'a machine that runs', actual: String(stage.error) }
  const broken = contract.invariants.find((invariant) => !invariant.holds(stage.view))
  return broken && { path: [], expected: `invariant: ${broken.name}`, actual: stage.context }
}

function firstMismatch(expect: ScenarioExpectation, seen: StepObservation): Mismatch | undefined {
  return (
    compare(['expect', 'value'], expect.value, seen.value) ??
    Object.entries(expect.ctx ?? {})
      .map(([pointer, value]) => compareContext(pointer, value, readPointer(seen.context, pointer)))
      .find((mismatch) => mismatch !== undefined) ??
    (expect.can ?? [])
      .map((ability, index) => compareAbility(ability, index, seen))
      .find((found) => found !== undefined) ??
    compare(['expect', 'effects'], expect.effects, seen.effects) ??
    compare(['expect', 'children'], expect.children, seen.children) ??
    Object.entries(expect.inputs ?? {})
      .map(([path, input]) => compare(['expect', 'inputs', path], input, seen.inputOf(path)))
      .find((mismatch) => mismatch !== undefined)
  )
}

function compare(path: readonly string[], expected: unknown, actual: unknown): Mismatch | undefined {
  if (expected === undefined || canonicalJson(expected) === canonicalJson(actual)) return undefined
  return { path, expected, actual }
}

function compareContext(pointer: string, expected: unknown, actual: unknown): Mismatch | undefined {
  const isAbsence = canonicalJson(expected) === '{"$absent":true}'
  if (isAbsence) return actual === undefined ? undefined : { path: ['expect', 'ctx', pointer], expected, actual }
  return actual === undefined
    ? { path: ['expect', 'ctx', pointer], expected, actual: null }
    : compare(['expect', 'ctx', pointer], expected, actual)
}

function compareAbility(ability: ScenarioAbility, index: number, seen: StepObservation): Mismatch | undefined {
  const isRefusal = typeof ability === 'string' && ability.startsWith('!')
  const event = typeof ability === 'string' ? { type: ability.replace(/^!/, '') } : ability
  const isPossible = seen.can(event)
  if (isPossible !== isRefusal) return undefined
  return {
    path: ['expect', 'can', String(index)],
    expected: ability,
    actual: isPossible ? event.type : `!${event.type}`,
  }
}
