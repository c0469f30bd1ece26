import {
  chooseLoyalty,
  getLoyalty,
  getLoyaltyProgramme,
  getPoints,
  orderShopItem,
  returnShopOrder,
} from '#calls/promo/loyalty.calls.ts'
import type { LoyalPlayer, LoyaltyService, Shopper } from '#server/promo/loyalty/loyalty.service.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../../http/call-scope.ts'
import { loyaltyShape, pointsShape, programmeShape } from './loyalty-shapes.ts'

/** The calls of the programme of loyalty (PROMO-21, PROMO-22). */
export function loyaltyHandlers(loyalty: LoyaltyService): AnyHandler[] {
  return [
    answer(getLoyalty, async (_input, scope) => loyaltyShape(await loyalty.read(memberOf(scope)), scope)),
    answer(chooseLoyalty, async ({ body }, scope) =>
      loyaltyShape(await loyalty.choose(memberOf(scope), body.takesPart), scope),
    ),
    answer(getLoyaltyProgramme, async (_input, scope) =>
      programmeShape(await loyalty.shop(scope.site.brandId, scope.country), scope),
    ),
    answer(getPoints, async (_input, scope) => pointsShape(await loyalty.points(memberOf(scope)), scope)),
    answer(orderShopItem, async ({ body }, scope) => pointsShape(await loyalty.order(shopperOf(scope), body), scope)),
    answer(returnShopOrder, async ({ body }, scope) =>
      pointsShape(await loyalty.returnOrder(memberOf(scope), body.orderId), scope),
    ),
  ]
}

function memberOf(scope: CallScope): LoyalPlayer {
  return { brandId: scope.site.brandId, accountId: playerOf(scope).accountId }
}

function shopperOf(scope: CallScope): Shopper {
  const { currency } = playerOf(scope).summary
  return { ...memberOf(scope), currency, country: scope.country }
}
