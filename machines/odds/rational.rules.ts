import { divideHalfUp, parseDecimal } from '#machines/money/decimal.rules.ts'

/** An exact fraction in lowest terms; the denominator is above zero. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** How a fraction becomes a whole number: `half-up` takes a half away from zero, `truncate` drops what is behind the point. */
export type Rounding = 'half-up' | 'truncate'

export const ZERO: Rational = { numerator: 0n, denominator: 1n }
export const ONE: Rational = { numerator: 1n, denominator: 1n }

/** A fraction in lowest terms: `(6n, -4n)` → −3/2. @throws RangeError when the denominator is zero */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const top = BigInt(numerator)
  const bottom = BigInt(denominator)
  if (bottom === 0n) throw new RangeError('a fraction has no denominator of zero')
  const shared = greatestCommonDivisor(top, bottom)
  const sign = bottom < 0n ? -1n : 1n
  return { numerator: (sign * top) / shared, denominator: (sign * bottom) / shared }
}

/** Reads a plain decimal exactly: `'1.85'` → 37/20. @throws Error when the text is none */
export function rationalOf(decimal: string): Rational {
  const read = parseDecimal(decimal)
  if (!read) throw new Error(`${JSON.stringify(decimal)} is not a plain decimal`)
  return rational(read.units, read.scale)
}

export function add(left: Rational, right: Rational): Rational {
  return rational(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  )
}

export function subtract(left: Rational, right: Rational): Rational {
  return add(left, { numerator: -right.numerator, denominator: right.denominator })
}

export function multiply(left: Rational, right: Rational): Rational {
  return rational(left.numerator * right.numerator, left.denominator * right.denominator)
}

/** @throws RangeError when the divisor is zero */
export function divide(left: Rational, right: Rational): Rational {
  return rational(left.numerator * right.denominator, left.denominator * right.numerator)
}

/** Below zero when the left is less, above when it is more, 0 when they are equal. */
export function compare(left: Rational, right: Rational): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/** The product of all, 1 of none. */
export function productOf(factors: readonly Rational[]): Rational {
  return factors.reduce(multiply, ONE)
}

/** The whole number next to it. `(5/2, 'half-up')` → 3n, `(5/2, 'truncate')` → 2n. */
export function roundTo({ numerator, denominator }: Rational, rounding: Rounding): bigint {
  return rounding === 'half-up' ? divideHalfUp(numerator, denominator) : numerator / denominator
}

/** A decimal of exactly so many places, a half away from zero: `(−10/11, 3)` → `'-0.909'`. */
export function toPlaces({ numerator, denominator }: Rational, places: number): string {
  const units = divideHalfUp(numerator * 10n ** BigInt(places), denominator)
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const behind = places === 0 ? '' : `.${digits.slice(-places)}`
  return `${units < 0n ? '-' : ''}${whole}${behind}`
}

/** Its exact value as text: a decimal where one ends, else a fraction. 3/2 → `'1.5'`, 5/3 → `'5/3'`. */
export function toExactText({ numerator, denominator }: Rational): string {
  const places = endingPlaces(denominator)
  if (places === null) return `${numerator}/${denominator}`
  return toPlaces({ numerator, denominator }, places)
}

/** How many places the decimals of a denominator have, or null when they never end. */
function endingPlaces(denominator: bigint): number | null {
  const [twos, odd] = powerIn(denominator, 2n)
  const [fives, rest] = powerIn(odd, 5n)
  return rest === 1n ? Math.max(twos, fives) : null
}

function powerIn(value: bigint, prime: bigint): [power: number, rest: bigint] {
  let power = 0
  let rest = value
  for (; rest % prime === 0n; rest /= prime) power += 1
  return [power, rest]
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [one, other] = [left < 0n ? -left : left, right < 0n ? -right : right]
  while (other !== 0n) [one, other] = [other, one % other]
  return one
}
