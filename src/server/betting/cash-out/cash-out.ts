import { sql } from 'kysely'
import {
  type CashOutResult,
  type CashOutTerms,
  cashOutTerms,
  isWorsened,
} from '#machines/betting/cash-out/cash-out.rules.ts'
import type { CashOutQuote, CashOutSold } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { addEvent } from '../settling/settling-queries.ts'
import { payCashOut } from '../stake-money.ts'
import { isAwaited } from './advances.ts'
import type { AskedBet, QuoteTrade } from './bet-quotes.ts'
import type { KeptQuote, QuotedBet } from './quote-store.ts'

/** Bets that are bought back, or parts of them (BET-12, BET-17, PLACE-7): the house pays what is left of a bet is worth now. */
export const CASH_OUT: QuoteTrade<CashOutTerms, Omit<CashOutQuote, 'expiresInMs'>, CashOutSold> = {
  kind: 'sale',
  codes: {
    betUnknown: 'cash_out.bet_unknown',
    quoteUnknown: 'cash_out.quote_unknown',
    nameTaken: 'cash_out.guid_taken',
  },
  terms: ({ betting, coupon }) => ({
    marginPercent: coupon.cashOutMarginPercent,
    quoteMs: betting.cashOutQuoteMs,
  }),
  judge,
  stakeMinor: () => 0,
  paysMinor: ({ payoutMinor }) => payoutMinor,
  partOf: ({ soldMinor, remainingMinor }) => (remainingMinor > 0 ? soldMinor : undefined),
  isWorse: isWorsened,
  async take(tx, accounts, { bet, kept, now }) {
    // An advance may have been given on it since it was judged.
    if (await isAwaited(tx, bet.betId)) return { reason: 'cash_out.advance_cover' }
    await keepCashOut(tx, kept, now)
    const { quoteId, terms } = kept
    const { soldMinor, payoutMinor, remainingMinor, taxMinor } = terms
    await payCashOut(tx, accounts, { quoteId, payoutMinor, taxMinor, now })
    const detail = { quoteId, soldMinor, payoutMinor, remainingMinor }
    await addEvent(tx, bet.betId, { kind: 'sold', detail, now })
    return null
  },
  quoteOf({ currency, frozen }, { quoteId, betId: saleBetId, terms }) {
    const { soldMinor, remainingMinor, payoutMinor, taxMinor, possibleMinor } = terms
    const amounts = { soldMinor, remainingMinor, payoutMinor, taxMinor, possibleMinor }
    return { quoteId, saleBetId, ...amounts, currency, exponent: frozen.exponent }
  },
  takenOf({ currency, frozen }: QuotedBet, { quoteId, betId: saleBetId, terms }: KeptQuote<CashOutTerms>) {
    const { soldMinor, remainingMinor, payoutMinor } = terms
    const { exponent } = frozen
    return { kind: 'sold', quoteId, saleBetId, soldMinor, remainingMinor, payoutMinor, currency, exponent }
  },
}

function judge({ bet, legs, wish, sections: { boolean, coupon } }: AskedBet): CashOutResult {
  if (!boolean.isCouponSellAllowed) return { kind: 'refused', reason: 'cash_out.not_offered' }
  // A part that names all that is left sells the whole.
  const part = wish.part === bet.frozen.stakeMinor - bet.soldMinor ? undefined : wish.part
  if (part !== undefined && !boolean.isPartSaleAllowed) return { kind: 'refused', reason: 'cash_out.part_not_offered' }
  // A bet is insured or sold, never both: what is paid back would be sold twice.
  if (bet.insuredMinor > 0) return { kind: 'refused', reason: 'cash_out.insured' }
  if (bet.isOnAdvance) return { kind: 'refused', reason: 'cash_out.advance_bet' }
  if (bet.isAwaited) return { kind: 'refused', reason: 'cash_out.advance_cover' }
  if (bet.state !== 'open') return { kind: 'refused', reason: 'cash_out.bet_over' }
  return cashOutTerms({ ...bet, legs }, coupon.cashOutMarginPercent, part)
}

/** Takes what was sold off the bet. */
async function keepCashOut(tx: BrandTransaction, { betId, terms }: KeptQuote<CashOutTerms>, now: Date): Promise<void> {
  await tx
    .update('bet', {
      possible_minor: terms.possibleMinor,
      ...(terms.remainingMinor === 0 ? { state: 'sold' as const, settled_at: now } : {}),
    })
    .set({
      sold_stake_minor: sql<number>`sold_stake_minor + ${terms.soldMinor}`,
      sold_for_minor: sql<number>`sold_for_minor + ${terms.payoutMinor}`,
      sold_tax_minor: sql<number>`sold_tax_minor + ${terms.taxMinor}`,
      sold_stake_tax_minor: sql<number>`sold_stake_tax_minor + ${terms.soldStakeTaxMinor}`,
    })
    .where('bet_id', '=', betId)
    .execute()
}
