/** An exact decimal: `units / scale`, where the scale is a power of ten. */
export interface Decimal {
  readonly units: bigint
  readonly scale: bigint
}

/** Longest text of a decimal: more than any amount or rate needs. */
const DECIMAL_MAX_LENGTH = 40

/** Reads a plain decimal: `'-12.05'` → `{ units: -1205n, scale: 100n }`; null for anything else, `'1e3'`, `'.5'`, `'+1'` too. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > DECIMAL_MAX_LENGTH) return null
  const found = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text)
  if (!found) return null
  const [, sign = '', whole = '', places = ''] = found
  const size = BigInt(whole + places)
  return { units: sign === '-' ? -size : size, scale: 10n ** BigInt(places.length) }
}

/** The quotient, rounded once: a half goes away from zero. `(5n, 2n)` → 3n, `(-5n, 2n)` → -3n.
 *  @throws RangeError when the denominator is zero */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n
  const top = numerator < 0n ? -numerator : numerator
  const bottom = denominator < 0n ? -denominator : denominator
  const size = (2n * top + bottom) / (2n * bottom)
  return isNegative ? -size : size
}
