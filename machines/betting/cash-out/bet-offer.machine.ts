import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type {
  BetInsured,
  BetOfferEvent,
  CashOutAnswer,
  CashOutQuote,
  CashOutRefused,
  CashOutSold,
  InsuranceAnswer,
  InsuranceQuote,
  InsuranceRefused,
} from '#schemas'
import { type OfferKind, offeredMinor, readOfferPart } from './bet-offer.rules.ts'

/** What the house says to one who sells or insures. */
export type OfferAnswer = CashOutAnswer | InsuranceAnswer

export interface BetOfferInput {
  readonly kind: OfferKind
  readonly betId: number
  /** How much of the stake can be sold or insured, in minor units. */
  readonly leftMinor: number
  /** Decimal places of the currency. */
  readonly exponent: number
}

/** What an offer is asked for; all that is left when `partMinor` is null. */
export type OfferQuestion = Pick<BetOfferContext, 'kind' | 'betId' | 'partMinor'>

/** An offer that is taken, under its name. */
export interface TakingRequest {
  readonly kind: OfferKind
  readonly quoteId: number
  readonly guid: string
}

export interface BetOfferContext extends BetOfferInput {
  /** How much was typed, as it was typed; empty while all of it is meant. */
  readonly text: string
  /** How much that is, in minor units; null when it is all of it. */
  readonly partMinor: number | null
  /** The offer that stands. */
  readonly quote: CashOutQuote | InsuranceQuote | null
  /** What the player has confirmed and did not get: the offer that stands is another one. */
  readonly formerMinor: number | null
  /** How long the offer stands; once it is taken for a live bet, how long that waits. */
  readonly secondsLeft: number
  /** The name of the taking, kept until an answer is definite. */
  readonly guid: string | null
  readonly taken: CashOutSold | BetInsured | null
  readonly refusal: CashOutRefused | InsuranceRefused | null
  readonly failure: Failure | null
}

export type BetOfferEmitted = { readonly type: 'offer.taken'; readonly kind: OfferKind; readonly betId: number }

/** A part that is being chosen is asked for once it rests. */
export const PART_REST_MS = 400
/** Time between two askings for a taking whose answer was lost. */
export const TAKING_POLL_MS = 3000
const SECOND_MS = 1000

const offerSetup = setup({
  types: {
    context: {} as BetOfferContext,
    events: {} as BetOfferEvent,
    emitted: {} as BetOfferEmitted,
    input: {} as BetOfferInput,
    tags: {} as 'busy',
  },
  actors: {
    askOffer: fromPromise<OfferAnswer, OfferQuestion>(() => absentActor('askOffer')),
    nameTaking: fromPromise<string>(() => absentActor('nameTaking')),
    take: fromPromise<OfferAnswer, TakingRequest>(() => absentActor('take')),
  },
  delays: { partRest: PART_REST_MS, second: SECOND_MS, pollDelay: TAKING_POLL_MS },
  guards: {
    isNoPart: ({ context: { leftMinor, exponent } }, params: { readonly text: string }) =>
      readOfferPart(params.text, leftMinor, exponent) === null,
    isWhole: ({ context: { leftMinor, exponent } }, params: { readonly text: string }) =>
      readOfferPart(params.text, leftMinor, exponent) === leftMinor,
    isOffer: (_, params: { readonly answer: OfferAnswer }) =>
      params.answer.kind === 'quoted' || params.answer.kind === 'requoted',
    isTaken: (_, params: { readonly answer: OfferAnswer }) =>
      params.answer.kind === 'sold' || params.answer.kind === 'insured',
    isPending: (_, params: { readonly answer: OfferAnswer }) => params.answer.kind === 'pending',
    isStanding: ({ context }) => context.secondsLeft > 1,
    isRefusal: (_, params: { readonly error: unknown }) => isDefinite(params.error),
  },
  actions: {
    storePart: assign(({ context: { leftMinor, exponent } }, params: { readonly text: string }) => ({
      text: params.text,
      partMinor: readOfferPart(params.text, leftMinor, exponent),
    })),
    chooseWhole: assign({ text: '', partMinor: null }),
    storeOffer: assign((_, params: { readonly answer: OfferAnswer }) => {
      const { answer } = params
      if (answer.kind !== 'quoted' && answer.kind !== 'requoted') return {}
      return { quote: answer.quote, secondsLeft: secondsOf(answer.quote.expiresInMs) }
    }),
    storeDelay: assign((_, params: { readonly answer: OfferAnswer }) =>
      params.answer.kind === 'pending' ? { secondsLeft: secondsOf(params.answer.delayMs) } : {},
    ),
    noteChanged: assign({ formerMinor: ({ context }) => context.quote && offeredMinor(context.quote) }),
    forgetChanged: assign({ formerMinor: null }),
    forgetOffer: assign({ quote: null, secondsLeft: 0 }),
    countDown: assign({ secondsLeft: ({ context }) => Math.max(0, context.secondsLeft - 1) }),
    clearFailure: assign({ refusal: null, failure: null }),
    storeRefusal: assign({
      refusal: (_, params: { readonly answer: OfferAnswer }) =>
        params.answer.kind === 'refused' ? params.answer : null,
    }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    storeName: assign({ guid: (_, params: { readonly guid: string }) => params.guid }),
    forgetName: assign({ guid: null }),
    storeTaken: assign({
      taken: (_, params: { readonly answer: OfferAnswer }) =>
        params.answer.kind === 'sold' || params.answer.kind === 'insured' ? params.answer : null,
    }),
    announce: emit(({ context }) => ({
      type: 'offer.taken' as const,
      kind: context.kind,
      betId: context.betId,
    })),
  },
})

/** Whole seconds, one at least: `4500` → 5. */
function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND_MS))
}

/** Statuses that say nothing of the taking: the request was not looked at, and one before it may have been. */
const UNTOLD: readonly number[] = [401, 408, 429]

/** Whether nothing was taken for certain: the server has refused the request itself. What was lost on the way may have been taken. */
function isDefinite(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'httpStatus' in error ? Number(error.httpStatus) : 0
  return status >= 400 && status < 500 && !UNTOLD.includes(status)
}

/**
 * The sale or the insurance of a bet, or of a part of it (PLACE-7, BET-13). An offer is valid for a while; the player
 * confirms exactly the offer shown. Of a live bet it is taken once the delay is over (PLACE-5). When the server
 * answers with another offer, nothing was accepted, and the player sees what has changed. Each acceptance has a name:
 * if its answer is lost, it is sent again under the same name until its outcome is known.
 */
export const betOfferMachine = offerSetup.createMachine({
  id: 'bet-offer',
  context: ({ input }) => ({
    ...input,
    text: '',
    partMinor: null,
    quote: null,
    formerMinor: null,
    secondsLeft: 0,
    guid: null,
    taken: null,
    refusal: null,
    failure: null,
  }),
  initial: 'choosing',
  states: {
    choosing: {
      initial: 'quoting',
      on: {
        'part.chosen': [
          {
            guard: { type: 'isNoPart', params: ({ event }) => event },
            target: '.wrong',
            actions: [{ type: 'storePart', params: ({ event }) => event }, 'forgetChanged'],
          },
          {
            guard: { type: 'isWhole', params: ({ event }) => event },
            target: '.quoting',
            actions: ['chooseWhole', 'forgetChanged'],
          },
          {
            target: '.resting',
            actions: [{ type: 'storePart', params: ({ event }) => event }, 'forgetChanged'],
          },
        ],
        'whole.chosen': { target: '.quoting', actions: ['chooseWhole', 'forgetChanged'] },
      },
      states: {
        wrong: { entry: ['forgetOffer', 'clearFailure'] },
        resting: { entry: ['forgetOffer', 'clearFailure'], after: { partRest: 'quoting' } },
        quoting: {
          tags: 'busy',
          entry: ['forgetOffer', 'clearFailure'],
          invoke: {
            src: 'askOffer',
            input: ({ context: { kind, betId, partMinor } }) => ({ kind, betId, partMinor }),
            onDone: [
              {
                guard: { type: 'isOffer', params: ({ event }) => ({ answer: event.output }) },
                target: 'offered',
                actions: { type: 'storeOffer', params: ({ event }) => ({ answer: event.output }) },
              },
              {
                target: 'refused',
                actions: { type: 'storeRefusal', params: ({ event }) => ({ answer: event.output }) },
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        offered: {
          on: { 'offer.confirmed': '#bet-offer.naming' },
          after: {
            second: [
              { guard: 'isStanding', target: 'offered', reenter: true, actions: 'countDown' },
              { target: 'expired' },
            ],
          },
        },
        expired: {
          entry: ['forgetOffer', 'forgetChanged'],
          on: { 'offer.requested': 'quoting' },
        },
        refused: { on: { 'offer.requested': { target: 'quoting', actions: 'forgetChanged' } } },
        failed: { on: { 'offer.requested': { target: 'quoting', actions: 'forgetChanged' } } },
      },
    },
    naming: {
      tags: 'busy',
      invoke: {
        src: 'nameTaking',
        onDone: {
          target: 'taking',
          actions: { type: 'storeName', params: ({ event }) => ({ guid: event.output }) },
        },
        onError: {
          target: 'choosing.failed',
          actions: ['forgetOffer', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
      },
    },
    taking: {
      tags: 'busy',
      invoke: {
        src: 'take',
        input: ({ context: { kind, quote, guid } }) => {
          if (!quote || guid === null) throw new Error('no offer was named to be taken')
          return { kind, quoteId: quote.quoteId, guid }
        },
        onDone: [
          {
            guard: { type: 'isPending', params: ({ event }) => ({ answer: event.output }) },
            target: 'waiting',
            actions: { type: 'storeDelay', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isTaken', params: ({ event }) => ({ answer: event.output }) },
            target: 'done',
            actions: [
              { type: 'storeTaken', params: ({ event }) => ({ answer: event.output }) },
              'forgetName',
              'announce',
            ],
          },
          {
            guard: { type: 'isOffer', params: ({ event }) => ({ answer: event.output }) },
            target: 'choosing.offered',
            actions: [
              'noteChanged',
              'forgetName',
              { type: 'storeOffer', params: ({ event }) => ({ answer: event.output }) },
            ],
          },
          {
            target: 'choosing.refused',
            actions: [
              'forgetName',
              'forgetOffer',
              { type: 'storeRefusal', params: ({ event }) => ({ answer: event.output }) },
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'choosing.failed',
            actions: [
              'forgetName',
              'forgetOffer',
              { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
            ],
          },
          { target: 'unknown' },
        ],
      },
    },
    waiting: {
      tags: 'busy',
      after: {
        second: [{ guard: 'isStanding', target: 'waiting', reenter: true, actions: 'countDown' }, { target: 'taking' }],
      },
    },
    unknown: {
      tags: 'busy',
      on: { 'answer.asked': 'taking' },
      after: { pollDelay: 'taking' },
    },
    done: { type: 'final' },
  },
})
