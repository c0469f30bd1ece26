import { AppError } from '#calls/app-error.ts'
import { MachineStage } from '#machines/scenario/machine-stage.ts'
import { type Divergence, diverged, playStep } from '#machines/scenario/scenario-player.ts'
import { fillSecrets } from '#machines/scenario/secret-values.ts'
import { traceHash } from '#machines/scenario/trace-hash.ts'
import { readFailure, UNKNOWN_FAILURE } from '#machines/shell/failure.rules.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { type Difference, differs, outcomeDifference } from '../outcome-difference.ts'
import type { HttpActor, HttpMachine, HttpScope } from './http-machine.ts'
import type { Way } from './scenario-browser.ts'

/** What the server made of a call; what never ends is `silent`. */
type Outcome =
  | { readonly kind: 'ok' | 'err'; readonly value: unknown }
  | { readonly kind: 'silent' | 'page'; readonly value: null }

/** A scenario that was played against the server. */
export interface PlayedOverHttp {
  /** Number of calls that were made. */
  readonly calls: number
  readonly hash: string
  readonly divergence?: Divergence
}

/** What a playing needs of the world. */
export interface HttpStage {
  readonly contract: AnyMachineContract
  readonly machine: HttpMachine
  /** What an actor finds whose requests fare so. */
  scopeBy(way: Way): HttpScope
  /** Takes the virtual time in ms since the start and how many steps were played, whenever either has moved. */
  setTime(nowMs: number, played: number): void
}

const ACTOR_NAME = /^root\/(.+)#/
/** What a call that nobody waits for may not come to: it would mean that the call itself is wrong. */
const NOT_A_CALL: ReadonlySet<string> = new Set(['request.invalid', 'request.unsupported_media', 'route.not_found'])

/**
 * Plays a scenario with the machine's calls made for real (QA-13). An actor's call is made at the moment it is started; what comes
 * of it is held back until the step that ends the actor and held against that step. The machine itself is then told what the
 * scenario says, so that numbers and tokens in later expectations hold. The scenario must have passed `checkScenario`.
 */
export async function playOverHttp(scenario: Scenario, http: HttpStage): Promise<PlayedOverHttp> {
  const seed = scenario.seed ?? 0
  const steps = scenario.steps.map((step) => fillSecrets(step, seed) as ScenarioStep)
  const input = fillSecrets(scenario.input ?? {}, seed) as Record<string, unknown>
  const stage = new MachineStage(http.contract, input)
  const outcomes = new Map<string, Outcome>()
  const end = (divergence?: Divergence): PlayedOverHttp => ({
    calls: [...outcomes.values()].filter(({ kind }) => kind === 'ok' || kind === 'err').length,
    hash: traceHash(stage.traceTexts.join('\n')),
    ...(divergence ? { divergence } : {}),
  })
  let played = 0
  const settle = async () => {
    http.setTime(stage.clock.nowMs, played)
    await makeCalls(stage, http, steps, outcomes)
  }
  await settle()
  for (const [index, step] of steps.entries()) {
    for (let due = stage.clock.nextDueMs; due !== undefined && due <= step.at; due = stage.clock.nextDueMs) {
      stage.clock.advanceTo(due)
      await settle()
    }
    const difference = differenceAt(step, http.machine, outcomes)
    if (difference)
      return end({ step: index + 1, at: step.at, ...difference, pointer: `/steps/${index}${difference.pointer}` })
    const { mismatch, observation } = playStep(http.contract, stage, step)
    if (mismatch) return end(diverged(index, step.at, mismatch, observation))
    played = index + 1
    await settle()
  }
  return end(unheard(steps, outcomes))
}

/** Makes the calls of the actors that run now and have made none. */
async function makeCalls(
  stage: MachineStage,
  http: HttpStage,
  steps: readonly ScenarioStep[],
  outcomes: Map<string, Outcome>,
): Promise<void> {
  for (const path of stage.running) {
    const actor = http.machine.actors[ACTOR_NAME.exec(path)?.[1] ?? '']
    const input = stage.inputOf(path)
    if (!actor || outcomes.has(path) || actor.makesCall?.(input) === false) continue
    const told = steps.find((each) => each.actor === path && (each.do === 'ok' || each.do === 'err'))
    outcomes.set(path, await outcomeOf(actor, input, told, http))
  }
}

/** What only a broken network, or the page itself, brings about is brought about; everything else the server says. */
async function outcomeOf(
  actor: HttpActor,
  input: unknown,
  told: ScenarioStep | undefined,
  http: HttpStage,
): Promise<Outcome> {
  const ahead = told?.do === 'err' ? readFailure(told.value).code : undefined
  if (ahead === 'request.timeout') {
    await actor.lose?.({ ...http.scopeBy('open'), ahead, told }, input)
    return { kind: 'silent', value: null }
  }
  if (ahead !== undefined && actor.isOfPage?.(ahead)) return { kind: 'page', value: null }
  const way = ahead === 'request.offline' ? 'refused' : ahead === UNKNOWN_FAILURE ? 'garbled' : 'open'
  try {
    return { kind: 'ok', value: await actor.send({ ...http.scopeBy(way), ahead, told }, input) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const failure = readFailure(error)
    const { requestId: _random, ...params } = failure.params
    return { kind: 'err', value: { ...failure, params } }
  }
}

function differenceAt(
  step: ScenarioStep,
  machine: HttpMachine,
  outcomes: ReadonlyMap<string, Outcome>,
): Difference | undefined {
  const outcome = outcomes.get(step.actor ?? '')
  if (!outcome || (step.do !== 'ok' && step.do !== 'err')) return undefined
  if (outcome.kind === 'silent' || outcome.kind === 'page') {
    if (step.do === 'err') return undefined
    return differs('/do', { [step.do]: step.value ?? null }, { [outcome.kind]: outcome.value })
  }
  const { comparable } = machine.actors[ACTOR_NAME.exec(step.actor ?? '')?.[1] ?? ''] ?? {}
  return outcomeDifference({ do: step.do, value: step.value }, { do: outcome.kind, value: outcome.value }, comparable)
}

/** A call whose end no step tells of must still be one that the server understands. */
function unheard(steps: readonly ScenarioStep[], outcomes: ReadonlyMap<string, Outcome>): Divergence | undefined {
  const last = Math.max(0, steps.length - 1)
  for (const [path, { kind, value }] of outcomes) {
    const code = kind === 'err' ? readFailure(value).code : ''
    if (!NOT_A_CALL.has(code) || steps.some(({ actor, do: deed }) => actor === path && deed === 'err')) continue
    const actual = { [path]: readFailure(value) } as unknown as Divergence['actual']
    return {
      step: last + 1,
      at: steps[last]?.at ?? 0,
      pointer: `/steps/${last}`,
      expected: { [path]: 'a call that the server understands' },
      actual,
    }
  }
  return undefined
}
