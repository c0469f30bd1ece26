import { fromPromise } from 'xstate'
import { orderShopItem } from '#calls/promo/loyalty.calls.ts'
import { type AskedOrder, shopOrderMachine } from '#machines/promo/loyalty/shop-order.machine.ts'
import type { PointsAnswer } from '#schemas'
import type { App } from '../../page/app-context.ts'

/** The machine of an order with the calls of the page. */
export function shopOrderOf({ call }: Pick<App, 'call'>) {
  return shopOrderMachine.provide({
    actors: {
      order: fromPromise<PointsAnswer, AskedOrder>(({ input }) => call(orderShopItem, { body: { ...input } })),
    },
  })
}
