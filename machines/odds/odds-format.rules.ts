import type { OddsFormats } from '#schemas'
import { PRICE_LADDER } from './price-ladder.ts'
import {
  add,
  compare,
  divide,
  multiply,
  ONE,
  type Rational,
  rational,
  rationalOf,
  subtract,
  toPlaces,
} from './rational.rules.ts'

/** A way of writing a price (MATH-1). */
export type OddsFormat = keyof OddsFormats

/** What a format says of a price that it has no value for. */
export const NO_VALUE = '-'

const HUNDRED = rational(100)
const HALF = rational(1, 2)

/** A decimal price of at most four places, as JSON and SQL carry it: `'1.85'`, `'2'`. */
const PRICE = /^[0-9]{1,7}(?:\.[0-9]{1,4})?$/

/** Whether a text is a price: a plain decimal of at most four places. */
export function isPrice(text: string): boolean {
  return PRICE.test(text)
}

/** A price in all formats. What is shown never goes into a calculation: that takes the decimal itself (MATH-1).
 *  @param decimal such as `'1.91'` @throws Error when it is no price */
export function oddsFormats(decimal: string): OddsFormats {
  const formats = Object.keys(WRITERS) as OddsFormat[]
  return Object.fromEntries(formats.map((format) => [format, formatOdds(decimal, format)])) as unknown as OddsFormats
}

/** A price in one format: `('1.91', 'american')` → `'-110'`. At 1.00 and below only the decimal says anything.
 *  @throws Error when it is no price */
export function formatOdds(decimal: string, format: OddsFormat): string {
  if (!isPrice(decimal)) throw new Error(`${JSON.stringify(decimal)} is not a price with at most four places`)
  if (format === 'decimal') return withPlaces(decimal)
  const profit = subtract(rationalOf(decimal), ONE)
  return profit.numerator > 0n ? WRITERS[format](profit) : NO_VALUE
}

/** How each format writes the profit of one unit of stake; decision 71 gives the digits. */
const WRITERS: Readonly<Record<OddsFormat, (profit: Rational) => string>> = {
  decimal: (profit) => toPlaces(profit, 2),
  fractional: (profit) => fraction(profit),
  american: (profit) => american(profit),
  hongkong: (profit) => toPlaces(profit, 2),
  malay: (profit) => toPlaces(compare(profit, ONE) <= 0 ? profit : owed(profit), 3),
  indonesian: (profit) => toPlaces(compare(profit, ONE) >= 0 ? profit : owed(profit), 3),
}

/** The stake for one unit of profit, below zero. */
function owed(profit: Rational): Rational {
  return divide(rational(-1), profit)
}

function american(profit: Rational): string {
  if (compare(profit, ONE) >= 0) return `+${toPlaces(multiply(profit, HUNDRED), 0)}`
  const stake = toPlaces(multiply(owed(profit), HUNDRED), 0)
  // Even money is written in one way, also when it is a little less.
  return stake === '-100' ? '+100' : stake
}

const LADDER = PRICE_LADDER.map((text) => ({ text, profit: profitOf(text) }))

function profitOf(text: string): Rational {
  const [numerator = '', denominator = ''] = text === 'evens' ? ['1', '1'] : text.split('/')
  return rational(BigInt(numerator), BigInt(denominator))
}

/** The rung nearest to a profit, the lower one of two that are as near; beyond the ladder the exact fraction. */
function fraction(profit: Rational): string {
  const above = LADDER.findIndex((rung) => compare(rung.profit, profit) >= 0)
  const higher = LADDER[above]
  if (higher && compare(higher.profit, profit) === 0) return higher.text
  const lower = LADDER[above - 1]
  if (!higher || !lower) return `${profit.numerator}/${profit.denominator}`
  const middle = multiply(add(lower.profit, higher.profit), HALF)
  return compare(profit, middle) <= 0 ? lower.text : higher.text
}

/** The decimal as it is given, with two places at least. */
function withPlaces(decimal: string): string {
  const [whole = '', places = ''] = decimal.split('.')
  return `${BigInt(whole)}.${places.padEnd(2, '0')}`
}
