import type { SaleQuestion, SaleRequest } from '#machines/betting/bet-sale.machine.ts'
import type { CashOutAnswer } from '#schemas'
import { quoteCashOut, sellBet } from './betting.calls.ts'
import type { CallPort } from './call.ts'
import { HttpError } from './http-error.ts'

/** The calls of the machine betting/bet-sale. */
export const betSaleActors = {
  /** What the house pays now (PLACE-7). */
  askOffer: (call: CallPort, { betId, soldMinor }: SaleQuestion): Promise<CashOutAnswer> =>
    call(quoteCashOut, { body: { saleBetId: betId, ...(soldMinor === null ? {} : { soldMinor }) } }),
  /** Takes an offer under its name. @throws with `httpStatus` when the request itself was refused */
  sell: (call: CallPort, request: SaleRequest): Promise<CashOutAnswer> =>
    call(sellBet, { body: request }).catch((error: unknown) => {
      if (error instanceof HttpError) throw Object.assign(error, { httpStatus: error.statusCode })
      throw error
    }),
} as const
