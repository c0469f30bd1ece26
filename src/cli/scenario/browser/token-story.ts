import type { serviceTokenActors } from '#calls/service-token.actors.ts'
import { playScenario } from '#machines/scenario/scenario-player.ts'
import { fillSecrets } from '#machines/scenario/secret-values.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep, ServiceTokenEvent } from '#schemas'

/** What a call for a token is answered, as stories tell it. */
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

/** What a story reads of the machine. */
interface ToldContext {
  readonly epoch: number
  readonly token: KeptToken | null
  readonly isThrough: boolean
  readonly isStealing: boolean
}

/** How a request that asked for the token is answered. */
export type TokenOutcome = { readonly kind: 'token'; readonly token: string } | { readonly kind: 'empty' | 'failed' }

/** The machine as a story has it at some moment. */
interface ToldState {
  readonly value: unknown
  readonly context: ToldContext
  readonly children: readonly string[]
}

/** A step of a story, with what the machine alone makes of it. */
export interface ToldStep {
  readonly told: ScenarioStep
  readonly event: ServiceTokenEvent | undefined
  readonly before: ToldState
  readonly after: ToldState
  readonly settled: readonly { readonly requestId: string; readonly outcome: TokenOutcome }[]
}

/** What virtual time 0 stands for where no step of a story tells of the time. */
const START_MS = 1_795_000_000_000

/** The steps of a story as the machine alone plays it. */
export function toldSteps(scenario: Scenario): readonly ToldStep[] {
  const contract = scenarioMachines['account/service-token'] as AnyMachineContract
  const seen: { state: ToldState; settled: ToldStep['settled'] }[] = []
  playScenario(
    contract,
    { ...scenario, steps: scenario.steps.map(({ expect: _expect, ...step }) => step) },
    {
      onStep: (_, { value, context, children, effects }) => {
        const settled = effects.flatMap(({ type, params }) => (type === 'token.settled' ? [params as never] : []))
        seen.push({ state: { value, context: context as ToldContext, children }, settled })
      },
    },
  )
  const start = startState(contract, scenario)
  return seen.map(({ state, settled }, index) => {
    const told = fillSecrets(scenario.steps[index], scenario.seed ?? 0) as ScenarioStep
    const event = told.event as ServiceTokenEvent | undefined
    return { told, event, settled, before: seen[index - 1]?.state ?? start, after: state }
  })
}

function startState(contract: AnyMachineContract, scenario: Scenario): ToldState {
  let start: ToldState | undefined
  const look = { steps: [{ at: 0, do: 'mark' as const }] }
  playScenario(contract, { ...scenario, ...look } as Scenario, {
    onStep: (_, { value, context }) => {
      start = { value, context: context as ToldContext, children: [] }
    },
  })
  if (!start) throw new Error('the machine of the service token does not start')
  return start
}

/** What the clock of the computer shows at time 0: the first time that a story tells of says it. */
export function startTimeOf({ steps }: Pick<Scenario, 'steps'>): number {
  for (const { at, event, value } of steps) {
    const { nowMs } = { ...(event as object), ...(value as object) } as { readonly nowMs?: number }
    if (nowMs !== undefined) return nowMs - at
  }
  return START_MS
}

/** How the first of those actors ends that have the name and the number, as the story tells it. */
export function endOf(steps: readonly ToldStep[], path: string): ScenarioStep | undefined {
  return steps.map(({ told }) => told).find((step) => step.actor === path && (step.do === 'ok' || step.do === 'err'))
}

/** What the next reading of the storage finds, from a step on; undefined when none is told. */
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
