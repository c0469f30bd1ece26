import { defineCall } from '../call.ts'
import { WEB_API } from '../http/base-paths.ts'

/** Bingo rooms (LOT-2, LOT-5). */
export const getBingoRooms = defineCall({
  id: 'getBingoRooms',
  summary: 'Bingo rooms of the brand, each with its round and its jackpot.',
  path: `${WEB_API}/lotteries/bingo/rooms`,
  answer: 'lotteries/bingo-rooms-answer',
})

/** A bingo room (LOT-5). */
export const getBingoRoom = defineCall({
  id: 'getBingoRoom',
  summary:
    'A bingo room as it is now, with its last rounds; the same comes by `/ws/lottery?game=bingo:<room>` as it changes.',
  path: `${WEB_API}/lotteries/bingo/room`,
  query: 'lotteries/bingo-room-query',
  answer: 'lotteries/bingo-room-answer',
})

/** Buys bingo cards (LOT-5, LOT-7). */
export const buyBingoCards = defineCall({
  id: 'buyBingoCards',
  summary: 'Buys cards of the round that is sold, once under the name of the purchase.',
  method: 'POST',
  path: `${WEB_API}/lotteries/bingo/cards`,
  body: 'lotteries/bingo-buy-body',
  answer: 'lotteries/bingo-ticket',
  access: 'authorized',
})

/** Bingo tickets of the player (LOT-7). */
export const getBingoTickets = defineCall({
  id: 'getBingoTickets',
  summary: 'Bingo tickets of the signed-in player, the last bought first; of one round when it is named.',
  path: `${WEB_API}/lotteries/bingo/tickets`,
  query: 'lotteries/bingo-tickets-query',
  answer: 'lotteries/bingo-tickets-answer',
  access: 'authorized',
})

/** The proof of a round (LOT-6). */
export const getBingoRound = defineCall({
  id: 'getBingoRound',
  summary:
    'All that a bingo round follows from: hashes before its sale ends, the tree of its tickets, secrets and money after it.',
  path: `${WEB_API}/lotteries/bingo/round`,
  query: 'lotteries/bingo-round-query',
  answer: 'lotteries/bingo-proof',
})
