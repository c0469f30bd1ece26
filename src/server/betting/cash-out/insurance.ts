import { sql } from 'kysely'
import {
  costsMore,
  type InsuranceResult,
  type InsuranceTerms,
  insuranceTerms,
  insuredShare,
} from '#machines/betting/cash-out/insurance.rules.ts'
import type { BetInsured, InsuranceQuote } from '#schemas'
import { addEvent } from '../settling/settling-queries.ts'
import { payPremium } from '../stake-money.ts'
import type { AskedBet, QuoteTrade } from './bet-quotes.ts'
import type { KeptQuote, QuotedBet } from './quote-store.ts'

/** Bets, or parts of their stakes, that are insured against paying nothing (BET-13). */
export const INSURANCE: QuoteTrade<InsuranceTerms, Omit<InsuranceQuote, 'expiresInMs'>, BetInsured> = {
  kind: 'insurance',
  codes: {
    betUnknown: 'insurance.bet_unknown',
    quoteUnknown: 'insurance.quote_unknown',
    nameTaken: 'insurance.guid_taken',
  },
  terms: ({ betting }) => betting.insurance,
  judge,
  stakeMinor: ({ premiumMinor }) => premiumMinor,
  paysMinor: () => 0,
  partOf: ({ insuredMinor }) => insuredMinor,
  isWorse: costsMore,
  async take(tx, accounts, { bet, kept, heldMinor, now }) {
    const { quoteId, terms } = kept
    const { insuredMinor, premiumMinor } = terms
    if (accounts.playerMinor + heldMinor < premiumMinor) return { reason: 'balance.too_low' }
    await tx
      .update('bet', {})
      .set({
        insured_minor: sql<number>`insured_minor + ${insuredMinor}`,
        premium_minor: sql<number>`premium_minor + ${premiumMinor}`,
      })
      .where('bet_id', '=', bet.betId)
      .execute()
    await payPremium(tx, accounts, { quoteId, premiumMinor, heldMinor, now })
    await addEvent(tx, bet.betId, { kind: 'insured', detail: { quoteId, insuredMinor, premiumMinor }, now })
    return null
  },
  quoteOf: amountsOf,
  takenOf: (bet, kept) => ({ kind: 'insured', ...amountsOf(bet, kept) }),
}

function judge({ bet, legs, wish, sections: { boolean, betting } }: AskedBet): InsuranceResult {
  if (!boolean.isInsuranceAllowed) return { kind: 'refused', reason: 'insurance.not_offered' }
  if (bet.isOnAdvance) return { kind: 'refused', reason: 'insurance.advance_bet' }
  if (bet.state !== 'open') return { kind: 'refused', reason: 'insurance.bet_over' }
  const part = wish.percent === undefined ? wish.part : insuredShare(bet.frozen.stakeMinor, wish.percent)
  return insuranceTerms({ ...bet, legs }, betting.insurance.marginPercent, part)
}

function amountsOf(
  { currency, frozen }: QuotedBet,
  { quoteId, betId, terms: { insuredMinor, premiumMinor } }: KeptQuote<InsuranceTerms>,
) {
  return { quoteId, betId, insuredMinor, premiumMinor, currency, exponent: frozen.exponent }
}
