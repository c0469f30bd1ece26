import { assign, emit, enqueueActions, fromObservable, fromPromise, setup } from 'xstate'
import { absentActor, throwAbsent } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { ServiceTokenEvent } from '#schemas'
import {
  isTokenFresh,
  MAX_REFUSALS,
  type ServiceToken,
  TOKEN_ERROR,
  type TokenAnswer,
  type TokenError,
  tokenOf,
} from './service-token.rules.ts'

/** How long the call for a token may take. */
export const TOKEN_LIMIT_MS = 8000
/** A tab that has held the lock for so long is dead: longer than reading and fetching may take together (TOKEN-T8). */
export const LOCK_LIMIT_MS = 10_000
/** How long the token of the other tabs may take to be read. */
export const READ_LIMIT_MS = 1000
/** A lock that was taken away so often is not waited for any more. */
export const MAX_LOCK_LOSSES = 3
/** So many refused tokens are remembered: more than can be on their way at once. */
export const MAX_REFUSED_TOKENS = 8

/** How a request that asked for the token is answered. */
export type TokenOutcome =
  | { readonly kind: 'token'; readonly token: string }
  /** There is none, and the request goes without: for a guest (TOK-3), or when fetching has failed (TOK-13). */
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly code: TokenError }

export type ServiceTokenEmitted =
  | { readonly type: 'token.settled'; readonly requestId: string; readonly outcome: TokenOutcome }
  /** A token of our own, for the other tabs. */
  | ({ readonly type: 'token.published'; readonly epoch: number } & ServiceToken)
  | { readonly type: 'logged'; readonly actor: 'fetchToken'; readonly code: string }

export interface ServiceTokenInput {
  readonly isSignedIn: boolean
  readonly epoch: number
}

export interface ServiceTokenContext {
  readonly isSignedIn: boolean
  /** Grows with each sign-in and sign-out of this browser; a token of another epoch is worth nothing. */
  readonly epoch: number
  readonly token: ServiceToken | null
  /** The tokens that servers have refused last; none of them is taken from another tab again. */
  readonly refusedTokens: readonly RefusedToken[]
  /** URL → tokens that were refused there since its last success (TOK-9, TOK-10). */
  readonly refusals: Readonly<Record<string, number>>
  /** Requests that wait for the token, in the order in which they asked. */
  readonly waiting: readonly string[]
  /** How often a request has asked; each is answered once. */
  readonly askings: number
  /** Whether the queue for the lock is behind us, with the lock or without. */
  readonly isThrough: boolean
  readonly isStealing: boolean
  readonly lockLosses: number
}

/** A token that was refused, and the URLs at which it was counted: requests that were sent with it side by side are one attempt. */
export interface RefusedToken {
  readonly token: string
  readonly urls: readonly string[]
}

/** A token that another tab has fetched, as stored or announced by it, and the time at which this tab learned of
 *  it. */
export interface StoredToken {
  readonly stored: (ServiceToken & { readonly epoch: number }) | null
  readonly nowMs: number
}

/** A request that asks for the token. */
export interface Asking {
  readonly requestId: string
}

/** A request that was answered with 401, and the token that it was sent with. */
export type Refusal = Asking & {
  readonly url: string
  readonly token: string
  readonly nowMs: number
  /** The epoch in which it was sent; the present one when absent. */
  readonly epoch?: number
}

/** A token, and the epoch that it was fetched in. */
export type Shared = ServiceToken & { readonly epoch: number }

/** The words of the service token client: its types, actors, guards, delays and actions. */
export const serviceTokenSetup = setup({
  types: {
    context: {} as ServiceTokenContext,
    events: {} as ServiceTokenEvent,
    emitted: {} as ServiceTokenEmitted,
    input: {} as ServiceTokenInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Waits for the lock of all tabs, shows `{isHeld: true}` when it has it, and holds it as long as it runs. It completes when
     *  another tab has taken the lock away, and fails where there are no locks. */
    holdLock: fromObservable<{ readonly isHeld: boolean }, { readonly isStealing: boolean }>(() =>
      throwAbsent('holdLock'),
    ),
    readStored: fromPromise<StoredToken, { readonly epoch: number }>(() => absentActor('readStored')),
    fetchToken: fromPromise<TokenAnswer, { readonly epoch: number }>(() => absentActor('fetchToken')),
  },
  delays: { tokenLimit: TOKEN_LIMIT_MS, lockLimit: LOCK_LIMIT_MS, readLimit: READ_LIMIT_MS },
  guards: {
    isSignedIn: ({ context }) => context.isSignedIn,
    isNewEpoch: ({ context }, params: { readonly epoch: number }) => params.epoch > context.epoch,
    isFresh: ({ context }, params: { readonly nowMs: number }) =>
      context.token !== null && isTokenFresh(context.token, params.nowMs),
    isTokenGone: ({ context }) => context.token === null,
    isGivenUp: ({ context }, refusal: Refusal) =>
      isOfOtherEpoch(context, refusal) || refusalsAfter(context, refusal) >= MAX_REFUSALS,
    isOtherToken: ({ context }, { token, nowMs }: Refusal) =>
      context.token !== null && context.token.token !== token && isTokenFresh(context.token, nowMs),
    isUsable: ({ context }, reading: StoredToken) => isUsable(context, reading),
    isNewer: ({ context }, reading: StoredToken) =>
      isUsable(context, reading) && (reading.stored?.receivedAtMs ?? 0) >= (context.token?.receivedAtMs ?? 0),
    isTurn: ({ context }, params: { readonly isHeld: boolean }) => params.isHeld && !context.isThrough,
    isThrough: ({ context }) => context.isThrough,
    isStealing: ({ context }) => context.isStealing,
    isLockLostOften: ({ context }) => context.lockLosses + 1 >= MAX_LOCK_LOSSES,
    isTokenMissing: (_, answer: TokenAnswer) => !answer.userToken,
    isDateMissing: (_, answer: TokenAnswer) => answer.serverDateMs === null,
    isForbidden: (_, params: { readonly error: unknown }) => httpStatusOf(params.error) === 403,
  },
  actions: {
    beginEpoch: assign((_, params: { readonly epoch: number; readonly isSignedIn: boolean }) => ({
      ...params,
      token: null,
      refusedTokens: [],
      refusals: {},
    })),
    await: assign(({ context }, { requestId }: Asking) =>
      context.waiting.includes(requestId)
        ? {}
        : { waiting: [...context.waiting, requestId], askings: context.askings + 1 },
    ),
    abandon: enqueueActions(({ context, enqueue }, { requestId }: Asking) => {
      if (!context.waiting.includes(requestId)) return
      enqueue.assign({ waiting: context.waiting.filter((id) => id !== requestId) })
      enqueue.emit({ type: 'token.settled', requestId, outcome: failed(TOKEN_ERROR.cancelled) })
    }),
    answerOne: enqueueActions(
      ({ context, enqueue }, { requestId, outcome }: Asking & { readonly outcome: TokenOutcome }) => {
        enqueue.assign({ askings: context.askings + 1 })
        enqueue.emit({ type: 'token.settled', requestId, outcome })
      },
    ),
    handOver: enqueueActions(({ context, enqueue }, { requestId }: Asking) => {
      if (!context.token) return
      enqueue.assign({ askings: context.askings + 1 })
      enqueue.emit({ type: 'token.settled', requestId, outcome: { kind: 'token', token: context.token.token } })
    }),
    answerAll: enqueueActions(({ context, enqueue }, params: { readonly outcome: TokenOutcome }) => {
      enqueue.assign({ waiting: [] })
      for (const requestId of context.waiting) {
        enqueue.emit({ type: 'token.settled', requestId, outcome: params.outcome })
      }
    }),
    handOverAll: enqueueActions(({ context, enqueue }) => {
      if (!context.token) return
      const { token } = context.token
      enqueue.assign({ waiting: [] })
      for (const requestId of context.waiting) {
        enqueue.emit({ type: 'token.settled', requestId, outcome: { kind: 'token', token } })
      }
    }),
    countRefusal: assign(({ context }, refusal: Refusal) => {
      if (isOfOtherEpoch(context, refusal)) return {}
      const { url, token } = refusal
      const counted = { token, urls: [...new Set([...urlsOf(context, token), url])] }
      return {
        refusals: { ...context.refusals, [url]: Math.min(refusalsAfter(context, refusal), MAX_REFUSALS) },
        refusedTokens: [...without(context.refusedTokens, token), counted].slice(-MAX_REFUSED_TOKENS),
        token: context.token?.token === token ? null : context.token,
      }
    }),
    giveUp: enqueueActions(({ context, enqueue }, refusal: Refusal) => {
      const code = isOfOtherEpoch(context, refusal) ? TOKEN_ERROR.cancelled : TOKEN_ERROR.tokenNotAuthenticated
      enqueue.assign({ askings: context.askings + 1 })
      enqueue.emit({ type: 'token.settled', requestId: refusal.requestId, outcome: failed(code) })
    }),
    forgiveUrl: assign({
      refusals: ({ context }, { url }: { readonly url: string }) =>
        Object.fromEntries(Object.entries(context.refusals).filter(([counted]) => counted !== url)),
    }),
    storeFetched: assign(({ context }, answer: TokenAnswer) => {
      const token = tokenOf(answer)
      return { token, refusedTokens: without(context.refusedTokens, token.token) }
    }),
    storeShared: assign({
      token: (_, { token, expiresAtMs, skewMs, receivedAtMs }: Shared) => ({
        token,
        expiresAtMs,
        skewMs,
        receivedAtMs,
      }),
    }),
    storeStored: assign(({ context }, { stored }: StoredToken) => ({
      token: stored === null ? context.token : withoutEpoch(stored),
    })),
    forgetToken: assign({ token: null }),
    publish: enqueueActions(({ context, enqueue }) => {
      if (context.token) enqueue.emit({ type: 'token.published', epoch: context.epoch, ...context.token })
    }),
    goThrough: assign({ isThrough: true }),
    leaveQueue: assign({ isThrough: false }),
    countLoss: assign({ lockLosses: ({ context }) => context.lockLosses + 1 }),
    steal: assign({ isStealing: true }),
    forgetLocking: assign({ isStealing: false, lockLosses: 0 }),
    log: emit((_, params: { readonly error: unknown }) => ({
      type: 'logged' as const,
      actor: 'fetchToken' as const,
      code: readFailure(params.error).code,
    })),
  },
})

/** An outcome without a token, for a reason. */
export function failed(code: TokenError): TokenOutcome {
  return { kind: 'failed', code }
}

/** Whether a request was sent for another player than the present one: it gets no token of this one. */
function isOfOtherEpoch(context: ServiceTokenContext, { epoch }: Refusal): boolean {
  return epoch !== undefined && epoch !== context.epoch
}

/** Whether a token of another tab may be taken: of this epoch, fresh, and refused by nobody. */
function isUsable({ epoch, refusedTokens }: ServiceTokenContext, { stored, nowMs }: StoredToken): boolean {
  return (
    stored !== null &&
    stored.epoch === epoch &&
    !refusedTokens.some(({ token }) => token === stored.token) &&
    isTokenFresh(stored, nowMs)
  )
}

/** Refused attempts at a URL, this one included unless one with the same token was counted there already. A token that is issued
 *  again counts again. */
function refusalsAfter(context: ServiceTokenContext, { url, token }: Refusal): number {
  return (context.refusals[url] ?? 0) + (urlsOf(context, token).includes(url) ? 0 : 1)
}

function urlsOf({ refusedTokens }: ServiceTokenContext, token: string): readonly string[] {
  return refusedTokens.find((refused) => refused.token === token)?.urls ?? []
}

function without(tokens: readonly RefusedToken[], token: string): readonly RefusedToken[] {
  return tokens.filter((refused) => refused.token !== token)
}

function withoutEpoch({ epoch: _epoch, ...token }: Shared): ServiceToken {
  return token
}

function httpStatusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'httpStatus' in error ? error.httpStatus : undefined
}
