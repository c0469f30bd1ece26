import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type {
  BetInsured,
  BetQuoteEvent,
  CashOutAnswer,
  CashOutQuote,
  CashOutRefused,
  CashOutSold,
  InsuranceAnswer,
  InsuranceQuote,
  InsuranceRefused,
} from '#schemas'
import { type QuoteKind, quotedMinor, readQuotePart } from './bet-quote.rules.ts'

/** What the house says to one who sells or insures. */
export type QuoteAnswer = CashOutAnswer | InsuranceAnswer

export interface BetQuoteInput {
  readonly kind: QuoteKind
  readonly betId: number
  /** How much of the stake can be sold or insured, in minor units. */
  readonly leftMinor: number
  /** Decimal places of the currency. */
  readonly exponent: number
}

/** What a quote is asked for; all that is left when `partMinor` is null. */
export type QuoteQuestion = Pick<BetQuoteContext, 'kind' | 'betId' | 'partMinor'>

/** A quote that is taken, under its name. */
export interface TakingRequest {
  readonly kind: QuoteKind
  readonly quoteId: number
  readonly guid: string
}

export interface BetQuoteContext extends BetQuoteInput {
  /** How much was typed, as it was typed; empty while all of it is meant. */
  readonly text: string
  /** How much that is, in minor units; null when it is all of it. */
  readonly partMinor: number | null
  /** The quote that stands. */
  readonly quote: CashOutQuote | InsuranceQuote | null
  /** What the player has confirmed and did not get: the quote that stands is another one. */
  readonly formerMinor: number | null
  /** How long the quote stands; once it is taken for a live bet, how long that waits. */
  readonly secondsLeft: number
  /** The name of the taking, kept until an answer is definite. */
  readonly guid: string | null
  readonly taken: CashOutSold | BetInsured | null
  readonly refusal: CashOutRefused | InsuranceRefused | null
  readonly failure: Failure | null
}

export type BetQuoteEmitted = { readonly type: 'quote.taken'; readonly kind: QuoteKind; readonly betId: number }

/** A part that is being chosen is asked for once it rests. */
export const PART_REST_MS = 400
/** Time between two askings for a taking whose answer was lost. */
export const TAKING_POLL_MS = 3000
const SECOND_MS = 1000

const quoteSetup = setup({
  types: {
    context: {} as BetQuoteContext,
    events: {} as BetQuoteEvent,
    emitted: {} as BetQuoteEmitted,
    input: {} as BetQuoteInput,
    tags: {} as 'busy',
  },
  actors: {
    askQuote: fromPromise<QuoteAnswer, QuoteQuestion>(() => absentActor('askQuote')),
    nameTaking: fromPromise<string>(() => absentActor('nameTaking')),
    take: fromPromise<QuoteAnswer, TakingRequest>(() => absentActor('take')),
  },
  delays: { partRest: PART_REST_MS, second: SECOND_MS, pollDelay: TAKING_POLL_MS },
  guards: {
    isNoPart: ({ context: { leftMinor, exponent } }, params: { readonly text: string }) =>
      readQuotePart(params.text, leftMinor, exponent) === null,
    isWhole: ({ context: { leftMinor, exponent } }, params: { readonly text: string }) =>
      readQuotePart(params.text, leftMinor, exponent) === leftMinor,
    isQuote: (_, params: { readonly answer: QuoteAnswer }) =>
      params.answer.kind === 'quoted' || params.answer.kind === 'requoted',
    isTaken: (_, params: { readonly answer: QuoteAnswer }) =>
      params.answer.kind === 'sold' || params.answer.kind === 'insured',
    isPending: (_, params: { readonly answer: QuoteAnswer }) => params.answer.kind === 'pending',
    isStanding: ({ context }) => context.secondsLeft > 1,
    isRefusal: (_, params: { readonly error: unknown }) => isDefinite(params.error),
  },
  actions: {
    storePart: assign(({ context: { leftMinor, exponent } }, params: { readonly text: string }) => ({
      text: params.text,
      partMinor: readQuotePart(params.text, leftMinor, exponent),
    })),
    chooseWhole: assign({ text: '', partMinor: null }),
    storeQuote: assign((_, params: { readonly answer: QuoteAnswer }) => {
      const { answer } = params
      if (answer.kind !== 'quoted' && answer.kind !== 'requoted') return {}
      return { quote: answer.quote, secondsLeft: secondsOf(answer.quote.expiresInMs) }
    }),
    storeDelay: assign((_, params: { readonly answer: QuoteAnswer }) =>
      params.answer.kind === 'pending' ? { secondsLeft: secondsOf(params.answer.delayMs) } : {},
    ),
    noteChanged: assign({ formerMinor: ({ context }) => context.quote && quotedMinor(context.quote) }),
    forgetChanged: assign({ formerMinor: null }),
    forgetQuote: assign({ quote: null, secondsLeft: 0 }),
    countDown: assign({ secondsLeft: ({ context }) => Math.max(0, context.secondsLeft - 1) }),
    clearFailure: assign({ refusal: null, failure: null }),
    storeRefusal: assign({
      refusal: (_, params: { readonly answer: QuoteAnswer }) =>
        params.answer.kind === 'refused' ? params.answer : null,
    }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    storeName: assign({ guid: (_, params: { readonly guid: string }) => params.guid }),
    forgetName: assign({ guid: null }),
    storeTaken: assign({
      taken: (_, params: { readonly answer: QuoteAnswer }) =>
        params.answer.kind === 'sold' || params.answer.kind === 'insured' ? params.answer : null,
    }),
    announce: emit(({ context }) => ({
      type: 'quote.taken' as const,
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
 * The sale or the insurance of a bet, or of a part of it (PLACE-7, BET-13). A quote is valid for a while; the player
 * confirms exactly the quote shown. Of a live bet it is taken once the delay is over (PLACE-5). When the server
 * answers with another quote, nothing was accepted, and the player sees what has changed. Each acceptance has a name:
 * if its answer is lost, it is sent again under the same name until its outcome is known.
 */
export const betQuoteMachine = quoteSetup.createMachine({
  id: 'bet-quote',
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
        wrong: { entry: ['forgetQuote', 'clearFailure'] },
        resting: { entry: ['forgetQuote', 'clearFailure'], after: { partRest: 'quoting' } },
        quoting: {
          tags: 'busy',
          entry: ['forgetQuote', 'clearFailure'],
          invoke: {
            src: 'askQuote',
            input: ({ context: { kind, betId, partMinor } }) => ({ kind, betId, partMinor }),
            onDone: [
              {
                guard: { type: 'isQuote', params: ({ event }) => ({ answer: event.output }) },
                target: 'quoted',
                actions: { type: 'storeQuote', params: ({ event }) => ({ answer: event.output }) },
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
        quoted: {
          on: { 'quote.confirmed': '#bet-quote.naming' },
          after: {
            second: [
              { guard: 'isStanding', target: 'quoted', reenter: true, actions: 'countDown' },
              { target: 'expired' },
            ],
          },
        },
        expired: {
          entry: ['forgetQuote', 'forgetChanged'],
          on: { 'quote.requested': 'quoting' },
        },
        refused: { on: { 'quote.requested': { target: 'quoting', actions: 'forgetChanged' } } },
        failed: { on: { 'quote.requested': { target: 'quoting', actions: 'forgetChanged' } } },
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
          actions: ['forgetQuote', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
      },
    },
    taking: {
      tags: 'busy',
      invoke: {
        src: 'take',
        input: ({ context: { kind, quote, guid } }) => {
          if (!quote || guid === null) throw new Error('no quote was named to be taken')
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
            guard: { type: 'isQuote', params: ({ event }) => ({ answer: event.output }) },
            target: 'choosing.quoted',
            actions: [
              'noteChanged',
              'forgetName',
              { type: 'storeQuote', params: ({ event }) => ({ answer: event.output }) },
            ],
          },
          {
            target: 'choosing.refused',
            actions: [
              'forgetName',
              'forgetQuote',
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
              'forgetQuote',
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
