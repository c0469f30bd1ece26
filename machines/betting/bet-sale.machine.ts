import { assign, emit, fromPromise, setup } from 'xstate'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { BetSaleEvent, CashOutAnswer, CashOutQuote, CashOutRefused, CashOutSold } from '#schemas'
import { readSalePart } from './bet-sale.rules.ts'

export interface BetSaleInput {
  readonly betId: number
  /** What is left of the stake, in minor units. */
  readonly leftMinor: number
  /** Decimal places of the currency. */
  readonly exponent: number
}

/** What an offer is asked for; all that is left when `soldMinor` is null. */
export interface SaleQuestion {
  readonly betId: number
  readonly soldMinor: number | null
}

/** A sale under its name. */
export interface SaleRequest {
  readonly quoteId: number
  readonly saleGuid: string
}

export interface BetSaleContext extends BetSaleInput {
  /** How much was typed, as it was typed; empty while all of it is sold. */
  readonly text: string
  /** How much that is, in minor units; null when all of it is sold. */
  readonly partMinor: number | null
  /** The offer that stands. */
  readonly quote: CashOutQuote | null
  /** What the player has confirmed and did not get: the offer that stands is another one. */
  readonly formerMinor: number | null
  readonly secondsLeft: number
  /** The name of the sale, kept until an answer is definite. */
  readonly saleGuid: string | null
  readonly sold: CashOutSold | null
  readonly refusal: CashOutRefused | null
  readonly failure: Failure | null
}

export type BetSaleEmitted = { readonly type: 'bet.sold'; readonly betId: number; readonly remainingMinor: number }

/** A part that is being chosen is asked for once it rests. */
export const PART_REST_MS = 400
/** Time between two askings for a sale whose answer was lost. */
export const SALE_POLL_MS = 3000
const SECOND_MS = 1000

function absent(actor: string): Promise<never> {
  return Promise.reject(new Error(`actor ${actor} was not provided`))
}

const saleSetup = setup({
  types: {
    context: {} as BetSaleContext,
    events: {} as BetSaleEvent,
    emitted: {} as BetSaleEmitted,
    input: {} as BetSaleInput,
    tags: {} as 'busy',
  },
  actors: {
    askOffer: fromPromise<CashOutAnswer, SaleQuestion>(() => absent('askOffer')),
    nameSale: fromPromise<string>(() => absent('nameSale')),
    sell: fromPromise<CashOutAnswer, SaleRequest>(() => absent('sell')),
  },
  delays: { partRest: PART_REST_MS, second: SECOND_MS, pollDelay: SALE_POLL_MS },
  guards: {
    isNoPart: ({ context: { leftMinor, exponent } }, params: { readonly text: string }) =>
      readSalePart(params.text, leftMinor, exponent) === null,
    isOffer: (_, params: { readonly answer: CashOutAnswer }) =>
      params.answer.kind === 'quoted' || params.answer.kind === 'requoted',
    isSold: (_, params: { readonly answer: CashOutAnswer }) => params.answer.kind === 'sold',
    isStanding: ({ context }) => context.secondsLeft > 1,
    isRefusal: (_, params: { readonly error: unknown }) => isDefinite(params.error),
  },
  actions: {
    storePart: assign(({ context: { leftMinor, exponent } }, params: { readonly text: string }) => {
      const partMinor = readSalePart(params.text, leftMinor, exponent)
      return { text: params.text, partMinor: partMinor === leftMinor ? null : partMinor }
    }),
    chooseWhole: assign({ text: '', partMinor: null }),
    storeOffer: assign((_, params: { readonly answer: CashOutAnswer }) => {
      const { answer } = params
      if (answer.kind !== 'quoted' && answer.kind !== 'requoted') return {}
      return { quote: answer.quote, secondsLeft: Math.max(1, Math.ceil(answer.quote.expiresInMs / SECOND_MS)) }
    }),
    noteChanged: assign({ formerMinor: ({ context }) => context.quote?.payoutMinor ?? null }),
    forgetChanged: assign({ formerMinor: null }),
    forgetOffer: assign({ quote: null, secondsLeft: 0 }),
    countDown: assign({ secondsLeft: ({ context }) => Math.max(0, context.secondsLeft - 1) }),
    clearFailure: assign({ refusal: null, failure: null }),
    storeRefusal: assign({
      refusal: (_, params: { readonly answer: CashOutAnswer }) =>
        params.answer.kind === 'refused' ? params.answer : null,
    }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    storeName: assign({ saleGuid: (_, params: { readonly saleGuid: string }) => params.saleGuid }),
    forgetName: assign({ saleGuid: null }),
    storeSold: assign({
      sold: (_, params: { readonly answer: CashOutAnswer }) => (params.answer.kind === 'sold' ? params.answer : null),
    }),
    announce: emit(({ context }) => ({
      type: 'bet.sold' as const,
      betId: context.betId,
      remainingMinor: context.sold?.remainingMinor ?? 0,
    })),
  },
})

/** Statuses that say nothing of the sale: the request was not looked at, and one before it may have been. */
const UNTOLD: readonly number[] = [401, 408, 429]

/** Whether nothing was sold for certain: the server has refused the request itself. What was lost on the way may have been sold. */
function isDefinite(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'httpStatus' in error ? Number(error.httpStatus) : 0
  return status >= 400 && status < 500 && !UNTOLD.includes(status)
}

/**
 * The sale of a bet, or of a part of it (PLACE-7). An offer stands for a while; what the player confirms is the offer that he sees.
 * When the server answers by another one, nothing was sold, and he is told what has changed. A sale has a name: when its answer
 * is lost, it is asked for again under the same name, until what became of it is known.
 */
export const betSaleMachine = saleSetup.createMachine({
  id: 'bet-sale',
  context: ({ input }) => ({
    ...input,
    text: '',
    partMinor: null,
    quote: null,
    formerMinor: null,
    secondsLeft: 0,
    saleGuid: null,
    sold: null,
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
            input: ({ context }) => ({ betId: context.betId, soldMinor: context.partMinor }),
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
          on: { 'sale.confirmed': '#bet-sale.naming' },
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
        src: 'nameSale',
        onDone: {
          target: 'selling',
          actions: { type: 'storeName', params: ({ event }) => ({ saleGuid: event.output }) },
        },
        onError: {
          target: 'choosing.failed',
          actions: ['forgetOffer', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
      },
    },
    selling: {
      tags: 'busy',
      invoke: {
        src: 'sell',
        input: ({ context: { quote, saleGuid } }) => {
          if (!quote || saleGuid === null) throw new Error('no offer was named to be taken')
          return { quoteId: quote.quoteId, saleGuid }
        },
        onDone: [
          {
            guard: { type: 'isSold', params: ({ event }) => ({ answer: event.output }) },
            target: 'done',
            actions: [
              { type: 'storeSold', params: ({ event }) => ({ answer: event.output }) },
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
    unknown: {
      tags: 'busy',
      on: { 'sale.asked': 'selling' },
      after: { pollDelay: 'selling' },
    },
    done: { type: 'final' },
  },
})
