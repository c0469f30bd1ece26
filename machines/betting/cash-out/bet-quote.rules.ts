import { decimalToMinor } from '#machines/money/amount.rules.ts'
import type { BetInsured, CashOutQuote, CashOutSold, InsuranceQuote } from '#schemas'

/** What is offered for a bet. */
export type QuoteKind = 'sale' | 'insurance'

/** How much of a stake is meant, as it was typed: minor units; null when it is no such part. `('4,5', 1000, 2)` → 450.
 *  @param leftMinor what there is of the stake, in minor units   @param exponent decimal places of the currency */
export function readQuotePart(text: string, leftMinor: number, exponent: number): number | null {
  const minor = decimalToMinor(text.trim().replace(',', '.'), exponent)
  return minor !== null && minor >= 1 && minor <= leftMinor ? minor : null
}

/** What a quote is about, in minor units: what the player gets for the part sold, or pays for the part insured. */
export function quotedMinor(quote: CashOutQuote | InsuranceQuote | CashOutSold | BetInsured): number {
  return 'payoutMinor' in quote ? quote.payoutMinor : quote.premiumMinor
}
