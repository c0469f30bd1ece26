import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, isRefusal, readFailure } from '#machines/shell/failure.rules.ts'
import type { ScratchCard, ScratchCardEvent } from '#schemas'
import { FIELDS } from './scratch-deck.rules.ts'

/** What a card begins with. */
export interface ScratchCardInput {
  /** Name of the purchase: sent again it is the same. */
  readonly guid: string
  readonly game: string
  /** A card that was bought before and is not scratched yet. */
  readonly card?: ScratchCard | undefined
}

/** What is sent. */
export interface AskedScratchCard {
  readonly guid: string
  readonly game: string
  readonly deck: number
  readonly priceMinor: number
}

export type ScratchCardEmitted =
  | { readonly type: 'card.bought'; readonly card: ScratchCard }
  | { readonly type: 'card.revealed'; readonly card: ScratchCard }

export interface ScratchCardContext {
  readonly guid: string
  readonly game: string
  readonly deck: number
  readonly priceMinor: number
  readonly card: ScratchCard | null
  /** Fields that are free, from 0. */
  readonly fields: readonly number[]
  /** Whether all fields are wanted as soon as the card is known. */
  readonly isAllWanted: boolean
  /** Why nothing was bought or scratched, or why it is not known. */
  readonly failure: Failure | null
}

const ALL = Array.from({ length: FIELDS }, (_, field) => field)

const cardSetup = setup({
  types: {
    context: {} as ScratchCardContext,
    events: {} as ScratchCardEvent,
    emitted: {} as ScratchCardEmitted,
    input: {} as ScratchCardInput,
    tags: {} as 'busy',
  },
  actors: {
    buy: fromPromise<ScratchCard, AskedScratchCard>(() => absentActor('buy')),
    reveal: fromPromise<ScratchCard, { readonly ticket: number }>(() => absentActor('reveal')),
  },
  guards: {
    hasCard: ({ context }) => context.card !== null,
    isAllFree: ({ context }) => context.fields.length === FIELDS,
    isCovered: ({ context }, params: { readonly field: number }) => !context.fields.includes(params.field),
    isRefused: (_, params: { readonly error: unknown }) => isRefusal(params.error),
  },
  actions: {
    storeAsked: assign((_, params: { readonly deck: number; readonly priceMinor: number }) => ({
      deck: params.deck,
      priceMinor: params.priceMinor,
      failure: null,
    })),
    storeCard: assign({ card: (_, params: { readonly card: ScratchCard }) => params.card, failure: null }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    clearFailure: assign({ failure: null }),
    wantAll: assign({ isAllWanted: true, failure: null }),
    freeField: assign({
      fields: ({ context }, params: { readonly field: number }) => [...context.fields, params.field],
    }),
    freeWanted: assign({ fields: ({ context }) => (context.isAllWanted ? ALL : context.fields) }),
    freeAll: assign({ fields: () => ALL, isAllWanted: true }),
    beginAgain: assign((_, params: { readonly guid: string }) => ({
      ...{ guid: params.guid, deck: 0, priceMinor: 0, card: null, fields: [], isAllWanted: false, failure: null },
    })),
    tellBought: emit((_, params: { readonly card: ScratchCard }) => ({
      type: 'card.bought' as const,
      card: params.card,
    })),
    tellRevealed: emit(({ context }) => ({ type: 'card.revealed' as const, card: context.card as ScratchCard })),
  },
})

/**
 * A scratch card: it is bought once under the name of the purchase, and scratched field by field or all at once. What is under the foil is asked for
 * when the scratching begins. An answer that is lost leaves it unsure whether the card was bought: it can only be asked again under the same name, so
 * that no card is bought twice. A card whose fields could not be asked for stays bought, and can be scratched later.
 */
export const scratchCardMachine = cardSetup.createMachine({
  id: 'scratch-card',
  context: ({ input }) => ({
    ...{ guid: input.guid, game: input.game, deck: 0, priceMinor: 0, card: input.card ?? null },
    ...{ fields: [], isAllWanted: false, failure: null },
  }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'hasCard', target: 'sealed' }, { target: 'idle' }] },
    idle: {
      on: {
        'card.asked': {
          target: 'buying',
          actions: { type: 'storeAsked', params: ({ event }) => event },
        },
      },
    },
    buying: {
      tags: 'busy',
      invoke: {
        src: 'buy',
        input: ({ context: { guid, game, deck, priceMinor } }) => ({ guid, game, deck, priceMinor }),
        onDone: {
          target: 'sealed',
          actions: [
            { type: 'storeCard', params: ({ event }) => ({ card: event.output }) },
            { type: 'tellBought', params: ({ event }) => ({ card: event.output }) },
          ],
        },
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
    refused: { on: { 'refusal.read': { target: 'idle', actions: 'clearFailure' } } },
    unsure: { on: { 'card.asked': { target: 'buying', actions: 'clearFailure' } } },
    sealed: {
      on: {
        'scratch.begun': { target: 'revealing', actions: 'clearFailure' },
        'all.revealed': { target: 'revealing', actions: 'wantAll' },
      },
    },
    revealing: {
      tags: 'busy',
      invoke: {
        src: 'reveal',
        input: ({ context }) => ({ ticket: context.card?.ticketId ?? 0 }),
        onDone: {
          target: 'scratching',
          actions: [{ type: 'storeCard', params: ({ event }) => ({ card: event.output }) }, 'freeWanted'],
        },
        onError: {
          target: 'sealed',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { 'all.revealed': { actions: 'wantAll' } },
    },
    scratching: {
      always: { guard: 'isAllFree', target: 'revealed', actions: 'tellRevealed' },
      on: {
        'field.scratched': {
          guard: { type: 'isCovered', params: ({ event }) => ({ field: event.field }) },
          actions: { type: 'freeField', params: ({ event }) => ({ field: event.field }) },
        },
        'all.revealed': { actions: 'freeAll' },
      },
    },
    revealed: {
      on: {
        'next.asked': {
          target: 'idle',
          actions: { type: 'beginAgain', params: ({ event }) => ({ guid: event.guid }) },
        },
      },
    },
  },
})
