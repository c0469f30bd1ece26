import { defineCall } from '../call.ts'
import { WEB_API } from '../http/base-paths.ts'

/** What the player has of the programme of loyalty (PROMO-21, PROMO-22). */
export const getLoyalty = defineCall({
  id: 'getLoyalty',
  summary: 'The tier of the signed-in player, what is missing to the next one, and the cashback of each period.',
  path: `${WEB_API}/loyalty`,
  answer: 'promo/loyalty-answer',
  access: 'authorized',
})

/** Takes part in the programme of loyalty, or not. */
export const chooseLoyalty = defineCall({
  id: 'chooseLoyalty',
  summary:
    'Takes the signed-in player into the programme of loyalty or out of it: nothing is counted while they are out.',
  method: 'POST',
  path: `${WEB_API}/loyalty/choice`,
  body: 'promo/loyalty-choice-body',
  answer: 'promo/loyalty-answer',
  access: 'authorized',
})

/** The programme of loyalty, as anyone sees it (PROMO-21). */
export const getLoyaltyProgramme = defineCall({
  id: 'getLoyaltyProgramme',
  summary: 'How points are earned, the tiers, and what points are swapped for.',
  path: `${WEB_API}/loyalty/programme`,
  answer: 'promo/loyalty-programme-answer',
})

/** The points of the player (PROMO-21). */
export const getPoints = defineCall({
  id: 'getPoints',
  summary: 'The points of the signed-in player, and what they have ordered.',
  path: `${WEB_API}/loyalty/points`,
  answer: 'promo/points-answer',
  access: 'authorized',
})

/** Orders an item of the shop (PROMO-21). */
export const orderShopItem = defineCall({
  id: 'orderShopItem',
  summary: 'Orders an item of the shop for points, once under the name of the order.',
  method: 'POST',
  path: `${WEB_API}/loyalty/order`,
  body: 'promo/shop-order-body',
  answer: 'promo/points-answer',
  access: 'authorized',
})

/** Gives an order back (PROMO-21). */
export const returnShopOrder = defineCall({
  id: 'returnShopOrder',
  summary: 'Gives an order back whose bonus has not begun: its points return to the lots that they came from.',
  method: 'POST',
  path: `${WEB_API}/loyalty/order/return`,
  body: 'promo/shop-return-body',
  answer: 'promo/points-answer',
  access: 'authorized',
})
