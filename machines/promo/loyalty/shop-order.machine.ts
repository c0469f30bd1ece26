import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, isRefusal, readFailure } from '#machines/shell/failure.rules.ts'
import type { PointsAnswer, ShopOrderEvent } from '#schemas'

/** What an order begins with. */
export interface ShopOrderInput {
  /** Its name: sent again it is the same order. */
  readonly guid: string
  /** Points that can be spent. */
  readonly points: number
}

/** An item, as the page shows it. */
export interface ChosenItem {
  readonly id: string
  readonly points: number
  readonly isSoldOut: boolean
}

/** What is sent. */
export interface AskedOrder {
  readonly guid: string
  readonly itemId: string
  readonly points: number
}

export type ShopOrderEmitted = {
  readonly type: 'item.ordered'
  readonly itemId: string
  readonly points: PointsAnswer
}

export interface ShopOrderContext extends ShopOrderInput {
  readonly item: ChosenItem | null
  /** Why nothing was ordered, or why it is not known. */
  readonly failure: Failure | null
}

/** Why an item cannot be ordered, as far as the page knows; null when it can (PROMO-21). */
export function orderFault(
  { points, isSoldOut }: Pick<ChosenItem, 'points' | 'isSoldOut'>,
  heldPoints: number,
): 'loyalty.out_of_stock' | 'loyalty.points_short' | null {
  if (isSoldOut) return 'loyalty.out_of_stock'
  return points > heldPoints ? 'loyalty.points_short' : null
}

const orderSetup = setup({
  types: {
    context: {} as ShopOrderContext,
    events: {} as ShopOrderEvent,
    emitted: {} as ShopOrderEmitted,
    input: {} as ShopOrderInput,
    tags: {} as 'busy',
  },
  actors: {
    order: fromPromise<PointsAnswer, AskedOrder>(() => absentActor('order')),
  },
  guards: {
    canBeOrdered: ({ context }, params: { readonly item: ChosenItem }) =>
      orderFault(params.item, context.points) === null,
    isRefused: (_, params: { readonly error: unknown }) => isRefusal(params.error),
  },
  actions: {
    storeItem: assign({ item: (_, params: { readonly item: ChosenItem }) => params.item }),
    noteFault: assign({
      failure: ({ context }, params: { readonly item: ChosenItem }) => {
        const code = orderFault(params.item, context.points)
        return code && readFailure({ code })
      },
    }),
    clearItem: assign({ item: null, failure: null }),
    clearFailure: assign({ failure: null }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    announce: emit(({ context }, params: { readonly points: PointsAnswer }) => ({
      type: 'item.ordered' as const,
      itemId: context.item?.id ?? '',
      points: params.points,
    })),
  },
})

/**
 * An order of the shop: an item is chosen, confirmed and ordered, or refused since it is sold out, points are missing, or the player may not
 * order now. An answer that is lost leaves it unsure what became of the order: it can only be sent again, under the same name, so that
 * nothing is ordered twice.
 */
export const shopOrderMachine = orderSetup.createMachine({
  id: 'shop-order',
  context: ({ input }) => ({ ...input, item: null, failure: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'item.chosen': [
          {
            guard: { type: 'canBeOrdered', params: ({ event }) => ({ item: event.item }) },
            target: 'confirming',
            actions: { type: 'storeItem', params: ({ event }) => ({ item: event.item }) },
          },
          {
            target: 'refused',
            actions: [
              { type: 'storeItem', params: ({ event }) => ({ item: event.item }) },
              { type: 'noteFault', params: ({ event }) => ({ item: event.item }) },
            ],
          },
        ],
      },
    },
    confirming: {
      on: {
        'order.confirmed': 'ordering',
        'choice.cancelled': { target: 'choosing', actions: 'clearItem' },
      },
    },
    ordering: {
      tags: 'busy',
      invoke: {
        src: 'order',
        input: ({ context }) => ({
          guid: context.guid,
          itemId: context.item?.id ?? '',
          points: context.item?.points ?? 0,
        }),
        onDone: { target: 'ordered', actions: { type: 'announce', params: ({ event }) => ({ points: event.output }) } },
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
      on: { 'choice.cancelled': { target: 'choosing', actions: 'clearItem' } },
    },
    unsure: {
      on: { 'order.confirmed': { target: 'ordering', actions: 'clearFailure' } },
    },
    ordered: { type: 'final' },
  },
})
