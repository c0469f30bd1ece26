import type { BetHistoryQuery } from '#schemas'
import { clearHistory, readHistory } from './bet-history.ts'
import { createPlacing } from './bet-placing.ts'
import { createSettling } from './bet-settling.ts'
import type { BettingPorts, Bettor } from './betting-ports.ts'
import { createCashOut } from './cash-out.ts'
import { createInsurance } from './insurance.ts'
import { createSavedCoupons } from './saved-coupons.ts'

/** Bets of all brands: coupons, placing, settling, selling, insuring and telling of them. */
export function createBetting(ports: BettingPorts) {
  const { quoteSale, sellBet } = createCashOut(ports)
  const { quoteInsurance, insureBet } = createInsurance(ports)
  return {
    ...createPlacing(ports),
    ...createSettling(ports),
    ...createSavedCoupons(ports),
    quoteSale,
    sellBet,
    quoteInsurance,
    insureBet,
    readHistory: (bettor: Bettor, query: BetHistoryQuery) => readHistory(ports, bettor, query),
    clearHistory: (bettor: Bettor) => clearHistory(ports, bettor),
  }
}

export type BettingService = ReturnType<typeof createBetting>
