import { defineCall } from '../call.ts'
import { WEB_API } from '../http/base-paths.ts'

/** Pools and draws (LOT-3, LOT-8). */
export const getTotoDraws = defineCall({
  id: 'getTotoDraws',
  summary: 'The pools of toto with their jackpots, and a page of draws by type, status, number in the type, or number.',
  path: `${WEB_API}/toto/draws`,
  query: 'lotteries/toto-draws-query',
  answer: 'lotteries/toto-draws-answer',
})

/** A draw (LOT-3). */
export const getTotoDraw = defineCall({
  id: 'getTotoDraw',
  summary: 'A draw with its games, how often each outcome is marked, and what its prizes are or would be now.',
  path: `${WEB_API}/toto/draw`,
  query: 'lotteries/toto-draw-query',
  answer: 'lotteries/toto-draw-answer',
})

/** Buys a ticket; sent again under the same name, it is the same ticket (LOT-7). */
export const buyTotoTicket = defineCall({
  id: 'buyTotoTicket',
  summary: 'Buys a ticket of a draw that has not begun.',
  method: 'POST',
  path: `${WEB_API}/toto/ticket`,
  body: 'lotteries/toto-ticket-body',
  answer: 'lotteries/toto-ticket',
  access: 'authorized',
})

/** Tickets of the player (LOT-7, LOT-8). */
export const getTotoTickets = defineCall({
  id: 'getTotoTickets',
  summary:
    'A page of the tickets of the signed-in player, by draw, number of the ticket, number of the draw, or status.',
  path: `${WEB_API}/toto/tickets`,
  query: 'lotteries/toto-tickets-query',
  answer: 'lotteries/toto-tickets-answer',
  access: 'authorized',
})
