import type { QuoteAnswer, QuoteQuestion, TakingRequest } from '#machines/betting/cash-out/bet-quote.machine.ts'
import { insureBet, quoteCashOut, quoteInsurance, sellBet } from '../betting.calls.ts'
import type { CallPort } from '../call.ts'
import { HttpError } from '../http/http-error.ts'

/** The calls of the machine betting/bet-quote. */
export const betQuoteActors = {
  /** What the house pays for a bet now, or what it costs to insure it (PLACE-7, BET-13). */
  askQuote: (call: CallPort, { kind, betId, partMinor }: QuoteQuestion): Promise<QuoteAnswer> =>
    kind === 'sale'
      ? call(quoteCashOut, { body: { saleBetId: betId, ...(partMinor === null ? {} : { soldMinor: partMinor }) } })
      : call(quoteInsurance, { body: { betId, ...(partMinor === null ? {} : { insuredMinor: partMinor }) } }),
  /** Takes a quote under its name. @throws with `httpStatus` when the request itself was refused */
  take: (call: CallPort, { kind, quoteId, guid }: TakingRequest): Promise<QuoteAnswer> =>
    (kind === 'sale'
      ? call(sellBet, { body: { quoteId, saleGuid: guid } })
      : call(insureBet, { body: { quoteId, insuranceGuid: guid } })
    ).catch((error: unknown) => {
      if (error instanceof HttpError) throw Object.assign(error, { httpStatus: error.statusCode })
      throw error
    }),
} as const
