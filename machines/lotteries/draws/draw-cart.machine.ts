import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, isRefusal, readFailure } from '#machines/shell/failure.rules.ts'
import type { DrawBoughtAnswer, DrawCartEvent, DrawLine } from '#schemas'
import { cartPrice, type LineLimits, lineFault, sortedLine } from './draw-lines.rules.ts'

/** What a cart begins with. */
export interface DrawCartInput {
  /** Name of the purchase: sent again it is the same. */
  readonly guid: string
  readonly game: string
  /** Currency of the price. */
  readonly currency: string
  /** Price of a line, minor units. */
  readonly priceMinor: number
  readonly maxLines: number
  /** For how many draws in a row lines can be bought. */
  readonly mostDraws: number
  readonly limits: LineLimits
  /** Lines to begin with, as of a ticket that is played again. */
  readonly lines: readonly DrawLine[]
}

/** What is sent. */
export interface AskedTickets {
  readonly guid: string
  readonly game: string
  readonly draws: number
  readonly lines: readonly DrawLine[]
  readonly currency: string
  /** What the player has seen as the price, minor units. */
  readonly priceMinor: number
}

export type DrawCartEmitted = { readonly type: 'tickets.bought'; readonly bought: DrawBoughtAnswer }

export interface DrawCartContext extends DrawCartInput {
  readonly draws: number
  /** Why nothing was bought, or why it is not known. */
  readonly failure: Failure | null
}

/** What the lines of a cart cost, minor units. */
export function priceOfCart({ priceMinor, lines, draws }: Pick<DrawCartContext, 'priceMinor' | 'lines' | 'draws'>) {
  return cartPrice(priceMinor, lines.length, draws)
}

const cartSetup = setup({
  types: {
    context: {} as DrawCartContext,
    events: {} as DrawCartEvent,
    emitted: {} as DrawCartEmitted,
    input: {} as DrawCartInput,
    tags: {} as 'busy',
  },
  actors: {
    buy: fromPromise<DrawBoughtAnswer, AskedTickets>(() => absentActor('buy')),
  },
  guards: {
    hasRoomFor: ({ context }, params: { readonly line: DrawLine }) =>
      context.lines.length < context.maxLines && lineFault(context.limits, params.line) === null,
    isOffered: ({ context }, params: { readonly draws: number }) => params.draws <= context.mostDraws,
    hasLines: ({ context }) => context.lines.length > 0,
    isRefused: (_, params: { readonly error: unknown }) => isRefusal(params.error),
  },
  actions: {
    addLine: assign({
      lines: ({ context }, params: { readonly line: DrawLine }) => [...context.lines, sortedLine(params.line)],
    }),
    removeLine: assign({
      lines: ({ context }, params: { readonly place: number }) =>
        context.lines.filter((_, place) => place !== params.place),
    }),
    storeDraws: assign({ draws: (_, params: { readonly draws: number }) => params.draws }),
    clearFailure: assign({ failure: null }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    beginAnew: assign({
      guid: (_, params: { readonly guid: string }) => params.guid,
      lines: () => [],
      draws: 1,
      failure: null,
    }),
    announce: emit((_, params: { readonly bought: DrawBoughtAnswer }) => ({
      type: 'tickets.bought' as const,
      bought: params.bought,
    })),
  },
})

/**
 * The cart of a draw game: lines are added and taken out, then bought for one draw or several, once under the name of the purchase. A refusal
 * leads back to the lines; an answer that is lost leaves it unsure what became of the purchase: it can only be sent again under the same name,
 * so that nothing is bought twice.
 */
export const drawCartMachine = cartSetup.createMachine({
  id: 'draw-cart',
  context: ({ input }) => ({ ...input, draws: 1, failure: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'line.added': {
          guard: { type: 'hasRoomFor', params: ({ event }) => ({ line: event.line }) },
          actions: { type: 'addLine', params: ({ event }) => ({ line: event.line }) },
        },
        'line.removed': { actions: { type: 'removeLine', params: ({ event }) => ({ place: event.place }) } },
        'draws.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => ({ draws: event.draws }) },
          actions: { type: 'storeDraws', params: ({ event }) => ({ draws: event.draws }) },
        },
        'purchase.asked': { guard: 'hasLines', target: 'buying' },
      },
    },
    buying: {
      tags: 'busy',
      invoke: {
        src: 'buy',
        input: ({ context }) => ({
          guid: context.guid,
          game: context.game,
          draws: context.draws,
          lines: context.lines,
          currency: context.currency,
          priceMinor: priceOfCart(context),
        }),
        onDone: { target: 'bought', actions: { type: 'announce', params: ({ event }) => ({ bought: event.output }) } },
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
    refused: {
      on: { 'purchase.left': { target: 'choosing', actions: 'clearFailure' } },
    },
    unsure: {
      on: { 'purchase.asked': { target: 'buying', actions: 'clearFailure' } },
    },
    bought: {
      on: {
        'cart.begun': {
          target: 'choosing',
          actions: { type: 'beginAnew', params: ({ event }) => ({ guid: event.guid }) },
        },
      },
    },
  },
})
