import { sql } from 'kysely'
import {
  type CashOutOffer,
  type CashOutResult,
  cashOutOffer,
  isWorsened,
} from '#machines/betting/cash-out/cash-out.rules.ts'
import type { CashOutQuote, CashOutSold } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { addEvent } from '../settling/settling-queries.ts'
import { paySale } from '../stake-money.ts'
import { isAwaited } from './advances.ts'
import type { AskedBet, OfferTrade } from './bet-offers.ts'
import type { KeptOffer, OfferedBet } from './offer-store.ts'

/** Bets that are bought back, or parts of them (BET-12, BET-17, PLACE-7): the house pays what is left of a bet is worth now. */
export const CASH_OUT: OfferTrade<CashOutOffer, Omit<CashOutQuote, 'expiresInMs'>, CashOutSold> = {
  kind: 'sale',
  codes: {
    betUnknown: 'cash_out.bet_unknown',
    offerUnknown: 'cash_out.quote_unknown',
    nameTaken: 'cash_out.guid_taken',
  },
  terms: ({ betting, coupon }) => ({
    marginPercent: coupon.cashOutMarginPercent,
    quoteMs: betting.cashOutQuoteMs,
  }),
  judge,
  stakeMinor: () => 0,
  partOf: ({ soldMinor, remainingMinor }) => (remainingMinor > 0 ? soldMinor : undefined),
  isWorse: isWorsened,
  async take(tx, accounts, { bet, kept, now }) {
    // An advance may have been given on it since it was judged.
    if (await isAwaited(tx, bet.betId)) return { reason: 'cash_out.advance_cover' }
    await keepSale(tx, kept, now)
    const { offerId: quoteId, offer } = kept
    const { soldMinor, payoutMinor, remainingMinor, taxMinor } = offer
    await paySale(tx, accounts, { quoteId, payoutMinor, taxMinor, now })
    const detail = { quoteId, soldMinor, payoutMinor, remainingMinor }
    await addEvent(tx, bet.betId, { kind: 'sold', detail, now })
    return null
  },
  quoteOf({ currency, frozen }, { offerId: quoteId, betId: saleBetId, offer }) {
    const { soldMinor, remainingMinor, payoutMinor, taxMinor, possibleMinor } = offer
    const amounts = { soldMinor, remainingMinor, payoutMinor, taxMinor, possibleMinor }
    return { quoteId, saleBetId, ...amounts, currency, exponent: frozen.exponent }
  },
  takenOf({ currency, frozen }: OfferedBet, { offerId: quoteId, betId: saleBetId, offer }: KeptOffer<CashOutOffer>) {
    const { soldMinor, remainingMinor, payoutMinor } = offer
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
  if (bet.isOnCredit) return { kind: 'refused', reason: 'cash_out.advance_bet' }
  if (bet.isAwaited) return { kind: 'refused', reason: 'cash_out.advance_cover' }
  if (bet.state !== 'open') return { kind: 'refused', reason: 'cash_out.bet_over' }
  return cashOutOffer({ ...bet, legs }, coupon.cashOutMarginPercent, part)
}

/** Takes what was sold off the bet. */
async function keepSale(tx: BrandTransaction, { betId, offer }: KeptOffer<CashOutOffer>, now: Date): Promise<void> {
  await tx
    .update('bet', {
      possible_minor: offer.possibleMinor,
      ...(offer.remainingMinor === 0 ? { state: 'sold' as const, settled_at: now } : {}),
    })
    .set({
      sold_stake_minor: sql<number>`sold_stake_minor + ${offer.soldMinor}`,
      sold_for_minor: sql<number>`sold_for_minor + ${offer.payoutMinor}`,
      sold_tax_minor: sql<number>`sold_tax_minor + ${offer.taxMinor}`,
      sold_stake_tax_minor: sql<number>`sold_stake_tax_minor + ${offer.soldStakeTaxMinor}`,
    })
    .where('bet_id', '=', betId)
    .execute()
}
