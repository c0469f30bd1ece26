import { defineCall } from '../call.ts'
import { WEB_API } from '../http/base-paths.ts'

/** Draw games that are sold (LOT-2, LOT-5). */
export const getDrawGames = defineCall({
  id: 'getDrawGames',
  summary: 'Draw games that the brand sells, each with its next draw, its jackpot and its last result.',
  path: `${WEB_API}/lotteries/games`,
  answer: 'lotteries/draw-lobby-answer',
})

/** A draw game (LOT-5). */
export const getDrawGame = defineCall({
  id: 'getDrawGame',
  summary: 'A draw game: the draws that it is sold for, its results, and what it pays by which chances.',
  path: `${WEB_API}/lotteries/game`,
  query: 'lotteries/draw-game-query',
  answer: 'lotteries/draw-game-answer',
})

/** Buys lines of a draw game (LOT-5, LOT-7). */
export const buyDrawTickets = defineCall({
  id: 'buyDrawTickets',
  summary: 'Buys lines for a draw or several in a row, all or none, once under the name of the purchase.',
  method: 'POST',
  path: `${WEB_API}/lotteries/tickets`,
  body: 'lotteries/draw-buy-body',
  answer: 'lotteries/draw-bought-answer',
  access: 'authorized',
})

/** Tickets of the player (LOT-7). */
export const getDrawTickets = defineCall({
  id: 'getDrawTickets',
  summary: 'Tickets of the signed-in player for draw games, the last bought first.',
  path: `${WEB_API}/lotteries/tickets`,
  query: 'lotteries/draw-tickets-query',
  answer: 'lotteries/draw-tickets-answer',
  access: 'authorized',
})

/** The receipt of a ticket (LOT-7). */
export const getDrawReceipt = defineCall({
  id: 'getDrawReceipt',
  summary: 'The receipt of a ticket, with the way from it to the root of its draw once the sale has ended.',
  path: `${WEB_API}/lotteries/receipt`,
  query: 'lotteries/draw-ticket-query',
  answer: 'lotteries/draw-receipt',
  access: 'authorized',
})

/** The proof of a draw (LOT-6). */
export const getDrawProof = defineCall({
  id: 'getDrawProof',
  summary: 'All that the result of a draw follows from: commitments before it, secrets, root and money after it.',
  path: `${WEB_API}/lotteries/draw`,
  query: 'lotteries/draw-query',
  answer: 'lotteries/draw-proof',
})
