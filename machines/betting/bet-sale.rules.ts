import { decimalToMinor } from '#machines/money/amount.rules.ts'

/** How much of a stake is to be sold, as it was typed: minor units; null when it is no such part. `('4,5', 1000, 2)` → 450.
 *  @param leftMinor what is left of the stake, in minor units   @param exponent decimal places of the currency */
export function readSalePart(text: string, leftMinor: number, exponent: number): number | null {
  const minor = decimalToMinor(text.trim().replace(',', '.'), exponent)
  return minor !== null && minor >= 1 && minor <= leftMinor ? minor : null
}
