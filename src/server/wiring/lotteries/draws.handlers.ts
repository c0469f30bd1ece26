import {
  buyDrawTickets,
  getDrawGame,
  getDrawGames,
  getDrawProof,
  getDrawReceipt,
  getDrawTickets,
} from '#calls/lotteries/draws.calls.ts'
import type { Draws } from '#server/lotteries/draws/draws.service.ts'
import { currencyOf } from '../casino/lobby.handlers.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { cardShape, gameShape, proofShape, receiptShape, ticketShape } from './draws-shapes.ts'

/** The calls of draw games (LOT-5, LOT-6, LOT-7). */
export function drawHandlers(draws: Draws, clock: () => Date): AnyHandler[] {
  const player = (scope: CallScope) => ({ brandId: scope.site.brandId, accountId: playerOf(scope).accountId })
  return [
    answer(getDrawGames, async (_input, scope) => ({
      now: clock().toISOString(),
      games: (await draws.lobby(scope.site.brandId, currencyOf(scope))).map(cardShape),
    })),
    answer(getDrawGame, async ({ query }, scope) =>
      gameShape(
        await draws.game(scope.site.brandId, query.game, { page: query.page, currency: currencyOf(scope) }),
        clock(),
      ),
    ),
    answer(buyDrawTickets, async ({ body }, scope) => ({
      tickets: (await draws.buy(player(scope), body)).map(ticketShape),
    })),
    answer(getDrawTickets, async ({ query }, scope) => {
      const { tickets, pages } = await draws.tickets(player(scope), { page: query.page ?? 1, gameId: query.game })
      return { tickets: tickets.map(ticketShape), pages }
    }),
    answer(getDrawReceipt, async ({ query }, scope) => receiptShape(await draws.receipt(player(scope), query.ticket))),
    answer(getDrawProof, async ({ query }, { site }) => proofShape(await draws.proof(site.brandId, query.draw))),
  ]
}
