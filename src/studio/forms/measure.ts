import { pointerKeys } from '#machines/site/merge-patch.rules.ts'

/** A unit of time as it is shown. */
export type TimeUnit = 'ms' | 's' | 'min' | 'h' | 'd'

/** Units of time in ms, the largest first. */
const UNITS: readonly (readonly [TimeUnit, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
]

/** How many ms a unit of time has. */
export function unitMs(unit: string): number {
  return UNITS.find(([name]) => name === unit)?.[1] ?? 1
}

/** The units in which a time can be given that is stored in `stored`: that one and larger ones. */
export function unitsFrom(stored: string): readonly TimeUnit[] {
  return UNITS.filter(([, ms]) => ms >= unitMs(stored))
    .map(([unit]) => unit)
    .toReversed()
}

/** The largest unit in which a time is a whole number: 90,000 ms → seconds, 3,600,000 ms → hours.
 *  @param stored the unit of the value */
export function bestUnit(value: number, stored: string): TimeUnit {
  const ms = value * unitMs(stored)
  const fits = UNITS.find(([, size]) => size >= unitMs(stored) && ms !== 0 && ms % size === 0)
  return fits?.[0] ?? (stored as TimeUnit)
}

/** The currency that an amount at a pointer is of, where its way names one: `/currencies/EUR/minimumBetMinor` → `EUR`. */
export function currencyAt(pointer: string): string | null {
  const known = new Set(Intl.supportedValuesOf('currency'))
  return pointerKeys(pointer).findLast((key) => known.has(key)) ?? null
}

/** Digits behind the point of a currency: 2 of `EUR`, 0 of `JPY`. */
export function currencyDigits(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

/** Minor units as an amount: `1050` with 2 digits → `10.50`. */
export function majorText(minor: number, digits: number): string {
  return (minor / 10 ** digits).toFixed(digits)
}

/** An amount as minor units, or null when it is no amount that the currency has. */
export function minorOf(text: string, digits: number): number | null {
  const match = /^(-?)(\d{1,13})(?:[.,](\d*))?$/.exec(text.trim())
  if (!match) return null
  const [, sign = '', whole = '', rest = ''] = match
  if (rest.length > digits) return null
  return Number(`${sign}${whole}${rest.padEnd(digits, '0')}`)
}

/** How many a whole is stored as, by the ending of a key: hundredths, thousandths, ten-thousandths. */
const WHOLES: Readonly<Record<string, number>> = { E2: 100, E3: 1000, E4: 10_000, Ppm: 1_000_000 }
/** Wholes that are read as shares, too. */
const SHARES: readonly number[] = [10_000, 1_000_000]

/** What a number means that is stored in parts of a whole: `timesE2` 1000 → 10, `percentE4` 2550 → 0.255 and 25.5 %. Null of any other one.
 *  @param unit the unit that its schema names */
export function wholeOf(
  key: string,
  value: number,
  unit = '',
): { readonly whole: number; readonly percent: number | null } | null {
  const [, ending = ''] = /(E[2-4]|Ppm)$/.exec(key) ?? []
  const size = unit === 'parts per million' ? WHOLES.Ppm : WHOLES[ending]
  if (size === undefined) return null
  return { whole: value / size, percent: SHARES.includes(size) ? (value * 100) / size : null }
}
