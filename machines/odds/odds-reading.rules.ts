import type { OddsFormat } from './odds-format.rules.ts'
import { add, compare, divide, multiply, ONE, type Rational, rational, rationalOf, toPlaces } from './rational.rules.ts'

/** Places of a price, as bets keep it. */
const PRICE_PLACES = 4
const MOST_WHOLE_DIGITS = 7
const HUNDRED = rational(100)
const MINUS_ONE = rational(-1)

/** Digits of Arabic and Persian, and the decimal mark that goes with them. */
const LOCAL_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g
const FRACTION = /^([0-9]{1,6})[/:]([1-9][0-9]{0,5})$/
const SIGNED = /^([+-]?)([0-9]{1,7}(?:\.[0-9]{1,6})?)$/

/** A number as people type it, in plain digits: `' ٢٫٥ '` → `'2.5'`, `'1,85'` → `'1.85'`, `'−110'` → `'-110'`. */
export function plainNumber(text: string): string {
  return text
    .trim()
    .replace(LOCAL_DIGIT, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[,٫]/g, '.')
    .replace(/[−–]/g, '-')
    .replace(/\s+/g, '')
}

/** Reads a price that was typed in a format (MATH-1): `('5/2', 'fractional')` → `'3.5'`, `('-110', 'american')` → `'1.9091'`. What
 *  has no end in decimals is rounded to the four places that bets have. Null for what is no price above 1 in the format. */
export function readOdds(text: string, format: OddsFormat): string | null {
  const plain = plainNumber(text)
  const profit = format === 'fractional' ? fractionProfit(plain) : signedProfit(plain, format)
  if (profit === null || compare(profit, rational(0)) <= 0) return null
  const decimal = trimmed(toPlaces(add(profit, ONE), PRICE_PLACES))
  const [whole = ''] = decimal.split('.')
  return whole.length > MOST_WHOLE_DIGITS || decimal === '1' ? null : decimal
}

function fractionProfit(plain: string): Rational | null {
  if (/^(?:evens?|evs)$/i.test(plain)) return ONE
  const found = FRACTION.exec(plain)
  return found ? rational(BigInt(found[1] ?? '0'), BigInt(found[2] ?? '1')) : null
}

function signedProfit(plain: string, format: Exclude<OddsFormat, 'fractional'>): Rational | null {
  const [, sign = '', digits = ''] = SIGNED.exec(plain) ?? []
  if (digits === '') return null
  const size = rationalOf(digits)
  if (size.numerator === 0n) return null
  const isNegative = sign === '-'
  switch (format) {
    case 'decimal':
      return isNegative ? null : add(size, MINUS_ONE)
    case 'hongkong':
      return isNegative ? null : size
    case 'american':
      if (compare(size, HUNDRED) < 0) return null
      return isNegative ? divide(HUNDRED, size) : divide(size, HUNDRED)
    case 'malay':
      // A positive value is at most 1, a negative one says what is staked for a profit of 1.
      if (compare(size, ONE) > 0) return null
      return isNegative ? divide(ONE, size) : size
    case 'indonesian':
      if (compare(size, ONE) < 0) return null
      return isNegative ? divide(ONE, size) : multiply(size, ONE)
  }
}

function trimmed(decimal: string): string {
  return decimal.replace(/\.?0+$/, '')
}
