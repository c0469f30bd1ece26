import { AppError } from '#calls/app-error.ts'
import { say } from '#cli/command-text.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { type Difference, differs, injectedDifference, outcomeDifference } from '../../commands/outcome-difference.ts'
import { MachineStage } from '../../player/machine-stage.ts'
import { type Divergence, diverged, playStep } from '../../player/scenario-player.ts'
import { traceHash } from '../../player/trace-hash.ts'
import { fillSecrets } from '../../recorder/secret-values.ts'
import type { HttpActor, HttpMachine, HttpScope } from './http-machine.ts'
import { edgeOf } from './network-edge.ts'
import type { Way } from './scenario-browser.ts'

/** What became of a call; what never ends is `silent`. */
type Outcome =
  | { readonly kind: 'ok' | 'err'; readonly value: unknown; readonly isInjected: boolean }
  | { readonly kind: 'silent' | 'page'; readonly value: null }

/** A scenario that was played against the server. */
export interface PlayedOverHttp {
  /** Number of calls that the server answered. */
  readonly served: number
  /** Number of calls that failed at the network's edge, as the scenario says. */
  readonly injected: number
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
  const count = (asked: boolean) =>
    [...outcomes.values()].filter((each) => 'isInjected' in each && each.isInjected === asked)
  const end = (divergence?: Divergence): PlayedOverHttp => ({
    served: count(false).length,
    injected: count(true).length,
    hash: traceHash(stage.traceTexts.join('\n')),
    ...(divergence ? { divergence } : {}),
  })
  let played = 0
  const settle = async () => {
    http.setTime(stage.clock.nowMs, played)
    await makeCalls(stage, http, scenario, outcomes)
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
  scenario: Scenario,
  outcomes: Map<string, Outcome>,
): Promise<void> {
  for (const path of stage.running) {
    const actor = http.machine.actors[ACTOR_NAME.exec(path)?.[1] ?? '']
    const input = stage.inputOf(path)
    if (!actor || outcomes.has(path) || actor.makesCall?.(input) === false) continue
    outcomes.set(path, await outcomeOf(actor, input, aheadOf(scenario, path), http))
  }
}

/** How a scenario says that an actor ends. */
interface EndAhead {
  readonly told: ScenarioStep
  /** The failure's code; undefined when it goes well. */
  readonly code: string | undefined
  readonly isInjected: boolean
}

function aheadOf({ steps, given }: Scenario, path: string): EndAhead | undefined {
  const told = steps.find((each) => each.actor === path && (each.do === 'ok' || each.do === 'err'))
  if (!told) return undefined
  const code = told.do === 'err' ? readFailure(told.value).code : undefined
  return { told, code, isInjected: given?.injected?.includes(path) ?? false }
}

/** What no server does, and what the scenario names, is made at the network's edge or is the page's; everything else the server
 *  says. */
async function outcomeOf(
  actor: HttpActor,
  input: unknown,
  ahead: EndAhead | undefined,
  http: HttpStage,
): Promise<Outcome> {
  const code = ahead?.code
  const scopeBy = (way: Way) => ({ ...http.scopeBy(way), ahead: code, told: ahead?.told })
  if (code === 'request.timeout') {
    await actor.lose?.(scopeBy('open'), input)
    return { kind: 'silent', value: null }
  }
  if (code !== undefined && actor.isOfPage?.(code)) return { kind: 'page', value: null }
  const edge = code === undefined ? undefined : edgeOf(ahead?.told.value, ahead?.isInjected ?? false)
  const isInjected = edge !== undefined
  try {
    return { kind: 'ok', value: await actor.send(scopeBy(edge ?? 'open'), input), isInjected }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const failure = readFailure(error)
    const { requestId: _random, ...params } = failure.params
    return { kind: 'err', value: { ...failure, ...statusOf(error), params }, isInjected }
  }
}

/** The status by which some actors tell why they failed. */
function statusOf(error: object): { readonly httpStatus?: unknown } {
  return 'httpStatus' in error ? { httpStatus: error.httpStatus } : {}
}

function differenceAt(
  step: ScenarioStep,
  machine: HttpMachine,
  outcomes: ReadonlyMap<string, Outcome>,
): Difference | undefined {
  const outcome = outcomes.get(step.actor ?? '')
  if (!outcome || (step.do !== 'ok' && step.do !== 'err')) return undefined
  if (!('isInjected' in outcome)) {
    if (step.do === 'err') return undefined
    return differs('/do', { [step.do]: step.value ?? null }, { [outcome.kind]: outcome.value })
  }
  const told = { do: outcome.kind, value: outcome.value }
  if (outcome.isInjected && step.do === 'err') return injectedDifference(step.value, told)
  const { comparable } = machine.actors[ACTOR_NAME.exec(step.actor ?? '')?.[1] ?? ''] ?? {}
  return outcomeDifference({ do: step.do, value: step.value }, told, comparable)
}

/** A call whose end no step gives must still be one that the server understands. */
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
      expected: { [path]: say('driver.call_server_understands') },
      actual,
    }
  }
  return undefined
}
