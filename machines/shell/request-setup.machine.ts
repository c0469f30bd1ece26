import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import type { RequestEvent } from '#schemas'
import { readFailure } from './failure.rules.ts'
import {
  type AnswerHead,
  ATTEMPTS_ENDED,
  answeredOutcome,
  closedResult,
  isInvalid,
  isPassing,
  isRepeatable,
  judgedOutcome,
  parallelRule,
  type RequestOutcome,
  type RequestPolicy,
  type RequestResult,
  resultOf,
  type TIMED_OUT_DOWNLOADING,
  type TIMED_OUT_WAITING,
  timedOutOutcome,
  UNANSWERED,
  unansweredOutcome,
  waitMs,
} from './request.rules.ts'

/** The rest of an answer, read. */
export interface AnswerBody {
  readonly body: unknown
  /** What the answer says went wrong, by the error catalogue; null when it reports no failure. */
  readonly failure: unknown
}

export type RequestEmitted =
  | { readonly type: 'request.settled'; readonly consumerId: string; readonly result: RequestResult }
  /** A fault that somebody should look into. */
  | { readonly type: 'logged'; readonly actor: 'sendRequest'; readonly code: string; readonly httpStatus: number }

export interface RequestContext {
  readonly policy: RequestPolicy
  /** Those who wait, in the order in which they asked. */
  readonly consumers: readonly string[]
  /** The number of callers; each receives one result. */
  readonly askings: number
  /** Sendings for those who wait, from 1; 0 while nobody waits. */
  readonly attempt: number
  /** The head of the answer that is being downloaded. */
  readonly head: AnswerHead | null
  readonly outcome: RequestOutcome | null
  /** The wait before the next sending, ms. */
  readonly waitMs: number
}

/** Somebody who waits for the answer. */
export interface Consumer {
  readonly consumerId: string
}

/** The words of the request machine: its types, actors, guards, delays and actions. */
export const requestSetup = setup({
  types: {
    context: {} as RequestContext,
    events: {} as RequestEvent,
    emitted: {} as RequestEmitted,
    input: {} as Partial<RequestPolicy>,
    tags: {} as 'busy',
  },
  actors: {
    /** Sends the request and waits for the head of its answer; rejects when nobody answers. */
    sendRequest: fromPromise<AnswerHead, { readonly attempt: number; readonly idempotencyKey: string | null }>(() =>
      absentActor('sendRequest'),
    ),
    /** Reads what follows the head of the answer to a sending. */
    readAnswer: fromPromise<AnswerBody, { readonly attempt: number }>(() => absentActor('readAnswer')),
  },
  delays: {
    timeout: ({ context }) => context.policy.timeoutMs,
    backOff: ({ context }) => context.waitMs,
  },
  guards: {
    isSuperseding: ({ context }) => parallelRule(context.policy) === 'supersede',
    isBlocking: ({ context }) => parallelRule(context.policy) === 'block',
    isWaiting: ({ context }, { consumerId }: Consumer) => context.consumers.includes(consumerId),
    isWaitingAlone: ({ context }, { consumerId }: Consumer) =>
      context.consumers.length === 1 && context.consumers.includes(consumerId),
    hasAnswerBegun: ({ context }) => context.head !== null,
    isSuccess: ({ context }) => context.outcome !== null && context.outcome.failure === null,
    isInvalid: ({ context: { outcome, head } }) => outcome !== null && isInvalid(judgedOutcome(outcome, head)),
    mayRetry: ({ context }) =>
      mayPass(context) && context.attempt <= context.policy.retryCount && isRepeatable(context.policy),
    haveAttemptsEnded: ({ context }) => mayPass(context) && context.attempt > 1,
  },
  actions: {
    addConsumer: assign(({ context }, { consumerId }: Consumer) => ({
      consumers: [...context.consumers, consumerId],
      askings: context.askings + 1,
    })),
    turnAway: enqueueActions(({ context, enqueue }, { consumerId }: Consumer) => {
      enqueue.assign({ askings: context.askings + 1 })
      enqueue.emit({ type: 'request.settled', consumerId, result: closedResult() })
    }),
    closeOne: enqueueActions(({ context, enqueue }, { consumerId }: Consumer) => {
      enqueue.assign({ consumers: context.consumers.filter((id) => id !== consumerId) })
      enqueue.emit({ type: 'request.settled', consumerId, result: closedResult() })
    }),
    closeAll: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ consumers: [], attempt: 0 })
      for (const consumerId of context.consumers) {
        enqueue.emit({ type: 'request.settled', consumerId, result: closedResult() })
      }
    }),
    beginAttempt: assign({ attempt: ({ context }) => context.attempt + 1, head: null, outcome: null, waitMs: 0 }),
    storeHead: assign({ head: (_, head: AnswerHead) => head }),
    storeAnswer: assign(({ context }, { body, failure }: AnswerBody) => ({
      outcome: answeredOutcome({ httpStatus: 0, retryAfterSeconds: 0, ...context.head, body, failure }),
    })),
    noteUnanswered: assign({
      outcome: ({ context }, params: { readonly error: unknown }) => unansweredOutcome(params.error, context.head),
    }),
    noteTimeout: assign({
      outcome: (
        { context },
        params: { readonly httpStatus: typeof TIMED_OUT_WAITING | typeof TIMED_OUT_DOWNLOADING },
      ) => timedOutOutcome(params.httpStatus, context.head),
    }),
    planWait: assign(({ context: { policy, attempt, outcome } }) => ({
      waitMs: waitMs(policy, attempt, outcome?.failure?.retryAfterSeconds ?? 0),
    })),
    settleAll: enqueueActions(({ context, enqueue }, params: { readonly reason: string | null }) => {
      if (!context.outcome) return
      const result = resultOf(context.outcome, params.reason)
      enqueue.assign({ consumers: [] })
      for (const consumerId of context.consumers) enqueue.emit({ type: 'request.settled', consumerId, result })
    }),
    log: emit(({ context: { outcome } }) => ({
      type: 'logged' as const,
      actor: 'sendRequest' as const,
      code: readFailure(outcome?.failure).code,
      httpStatus: outcome?.httpStatus ?? UNANSWERED,
    })),
    rest: assign({ attempt: 0, head: null, outcome: null, waitMs: 0 }),
  },
})

function mayPass({ outcome, head }: RequestContext): boolean {
  return outcome !== null && isPassing(judgedOutcome(outcome, head))
}

export const PLAINLY = { reason: null } as const
export const IN_VAIN = { reason: ATTEMPTS_ENDED } as const
