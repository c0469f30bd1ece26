import type { serviceTokenActors } from '#calls/actors/service-token.actors.ts'
import type { Scenario, ScenarioStep, ServiceTokenEvent } from '#schemas'
import { type PlayedStep, playedSteps } from './played-steps.ts'

/** What a call for a token is answered, as scenarios tell it. */
export type TokenAnswer = Awaited<ReturnType<typeof serviceTokenActors.fetchToken>>

/** A token as tabs keep it and tell each other of it; times in ms since 1970. */
interface KeptToken {
  readonly token: string
  readonly expiresAtMs: number
  readonly skewMs: number
  readonly receivedAtMs: number
}

/** What the storage of the tabs holds, and the time at which it is read. */
export interface StoredToken {
  readonly stored: (KeptToken & { readonly epoch: number }) | null
  readonly nowMs: number
}

/** What a scenario reads of the machine. */
interface ToldContext {
  readonly epoch: number
  readonly token: KeptToken | null
  readonly isThrough: boolean
  readonly isStealing: boolean
}

/** How a request that asked for the token is answered. */
export type TokenOutcome = { readonly kind: 'token'; readonly token: string } | { readonly kind: 'empty' | 'failed' }

/** A step of a scenario, with what the machine alone makes of it. */
export interface ToldStep extends Omit<PlayedStep<ToldContext>, 'effects'> {
  readonly event: ServiceTokenEvent | undefined
  readonly settled: readonly { readonly requestId: string; readonly outcome: TokenOutcome }[]
}

/** The computer's time at virtual time 0, where no step of a scenario gives one. */
const START_MS = 1_795_000_000_000

/** The steps of a scenario as the machine alone plays it. */
export function toldSteps(scenario: Scenario): readonly ToldStep[] {
  return playedSteps<ToldContext>(scenario).map(({ effects, ...step }) => ({
    ...step,
    event: step.told.event as ServiceTokenEvent | undefined,
    settled: effects.flatMap(({ type, params }) => (type === 'token.settled' ? [params as never] : [])),
  }))
}

/** What the clock of the computer shows at time 0: derived from the first time that a scenario gives. */
export function startTimeOf({ steps }: Pick<Scenario, 'steps'>): number {
  for (const { at, event, value } of steps) {
    const { nowMs } = { ...(event as object), ...(value as object) } as { readonly nowMs?: number }
    if (nowMs !== undefined) return nowMs - at
  }
  return START_MS
}

/** What the next reading of the storage finds, from a step on; undefined when none is given. */
export function nextReading(steps: readonly ToldStep[], from: number): ScenarioStep | undefined {
  return steps
    .slice(from)
    .map(({ told }) => told)
    .find((step) => (step.do === 'ok' || step.do === 'err') && step.actor?.startsWith('root/readStored#'))
}

/** What the next call for a token is answered, from a step on; undefined when it is not answered well before the next one. */
export function nextAnswer(steps: readonly ToldStep[], from: number): TokenAnswer | undefined {
  const found = steps
    .slice(from)
    .map(({ told }) => told)
    .find((step) => (step.do === 'ok' || step.do === 'err') && step.actor?.startsWith('root/fetchToken#'))
  return found?.do === 'ok' ? (found.value as unknown as TokenAnswer) : undefined
}

export function storedOf(step: ScenarioStep): StoredToken['stored'] {
  return (step.value as unknown as StoredToken).stored
}
