import { assign, emit, fromPromise, raise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type {
  Coupon,
  CouponEdit,
  CouponEntry,
  CouponEvent,
  CouponFeedChange,
  CouponPlacement,
  PlaceBetAnswer,
  PlaceBetRequest,
} from '#schemas'
import { editCoupon } from './coupon-edit.rules.ts'
import { pressOutcome } from './coupon-entries.rules.ts'
import { loadedCoupon } from './coupon-restore.rules.ts'
import {
  approvedBet,
  type BetUnderWay,
  betProblems,
  type CouponState,
  changedState,
  closedState,
  ENDED,
  followedState,
  isRefusal,
  newCouponState,
  ownBet,
  pollDelayMs,
  pressedBet,
  quotedState,
  receivedState,
  rejection,
  restoredState,
  secondsOf,
} from './coupon-state.rules.ts'
import type { CouponTerms } from './coupon-terms.rules.ts'

/** A countdown goes by seconds. */
const SECOND_MS = 1000

export interface CouponInput {
  readonly terms: CouponTerms
  /** Null for a guest. */
  readonly userId: number | null
}

export type CouponEmitted =
  /** What storage keeps is no longer what the coupon is. */
  | { readonly type: 'coupon.changed' }
  /** Nothing of the coupon may stay in storage. */
  | { readonly type: 'coupon.wiped' }
  | { readonly type: 'bet.sent'; readonly betGuid: string }
  /** It is known what became of the bet. */
  | { readonly type: 'bet.resolved'; readonly betGuid: string }

/** What is to be kept before the bet is sent; the actor adds the name that it makes, and the hash. */
export type KeepInput = Pick<BetUnderWay, 'payload' | 'isOneClick'> &
  Pick<CouponPlacement, 'entries'> & {
    readonly coupon: Coupon
  }

/** A coupon that was saved under a code. */
export interface LoadedCoupon {
  readonly code: string
  readonly entries: readonly unknown[]
}

/** How much can be advanced on open bets, and the player's own money, in minor units. */
export interface CouponAdvance {
  readonly limitMinor: number
  readonly ownMinor: number
}

function betGuidOf({ sent }: CouponState): string {
  return sent?.betGuid ?? ''
}

/** The words of the coupon: its types, actors, guards, delays and actions. */
export const couponSetup = setup({
  types: {
    context: {} as CouponState,
    events: {} as CouponEvent,
    emitted: {} as CouponEmitted,
    input: {} as CouponInput,
    tags: {} as 'busy',
  },
  actors: {
    /** What storage has, whatever it is; null when it has nothing. */
    restore: fromPromise<unknown>(() => absentActor('restore')),
    /** Makes the name of the bet and stores it with the payload and its hash, before anything is sent (PLACE-1). */
    keep: fromPromise<Pick<PlaceBetRequest, 'betGuid' | 'payloadHash'>, KeepInput>(() => absentActor('keep')),
    place: fromPromise<PlaceBetAnswer, PlaceBetRequest>(() => absentActor('place')),
    /** The outcome of placing a bet, by its name (PLACE-3). */
    askBet: fromPromise<PlaceBetAnswer, { readonly betGuid: string }>(() => absentActor('askBet')),
    saveCoupon: fromPromise<{ readonly code: string }, { readonly coupon: Coupon }>(() => absentActor('saveCoupon')),
    loadCoupon: fromPromise<LoadedCoupon, { readonly code: string }>(() => absentActor('loadCoupon')),
    askAdvance: fromPromise<CouponAdvance, { readonly coupon: Coupon }>(() => absentActor('askAdvance')),
  },
  delays: { second: SECOND_MS, pollDelay: ({ context }) => pollDelayMs(context.attempts) },
  guards: {
    isBetRestored: ({ context }, params: { readonly stored: unknown }) =>
      restoredState(context, params.stored).bet !== undefined,
    isOneClick: ({ context }) => context.coupon.isOneClick,
    isPressSendableAtOnce: ({ context }, params: { readonly entry: CouponEntry }) =>
      context.coupon.isOneClick && pressedBet(context, params.entry) !== null,
    isSendable: ({ context }, params: { readonly acceptsPrices?: boolean }) => ownBet(context, params) !== null,
    isQuoteSendable: ({ context }) => approvedBet(context) !== null,
    isHeldBackBy: ({ context }, params: { readonly change: CouponFeedChange }) =>
      betProblems({ ...context, ...followedState(context, params.change) }).length > 0,
    maySave: ({ context }) => context.terms.isSaveLoadAllowed && context.coupon.entries.length > 0,
    mayLoad: ({ context }) => context.terms.isSaveLoadAllowed,
    mayAdvance: ({ context }) => context.terms.isAdvanceAllowed && context.userId !== null,
    isRefusal: (_, params: { readonly error: unknown }) => isRefusal(params.error),
    isPending: ({ context }) => context.answer?.kind === 'pending',
    isAccepted: ({ context }) => context.answer?.kind === 'accepted' || context.answer?.kind === 'bid',
    isPartial: ({ context }) => context.answer?.kind === 'partial',
    isRepriced: ({ context }) => context.answer?.kind === 'repriced',
    isAbsent: ({ context }) => context.answer?.kind === 'absent',
    isWaiting: ({ context }) => context.waitSeconds > 1,
  },
  actions: {
    storeRestored: assign(({ context }, params: { readonly stored: unknown }) => restoredState(context, params.stored)),
    noteStorage: assign({ notice: { code: 'storage_failed' } }),
    noteHeldBack: assign({ notice: { code: 'bet_held_back' } }),
    noteRefused: assign({ notice: { code: 'not_allowed' } }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    press: assign(({ context }, params: { readonly entry: CouponEntry }) =>
      changedState(context, pressOutcome(context.coupon, params.entry, context.terms)),
    ),
    pressAgain: raise(({ event }) => event as Extract<CouponEvent, { readonly type: 'outcome.pressed' }>),
    edit: assign(({ context }, params: { readonly edit: CouponEdit }) =>
      changedState(context, editCoupon(context.coupon, params.edit, context.terms)),
    ),
    follow: assign(({ context }, params: { readonly change: CouponFeedChange }) =>
      followedState(context, params.change),
    ),
    prepare: assign(({ context }, params: { readonly acceptsPrices?: boolean }) => {
      const bet = ownBet(context, params)
      return { bet, coupon: bet?.coupon ?? context.coupon, notice: null, failure: null }
    }),
    preparePressed: assign({
      bet: ({ context }, params: { readonly entry: CouponEntry }) => pressedBet(context, params.entry),
      notice: null,
      failure: null,
    }),
    prepareQuoted: assign(({ context }) => {
      const bet = approvedBet(context)
      return { bet, answer: null, notice: null, coupon: bet && !bet.isOneClick ? bet.coupon : context.coupon }
    }),
    storeSent: assign({
      sent: (_, { betGuid, payloadHash }: Pick<PlaceBetRequest, 'betGuid' | 'payloadHash'>) => ({
        betGuid,
        payloadHash,
      }),
    }),
    storeAnswer: assign({ answer: (_, params: { readonly answer: PlaceBetAnswer }) => params.answer, attempts: 0 }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    startCountdown: assign({
      waitSeconds: ({ context }) => (context.answer?.kind === 'pending' ? secondsOf(context.answer.delayMs) : 0),
    }),
    countDown: assign({ waitSeconds: ({ context }) => context.waitSeconds - 1 }),
    receive: assign(({ context }) => {
      const { answer } = context
      const isReceived = answer?.kind === 'accepted' || answer?.kind === 'partial' || answer?.kind === 'bid'
      return { ...(isReceived ? receivedState(context, answer) : {}), ...ENDED }
    }),
    takeQuote: assign(({ context }) =>
      context.answer?.kind === 'repriced' ? quotedState(context, context.answer) : {},
    ),
    reject: assign(({ context }) => ({
      ...(context.answer?.kind === 'rejected' ? { failure: rejection(context.answer) } : {}),
      ...ENDED,
    })),
    forgetBet: assign(ENDED),
    closeResult: assign(({ context }, params: { readonly keepsEntries: boolean }) => closedState(context, params)),
    storeCode: assign({ savedCode: (_, params: { readonly code: string }) => params.code, failure: null }),
    storeLoaded: assign(({ context }, loaded: LoadedCoupon) =>
      changedState(context, loadedCoupon(context.coupon, loaded, context.terms)),
    ),
    storeAdvance: assign({
      advanceLimitMinor: (_, params: CouponAdvance) => params.limitMinor,
      advanceOwnMinor: (_, params: CouponAdvance) => params.ownMinor,
      failure: null,
    }),
    wipe: assign(({ context }) => ({
      ...newCouponState(context.terms, null),
      isFeedLive: context.isFeedLive,
    })),
    tellChange: emit({ type: 'coupon.changed' }),
    tellWiping: emit({ type: 'coupon.wiped' }),
    tellSending: emit(({ context }) => ({ type: 'bet.sent', betGuid: betGuidOf(context) })),
    tellResolved: emit(({ context }) => ({ type: 'bet.resolved', betGuid: betGuidOf(context) })),
  },
})
