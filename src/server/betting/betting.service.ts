import type { BetHistoryQuery, CashOutAnswer, InsuranceAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { readAdvance } from './advance-stakes.ts'
import { clearHistory, readHistory } from './bet-history.ts'
import { createPlacing } from './bet-placing.ts'
import type { BettingPorts, Bettor } from './betting-ports.ts'
import { createBetQuotes, type QuoteWish } from './cash-out/bet-quotes.ts'
import { CASH_OUT } from './cash-out/cash-out.ts'
import { INSURANCE } from './cash-out/insurance.ts'
import { type DueTaking, dueTakings } from './cash-out/quote-store.ts'
import { createSavedCoupons } from './saved-coupons.ts'
import { createSettling } from './settling/bet-settling.ts'
import { eachDue } from './settling/due-rows.ts'

/** Bets of all brands: coupons, placing, settling, selling, insuring and telling of them. */
export function createBetting(ports: BettingPorts) {
  const { db, clock, log } = ports
  const [sales, insurances] = [createBetQuotes(ports, CASH_OUT), createBetQuotes(ports, INSURANCE)]
  const { placeBet, askBet, cancelAutoBet, resolveDueBets } = createPlacing(ports)

  /** Ends what players have taken and not asked for again, once its delay is over. */
  async function endDueTakings(brandId: string): Promise<void> {
    const [door, now] = [forBrand(db, brandId), clock()]
    await eachDue<DueTaking>(
      (after, limit) => door.transaction((tx) => dueTakings(tx, { now, after, limit })),
      ({ accountId, kind, guid, quoteId }) =>
        (kind === 'sale' ? sales : insurances)
          .take({ brandId, accountId }, { quoteId, guid })
          .catch((error: unknown) => logFailure(log, error, { brandId, quoteId }, 'a quote was left as it is')),
    )
  }

  return {
    placeBet,
    askBet,
    cancelAutoBet,
    ...createSettling(ports),
    ...createSavedCoupons(ports),
    quoteCashOut: (bettor: Bettor, wish: Omit<QuoteWish, 'percent'>): Promise<CashOutAnswer> =>
      sales.quote(bettor, wish),
    sellBet: (
      bettor: Bettor,
      { quoteId, saleGuid: guid }: { quoteId: number; saleGuid: string },
    ): Promise<CashOutAnswer> => sales.take(bettor, { quoteId, guid }),
    quoteInsurance: (bettor: Bettor, wish: QuoteWish): Promise<InsuranceAnswer> => insurances.quote(bettor, wish),
    insureBet: (
      bettor: Bettor,
      { quoteId, insuranceGuid: guid }: { quoteId: number; insuranceGuid: string },
    ): Promise<InsuranceAnswer> => insurances.take(bettor, { quoteId, guid }),
    /** Resolves bets, sales and insurances whose time has come and that were not asked for, after a crash too. @returns how many bets */
    async resolveDueBets(brandId: string): Promise<number> {
      await endDueTakings(brandId)
      return resolveDueBets(brandId)
    },
    readAdvance: (bettor: Bettor, currency: string) => readAdvance(ports, bettor, currency),
    readHistory: (bettor: Bettor, query: BetHistoryQuery) => readHistory(ports, bettor, query),
    clearHistory: (bettor: Bettor) => clearHistory(ports, bettor),
  }
}

export type BettingService = ReturnType<typeof createBetting>
