import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, isRefusal, readFailure } from '#machines/shell/failure.rules.ts'
import type { BingoCardsEvent, BingoTicket } from '#schemas'

/** What a purchase begins with. */
export interface BingoCardsInput {
  /** Name of the purchase: sent again it is the same. */
  readonly guid: string
  readonly room: string
  readonly round: number
  /** Price of a card, minor units. */
  readonly priceMinor: number
  /** How many cards the player can still have in the round. */
  readonly most: number
}

/** What is sent. */
export interface AskedBingoCards {
  readonly guid: string
  readonly room: string
  readonly round: number
  readonly cards: number
  readonly priceMinor: number
}

export type BingoCardsEmitted = { readonly type: 'cards.bought'; readonly ticket: BingoTicket }

export interface BingoCardsContext extends BingoCardsInput {
  readonly count: number
  readonly failure: Failure | null
}

const cardsSetup = setup({
  types: {
    context: {} as BingoCardsContext,
    events: {} as BingoCardsEvent,
    emitted: {} as BingoCardsEmitted,
    input: {} as BingoCardsInput,
    tags: {} as 'busy',
  },
  actors: {
    buy: fromPromise<BingoTicket, AskedBingoCards>(() => absentActor('buy')),
  },
  guards: {
    isOffered: ({ context }, params: { readonly count: number }) => params.count <= context.most,
    hasRoom: ({ context }) => context.count >= 1 && context.count <= context.most,
    isRefused: (_, params: { readonly error: unknown }) => isRefusal(params.error),
  },
  actions: {
    storeCount: assign({ count: (_, params: { readonly count: number }) => params.count }),
    storeRound: assign(({ context }, params: { readonly round: number; readonly room: number }) => ({
      round: params.round,
      most: params.room,
      count: Math.min(Math.max(1, context.count), params.room),
    })),
    clearFailure: assign({ failure: null }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    beginAgain: assign({ guid: (_, params: { readonly guid: string }) => params.guid, failure: null }),
    announce: emit((_, params: { readonly ticket: BingoTicket }) => ({
      type: 'cards.bought' as const,
      ticket: params.ticket,
    })),
  },
})

/**
 * Cards of a bingo round: how many is chosen, then they are bought once under the name of the purchase. An answer that is lost leaves it unsure what
 * became of them: the same purchase can only be asked for again, for the round that it was for, so that nothing is bought twice.
 */
export const bingoCardsMachine = cardsSetup.createMachine({
  id: 'bingo-cards',
  context: ({ input }) => ({ ...input, count: Math.min(1, input.most), failure: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'count.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => ({ count: event.count }) },
          actions: { type: 'storeCount', params: ({ event }) => ({ count: event.count }) },
        },
        'round.shown': { actions: { type: 'storeRound', params: ({ event }) => event } },
        'purchase.asked': { guard: 'hasRoom', target: 'buying' },
      },
    },
    buying: {
      tags: 'busy',
      invoke: {
        src: 'buy',
        input: ({ context: { guid, room, round, count, priceMinor } }) => ({
          ...{ guid, room, round, cards: count, priceMinor: priceMinor * count },
        }),
        onDone: { target: 'bought', actions: { type: 'announce', params: ({ event }) => ({ ticket: event.output }) } },
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'refused',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          { target: 'unsure', actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    refused: { on: { 'refusal.read': { target: 'choosing', actions: 'clearFailure' } } },
    unsure: { on: { 'purchase.asked': { target: 'buying', actions: 'clearFailure' } } },
    bought: {
      on: {
        'more.asked': {
          target: 'choosing',
          actions: { type: 'beginAgain', params: ({ event }) => ({ guid: event.guid }) },
        },
      },
    },
  },
})
