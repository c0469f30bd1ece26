import { minorToDecimal } from '#machines/money/amount.rules.ts'

const USUAL_EXPONENT = 2

/** An amount of minor units in words, exactly: `(123456, 'EUR', { EUR: 2 })` gives `1,234.56 EUR`. */
export function minorMoney(minor: number, currency: string, exponents: Readonly<Record<string, number>>): string {
  const digits = exponents[currency] ?? USUAL_EXPONENT
  const format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format.format(minorToDecimal(minor, digits))} ${currency}`
}
