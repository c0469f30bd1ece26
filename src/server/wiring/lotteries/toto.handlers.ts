import { buyTotoTicket, getTotoDraw, getTotoDraws, getTotoTickets } from '#calls/lotteries/toto.calls.ts'
import type { TotoService } from '#server/lotteries/toto/toto.service.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'

/** The calls of toto (LOT-3, LOT-7, LOT-8). */
export function totoHandlers(toto: Pick<TotoService, 'draws' | 'draw' | 'tickets' | 'buy'>): AnyHandler[] {
  const player = (scope: CallScope) => ({ brandId: scope.site.brandId, accountId: playerOf(scope).accountId })
  return [
    answer(getTotoDraws, ({ query }, { site }) => toto.draws(site.brandId, query)),
    answer(getTotoDraw, ({ query }, { site }) => toto.draw(site.brandId, query.drawId)),
    answer(buyTotoTicket, ({ body }, scope) => toto.buy(player(scope), body)),
    answer(getTotoTickets, ({ query }, scope) => toto.tickets(player(scope), query)),
  ]
}
