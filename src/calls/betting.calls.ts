import { defineCall } from './call.ts'
import { WEB_API } from './http/base-paths.ts'

/** What a coupon is worth now: prices, states and bounds of the stake (BET-18). */
export const updateCoupon = defineCall({
  id: 'updateCoupon',
  summary: 'The outcomes of a coupon as they are now, with the bounds of the stake.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Open/UpdateCoupon`,
  body: 'betting/asked-coupon',
  answer: 'betting/current-coupon',
})

/** The same at the address for updates alone (BET-19). */
export const updateCouponLive = defineCall({
  ...updateCoupon,
  id: 'updateCouponLive',
  path: `${WEB_API}/LiveBet-update/Open/UpdateCoupon`,
})

/** The same of several coupons at once (BET-18). */
export const updateCouponMulti = defineCall({
  id: 'updateCouponMulti',
  summary: 'The outcomes of several coupons as they are now.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Open/UpdateCouponMulti`,
  body: 'betting/update-coupon-multi-body',
  answer: 'betting/update-coupon-multi-answer',
})

/** The same at the address for updates alone (BET-19). */
export const updateCouponMultiLive = defineCall({
  ...updateCouponMulti,
  id: 'updateCouponMultiLive',
  path: `${WEB_API}/LiveBet-update/Open/UpdateCouponMulti`,
})

/** Keeps the outcomes of a coupon under a code (BET-15, BET-18). */
export const saveCoupon = defineCall({
  id: 'saveCoupon',
  summary: 'Saves the outcomes of a coupon under a code.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Open/SaveCoupon`,
  body: 'betting/asked-coupon',
  answer: 'betting/saved-coupon',
})

/** The outcomes that were saved under a code (BET-15, BET-18). */
export const getCoupon = defineCall({
  id: 'getCoupon',
  summary: 'A saved coupon, its outcomes as they are now.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Open/GetCoupon`,
  body: 'betting/get-coupon-body',
  answer: 'betting/loaded-coupon',
})

/** How much can be advanced on open bets (BET-18, BET-23). */
export const getAvance = defineCall({
  id: 'getAvance',
  summary: 'What can be advanced to the signed-in player on their open bets, and on which.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Open/GetAvance`,
  answer: 'betting/advance-answer',
  access: 'bearer',
})

/** Places a bet with one stake (BET-20). */
export const makeBetWeb = defineCall({
  id: 'makeBetWeb',
  summary: 'Places a single bet, an express, a system, a full-cover bet, a chain or an anti-express.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Secure/MakeBetWeb`,
  body: 'betting/make-bet-body',
  answer: 'betting/place-bet-answer',
  access: 'bearer',
})

/** Places a bet of several blocks (BET-20). */
export const makeBetWebMulti = defineCall({
  ...makeBetWeb,
  id: 'makeBetWebMulti',
  summary: 'Places a multi-bet with lobby or a conditional bet.',
  path: `${WEB_API}/LiveBet/Secure/MakeBetWebMulti`,
})

/** Places a bet that waits for its price (BET-20). */
export const makeBetBidWeb = defineCall({
  ...makeBetWeb,
  id: 'makeBetBidWeb',
  summary: 'Places a bet that waits until its price is reached.',
  path: `${WEB_API}/LiveBet/Secure/MakeBetBidWeb`,
})

/** Gives a bet up that waits for its price. */
export const cancelBetBid = defineCall({
  id: 'cancelBetBid',
  summary: 'Withdraws a bet that waits for its price, returns its stake and gives the bet’s final state.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Secure/CancelBetBid`,
  body: 'betting/bet-guid-query',
  answer: 'betting/place-bet-answer',
  access: 'bearer',
})

/** Places several single bets as one (BET-22). */
export const putBetsCommon = defineCall({
  id: 'putBetsCommon',
  summary: 'Places several single bets, which stand or fall as one.',
  method: 'POST',
  path: `${WEB_API}/datalinelive/putbetscommon`,
  body: 'betting/put-bets-body',
  answer: 'betting/place-bet-answer',
  access: 'bearer',
})

/** The current state of a bet, by its name (PLACE-3). */
export const getBetByGuid = defineCall({
  id: 'getBetByGuid',
  summary: 'The current state of a bet, by its name.',
  path: `${WEB_API}/LiveBet/Secure/GetBetByGuid`,
  query: 'betting/bet-guid-query',
  answer: 'betting/place-bet-answer',
  access: 'bearer',
})

/** The player's bets (BET-4). */
export const getBetHistory = defineCall({
  id: 'getBetHistory',
  summary: 'A page of the bets of the signed-in player, with what each pays and why.',
  path: `${WEB_API}/v1/bets/history`,
  query: 'betting/bet-history-query',
  answer: 'betting/bet-history-answer',
  access: 'authorized',
})

/** Emails the player a statement of their bets (OFF-3). */
export const mailBetHistory = defineCall({
  id: 'mailBetHistory',
  summary: 'Emails the signed-in player a statement of their bets.',
  method: 'POST',
  path: `${WEB_API}/v1/bets/history/mail`,
  body: 'betting/mail-bet-history-body',
  answer: 'betting/mail-bet-history-answer',
  access: 'authorized',
})

/** Hides the bets that are over; nothing is deleted (OFF-3). */
export const clearBetHistory = defineCall({
  id: 'clearBetHistory',
  summary: 'Hides the bets of the signed-in player that are over; bets and money stay as they are.',
  method: 'POST',
  path: `${WEB_API}/v1/bets/history/clear`,
  answer: 'betting/clear-bet-history-answer',
  access: 'authorized',
})

/** Asks what the house pays for a bet, or for a part of its stake (BET-12, BET-17, PLACE-7). */
export const quoteCashOut = defineCall({
  id: 'quoteCashOut',
  summary: 'Quotes what a bet, or a part of it, can be sold for now.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Secure/QuoteSale`,
  body: 'betting/cash-out-quote-body',
  answer: 'betting/cash-out-answer',
  access: 'bearer',
})

/** Takes a quote, once under its name (PLACE-7). */
export const sellBet = defineCall({
  id: 'sellBet',
  summary: 'Sells a bet as quoted; a quote that has expired or become worse is answered by a new one.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Secure/SellBet`,
  body: 'betting/cash-out-sale-body',
  answer: 'betting/cash-out-answer',
  access: 'bearer',
})

/** Asks what it costs to insure a bet, or a part of its stake (BET-13). */
export const quoteInsurance = defineCall({
  id: 'quoteInsurance',
  summary: 'Quotes what insuring a bet, or a part of it, costs now.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Secure/QuoteInsurance`,
  body: 'betting/insurance-quote-body',
  answer: 'betting/insurance-answer',
  access: 'bearer',
})

/** Takes a quote for insurance, once under its name (BET-13). */
export const insureBet = defineCall({
  id: 'insureBet',
  summary: 'Insures a bet as quoted; a quote that has expired or costs more by now is answered by a new one.',
  method: 'POST',
  path: `${WEB_API}/LiveBet/Secure/InsureBet`,
  body: 'betting/insure-bet-body',
  answer: 'betting/insurance-answer',
  access: 'bearer',
})
