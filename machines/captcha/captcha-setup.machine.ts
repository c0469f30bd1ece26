import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure, UNKNOWN_FAILURE } from '#machines/shell/failure.rules.ts'
import type { CaptchaEvent, CaptchaSwitch } from '#schemas'
import { type CaptchaType, captchaSwitch, isCaptchaSkipped, isOtherCaptcha } from './captcha.rules.ts'

/** The widget is asked so often, and at most so many times, whether it is ready (CAP-9). */
export const READINESS_POLL_MS = 100
export const READINESS_POLLS = 300
/** Loading the script, drawing the widget, resetting and removing it: whatever takes longer has failed. */
export const STEP_LIMIT_MS = 30_000
/** A challenge that nobody ends is over after this time. */
export const CHALLENGE_LIMIT_MS = 300_000

/** A solved captcha. */
export interface SolvedCaptcha {
  readonly token: string
  /** How long the token is good, in milliseconds. */
  readonly lifetimeMs: number
}

/** How an attempt has ended: with a token, without one because none is asked for, or not at all. */
export type CaptchaOutcome =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'failed'; readonly failure: Failure }

export type CaptchaEmitted =
  | { readonly type: 'captcha.settled'; readonly outcome: CaptchaOutcome }
  /** The captcha was solved (CAP-16). */
  | { readonly type: 'captcha.passed' }
  /** It was not: an error, an expiry or a closed challenge (CAP-6, CAP-7, CAP-16). */
  | { readonly type: 'captcha.missed'; readonly code: string }
  /** A token that nobody has used is too old. */
  | { readonly type: 'token.lapsed' }

export interface CaptchaContext extends CaptchaSwitch {
  /** The provider whose script and widget are on the page. */
  readonly loadedType: CaptchaType
  readonly isWaiting: boolean
  /** Attempts so far; each is settled once. */
  readonly attempts: number
  readonly polls: number
  readonly solved: SolvedCaptcha | null
}

/** The provider that an event names. */
export interface ProviderParams {
  readonly provider: CaptchaSwitch
}

type OfProvider = { readonly type: CaptchaType }

const missing = (name: string) => () => absentActor(name)

/** The words of the captcha machine: its events, actors, guards and actions. */
export const captchaSetup = setup({
  types: {
    context: {} as CaptchaContext,
    events: {} as CaptchaEvent,
    emitted: {} as CaptchaEmitted,
    input: {} as CaptchaSwitch,
    tags: {} as 'busy' | 'solved',
  },
  actors: {
    loadScript: fromPromise<unknown, OfProvider>(missing('loadScript')),
    renderWidget: fromPromise<unknown, OfProvider>(missing('renderWidget')),
    askReadiness: fromPromise<boolean, OfProvider>(missing('askReadiness')),
    execute: fromPromise<SolvedCaptcha, OfProvider>(missing('execute')),
    resetWidget: fromPromise<unknown, OfProvider>(missing('resetWidget')),
    disposeWidget: fromPromise<unknown, OfProvider>(missing('disposeWidget')),
  },
  delays: {
    poll: READINESS_POLL_MS,
    step: STEP_LIMIT_MS,
    challenge: CHALLENGE_LIMIT_MS,
    lifetime: ({ context }) => context.solved?.lifetimeMs ?? 0,
  },
  guards: {
    isSkipped: ({ context }) => isCaptchaSkipped(context),
    isWaiting: ({ context }) => context.isWaiting,
    isReady: (_, params: { readonly isReady: boolean }) => params.isReady,
    isLastPoll: ({ context }) => context.polls >= READINESS_POLLS,
    hasChanged: ({ context }, { provider }: ProviderParams) => isOtherCaptcha(provider, context),
  },
  actions: {
    beginAttempt: assign(({ context }) =>
      context.isWaiting ? {} : { isWaiting: true, attempts: context.attempts + 1 },
    ),
    noteLoaded: assign({ loadedType: ({ context }) => context.type, polls: 0 }),
    countPoll: assign({ polls: ({ context }) => context.polls + 1 }),
    storeProvider: assign((_, { provider }: ProviderParams) => captchaSwitch(provider)),
    storeSolved: assign({ solved: (_, { token, lifetimeMs }: SolvedCaptcha) => ({ token, lifetimeMs }) }),
    forgetSolved: assign({ solved: null }),
    announcePassed: emit({ type: 'captcha.passed' as const }),
    announceLapsed: emit({ type: 'token.lapsed' as const }),
    handOver: enqueueActions(({ context, enqueue }) => {
      if (!context.isWaiting || !context.solved) return
      enqueue.assign({ isWaiting: false })
      enqueue.emit({ type: 'captcha.settled', outcome: { kind: 'token', token: context.solved.token } })
    }),
    skip: enqueueActions(({ context, enqueue }) => {
      if (!context.isWaiting || !isCaptchaSkipped(context)) return
      enqueue.assign({ isWaiting: false })
      enqueue.emit({ type: 'captcha.settled', outcome: { kind: 'skipped' } })
    }),
    cancel: enqueueActions(({ context, enqueue }) => {
      if (!context.isWaiting) return
      enqueue.assign({ isWaiting: false })
      const failure = readFailure({ code: 'request.cancelled' })
      enqueue.emit({ type: 'captcha.settled', outcome: { kind: 'failed', failure } })
    }),
    fail: enqueueActions(({ context, enqueue }, params: { readonly error: unknown }) => {
      if (!context.isWaiting) return
      const failure = captchaFailure(params.error)
      enqueue.assign({ isWaiting: false })
      enqueue.emit({ type: 'captcha.settled', outcome: { kind: 'failed', failure } })
      enqueue.emit({ type: 'captcha.missed', code: failure.code })
    }),
  },
})

/** An error that says nothing of itself is one of the captcha's provider. */
function captchaFailure(error: unknown): Failure {
  const failure = readFailure(error)
  return failure.code === UNKNOWN_FAILURE ? { ...failure, code: 'captcha.failed' } : failure
}
