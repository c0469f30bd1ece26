import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { transitionKey } from '../coverage/coverage-items.ts'
import { possibleSteps } from '../explore/possible-steps.ts'
import { fillSecrets } from '../recorder/secret-values.ts'
import { canonicalJson } from './canonical-json.ts'
import { leafPaths, statePaths } from './machine-nodes.ts'
import { type Effect, MachineStage } from './machine-stage.ts'
import type { Mismatch } from './scenario-expectation.ts'
import { judgedSteps } from './scenario-player.ts'

/** What a machine shows after a step, as plain JSON. */
export interface FrameSight {
  readonly at: number
  readonly value: unknown
  readonly context: unknown
  readonly effects: readonly Effect[]
  /** Running actor by path → its input. */
  readonly actors: Readonly<Record<string, unknown>>
  /** Paths of all states that the machine is in. */
  readonly states: readonly string[]
  /** Keys of the transitions that the step has set off, in order. */
  readonly transitions: readonly string[]
  /** Virtual time in ms at which the next delay is over. */
  readonly dueMs?: number
  /** What is not as the step expects. */
  readonly mismatch?: Mismatch
  /** What else is not as it expects. */
  readonly others?: readonly Mismatch[]
}

/** A moment of a replay: the start, or what a step has led to. */
export interface ReplayFrame extends FrameSight {
  /** Whether the machine would act upon an event now; undefined where nobody can be asked any more. */
  can(event: { readonly type: string }): boolean | undefined
}

/** A replay, moment by moment: the start first, then one for each step that was played. */
export interface FramedReplay {
  readonly frames: readonly ReplayFrame[]
  /** What can be let happen at the end of it, by the contract. */
  readonly next: readonly ScenarioStep[]
}

/**
 * Replays a scenario and keeps what is seen after every step (QA-12). A step that does not go as expected is marked and
 * the replay continues; it stops where the machine itself has thrown. Equal parts of two contexts are one object, so
 * that thousands of steps take little room.
 * @throws when the machine does not start with the input of the scenario
 */
export function framedReplay(contract: AnyMachineContract, scenario: Scenario): FramedReplay {
  const frames: ReplayFrame[] = []
  const replay = replayFrames(contract, scenario)
  for (;;) {
    const { done, value } = replay.next()
    if (done) return { frames, next: value }
    frames.push(value)
  }
}

/** The same frame by frame, for who cannot wait for thousands. @returns what can be let happen at the end */
export function* replayFrames(
  contract: AnyMachineContract,
  scenario: Scenario,
): Generator<ReplayFrame, FramedReplay['next']> {
  const seed = scenario.seed ?? 0
  let taken: string[] = []
  const input = fillSecrets(scenario.input ?? {}, seed) as Record<string, unknown>
  const stage = new MachineStage(contract, input, ({ machine, transitions }) => {
    if (machine.id === contract.machine.id) taken.push(...transitions.map(transitionKey))
  })
  const frameOf = (effects: readonly Effect[], mismatch?: Mismatch, others: readonly Mismatch[] = []) => {
    const frame = frameNow(stage, effects, taken, mismatch)
    taken = []
    return others.length > 0 ? { ...frame, others } : frame
  }
  // What the start sets off is seen at the start, and judged with the first step, to which it belongs.
  yield frameOf(stage.plainEffects(stage.pendingEffects))
  for (const { observation, mismatch, others } of judgedSteps(contract, scenario, stage))
    yield frameOf(observation.effects, mismatch, others)
  return stage.error === undefined ? possibleSteps(contract, stage) : []
}

function frameNow(
  stage: MachineStage,
  effects: readonly Effect[],
  transitions: readonly string[],
  mismatch?: Mismatch,
): ReplayFrame {
  const { snapshot } = stage
  const { nowMs, nextDueMs } = stage.clock
  return {
    at: nowMs,
    value: snapshot.value,
    context: stage.context,
    effects,
    actors: Object.fromEntries(stage.running.map((path) => [path, stage.inputOf(path)])),
    states: statePaths(snapshot.value),
    transitions,
    ...(nextDueMs === undefined ? {} : { dueMs: nextDueMs }),
    ...(mismatch ? { mismatch } : {}),
    can: (event) => snapshot.can(event),
  }
}

const ASPECTS = ['value', 'effects', 'actors', 'context'] as const

/** Where two replays part: number of the frame and in what; undefined when they show the same all along. */
export interface FrameDivergence {
  readonly frame: number
  readonly what: (typeof ASPECTS)[number] | 'end'
}

/** The first moment at which two replays differ in what can be seen; the context counts when nothing else differs anywhere. */
export function firstFrameDivergence(
  left: readonly FrameSight[],
  right: readonly FrameSight[],
): FrameDivergence | undefined {
  const shared = Math.min(left.length, right.length)
  const seen = differenceIn(left, right, shared, ASPECTS.slice(0, -1))
  if (seen) return seen
  if (left.length !== right.length) return { frame: shared, what: 'end' }
  return differenceIn(left, right, shared, ASPECTS.slice(-1))
}

function differenceIn(
  left: readonly FrameSight[],
  right: readonly FrameSight[],
  shared: number,
  aspects: readonly (typeof ASPECTS)[number][],
): FrameDivergence | undefined {
  for (let frame = 0; frame < shared; frame += 1) {
    const what = aspects.find(
      (aspect) => canonicalJson(left[frame]?.[aspect]) !== canonicalJson(right[frame]?.[aspect]),
    )
    if (what) return { frame, what }
  }
  return undefined
}

/** `form.editing · draft`: the innermost states, as people name them. */
export function stateLabel(value: unknown): string {
  return leafPaths(value as Parameters<typeof leafPaths>[0]).join(' · ') || '—'
}
