import { defineCall } from '../call.ts'
import { WEB_API } from '../http/base-paths.ts'

/** Bonuses that can be had (PROMO-24). */
export const getPromoOffers = defineCall({
  id: 'getPromoOffers',
  summary: 'Bonuses that can be had here, with their terms and what the player has of them.',
  path: `${WEB_API}/promo/offers`,
  answer: 'promo/offers-answer',
})

/** Whether the bonus for a verified identity is shown to the player (PROMO-10). */
export const getIdentificationBonus = defineCall({
  id: 'getIdentificationBonus',
  summary: 'Whether the bonus for a verified identity is shown to the signed-in player.',
  path: `${WEB_API}/promo/identification-bonus`,
  answer: 'promo/identification-bonus-answer',
  access: 'authorized',
})

/** Takes part in a campaign (PROMO-15). */
export const claimBonus = defineCall({
  id: 'claimBonus',
  summary: 'Takes part in a campaign: its bonus is given at once, or with the deposit that it asks for.',
  method: 'POST',
  path: `${WEB_API}/promo/claim`,
  body: 'promo/claim-body',
  answer: 'promo/claim-answer',
  access: 'authorized',
})

/** The bonuses of the player (PROMO-1). */
export const getBonuses = defineCall({
  id: 'getBonuses',
  summary: 'The bonuses of the signed-in player, those that hold first.',
  path: `${WEB_API}/promo/bonuses`,
  answer: 'promo/bonuses-answer',
  access: 'authorized',
})

/** Explains a bonus (PROMO-23). */
export const explainBonus = defineCall({
  id: 'explainBonus',
  summary: 'A bonus of the signed-in player with what every stake has counted, and why.',
  path: `${WEB_API}/promo/bonus`,
  query: 'promo/bonus-query',
  answer: 'promo/bonus-answer',
  access: 'authorized',
})

/** Gives up a bonus (PROMO-6). */
export const refuseBonus = defineCall({
  id: 'refuseBonus',
  summary: 'Gives up a bonus of the signed-in player; their own money stays.',
  method: 'POST',
  path: `${WEB_API}/refusebonus`,
  body: 'promo/refuse-body',
  answer: 'promo/bonuses-answer',
  access: 'authorized',
})

/** Says what a promo code would give (PROMO-20). */
export const checkPromoCode = defineCall({
  id: 'checkPromoCode',
  summary: 'Says what a promo code would give the signed-in player, without giving it.',
  method: 'POST',
  path: `${WEB_API}/promo/code/check`,
  body: 'promo/code-body',
  answer: 'promo/code-answer',
  access: 'authorized',
})

/** Enters a promo code (PROMO-20). */
export const redeemPromoCode = defineCall({
  id: 'redeemPromoCode',
  summary: 'Enters a promo code, once for each player.',
  method: 'POST',
  path: `${WEB_API}/promo/code`,
  body: 'promo/code-body',
  answer: 'promo/claim-answer',
  access: 'authorized',
})

/** Promo codes that the player has tried (PROMO-7). */
export const getUserPromoCodesNew = defineCall({
  id: 'getUserPromoCodesNew',
  summary: 'Promo codes that the signed-in player has tried, the latest first.',
  path: `${WEB_API}/promo/getUserPromoCodesNew`,
  answer: 'promo/codes-answer',
  access: 'authorized',
})
