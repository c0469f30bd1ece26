import { AppError } from '#calls/app-error.ts'
import { insureBet, quoteCashOut, quoteInsurance, sellBet } from '#calls/betting.calls.ts'
import type { BettingService } from '#server/betting/betting.service.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'

/** The calls by which players sell bets and insure them (BET-12, BET-13, BET-17, PLACE-7). */
export function cashOutHandlers(betting: BettingService): AnyHandler[] {
  return [
    answer(quoteCashOut, ({ body }, scope) =>
      betting.quoteCashOut(bettorOf(scope), { betId: body.saleBetId, part: body.soldMinor }),
    ),
    answer(sellBet, ({ body }, scope) => betting.sellBet(bettorOf(scope), body)),
    answer(quoteInsurance, ({ body: { betId, percent, insuredMinor: part } }, scope) => {
      if (percent !== undefined && part !== undefined)
        throw new AppError('request.invalid', {
          where: 'body/insuredMinor',
          fault: 'is given together with percent: name one of them',
        })
      return betting.quoteInsurance(bettorOf(scope), { betId, percent, part })
    }),
    answer(insureBet, ({ body }, scope) => betting.insureBet(bettorOf(scope), body)),
  ]
}

function bettorOf(scope: CallScope) {
  return { brandId: scope.site.brandId, accountId: playerOf(scope).accountId }
}
