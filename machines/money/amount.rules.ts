import type { GlobalConfig } from '#schemas'
import { divideHalfUp, parseDecimal } from './decimal.rules.ts'

/** What an amount needs to know of its currency. */
export type AmountCurrency = Pick<GlobalConfig['currencies'][string], 'symbol' | 'exponent'>

/** What a conversion needs to know of a currency. */
export type ConvertibleCurrency = Pick<GlobalConfig['currencies'][string], 'exponent' | 'baseRate'>

/** How an amount is written. */
export interface AmountFormatting {
  /** BCP 47 locale of digits and separators; `ar-EG-u-nu-latn` asks for Latin digits. */
  readonly locale: string
  /** `'{v} {c}'` unless the currency or the brand has another (CFG-20, CFG-21). */
  readonly template?: string
  /** Direction of the text around; within `rtl` the amount is isolated and stays left to right. */
  readonly direction?: 'ltr' | 'rtl'
}

/** How an amount is written when nothing else is said: value, space, currency (CFG-20). */
export const DEFAULT_AMOUNT_TEMPLATE = '{v} {c}'

/** Most decimal places of a minor unit; cryptocurrencies use them all. */
export const MAX_EXPONENT = 8

/** Keeps the currency on the line of its value. */
const NO_BREAK_SPACE = '\u00a0'
/** Places that are always written; of those behind them, which only currencies of many places have, zeros at the end are not. */
const LEAST_PLACES = 2
/** Places of a currency of coins and notes: all of them are written. */
const USUAL_PLACES = 3

const LEFT_TO_RIGHT_ISOLATE = '\u2066'
const FIRST_STRONG_ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'
const ARABIC_LETTER_MARK = '\u061c'

/** Minor units as a decimal with all places: `(-1205, 2)` → `'-12.05'`.
 *  @throws Error when the amount is no safe integer or the exponent is not 0 to 8 */
export function minorToDecimal(minor: number, exponent: number): `${number}` {
  checkAmount(minor, exponent)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const places = exponent === 0 ? '' : `.${digits.slice(-exponent)}`
  return `${minor < 0 ? '-' : ''}${whole}${places}` as `${number}`
}

/** A decimal as minor units, exactly: `('12.5', 2)` → 1250. Null when the text is no plain decimal, has places that the
 *  currency does not have (zeros at the end excepted), or is beyond the safe integers. */
export function decimalToMinor(text: string, exponent: number): number | null {
  checkAmount(0, exponent)
  const decimal = parseDecimal(text)
  if (!decimal) return null
  const units = decimal.units * 10n ** BigInt(exponent)
  if (units % decimal.scale !== 0n) return null
  const minor = Number(units / decimal.scale)
  return Number.isSafeInteger(minor) ? minor : null
}

/** The template of a currency: its own, else the brand's (CFG-20, CFG-21). */
export function amountTemplate(
  global: Pick<GlobalConfig, 'amountTemplate' | 'amountTemplatesByCurrency'>,
  currencyCode: string,
): string {
  const own = global.amountTemplatesByCurrency
  return (Object.hasOwn(own, currencyCode) ? own[currencyCode] : undefined) ?? global.amountTemplate
}

/** Writes an amount: `(123450, { symbol: '€', exponent: 2 }, { locale: 'de-DE' })` → `'1.234,50 €'`, which no
 *  line breaks. All places of the currency are written; one with more than three, such as `USDT` with six, has at least two and no zeros
 *  behind them: 0.10. The number never passes through a float. */
export function formatAmount(minor: number, currency: AmountCurrency, formatting: AmountFormatting): string {
  const { locale, template = DEFAULT_AMOUNT_TEMPLATE, direction = 'ltr' } = formatting
  const value = numberFormat(locale, currency.exponent).format(minorToDecimal(minor, currency.exponent))
  if (direction === 'ltr') return fillTemplate(template, value, currency.symbol)
  // The mark would carry the minus to the right of Arabic digits; inside the isolates it has no other work.
  const plain = value.replaceAll(ARABIC_LETTER_MARK, '')
  return isolate(
    LEFT_TO_RIGHT_ISOLATE,
    fillTemplate(template, isolate(LEFT_TO_RIGHT_ISOLATE, plain), isolate(FIRST_STRONG_ISOLATE, currency.symbol)),
  )
}

/** Converts minor units between currencies by their base rates (units for one of the default currency), exactly, with one
 *  rounding: half a minor unit goes away from zero (CFG-6).
 *  @throws Error when a rate is no decimal above zero or the result is beyond the safe integers */
export function convertMinor(minor: number, from: ConvertibleCurrency, to: ConvertibleCurrency): number {
  checkAmount(minor, from.exponent)
  checkAmount(0, to.exponent)
  const source = parseRate(from.baseRate)
  const target = parseRate(to.baseRate)
  const numerator = BigInt(minor) * target.units * source.scale * 10n ** BigInt(to.exponent)
  const denominator = source.units * target.scale * 10n ** BigInt(from.exponent)
  const converted = Number(divideHalfUp(numerator, denominator))
  if (!Number.isSafeInteger(converted)) throw new Error(`amount ${minor} is too large to convert at ${to.baseRate}`)
  return converted
}

/** The code of the currency in which money is shown: that of a player's active account, else the geo currency (CFG-7). */
export function displayCurrency(geoCurrencyCode: string, player: { readonly currency: string } | null): string {
  return player?.currency ?? geoCurrencyCode
}

function parseRate(text: string): { readonly units: bigint; readonly scale: bigint } {
  const rate = parseDecimal(text)
  if (!rate || rate.units <= 0n) throw new Error(`base rate ${JSON.stringify(text)} is not a decimal above zero`)
  return rate
}

function checkAmount(minor: number, exponent: number): void {
  if (!Number.isSafeInteger(minor)) throw new Error(`amount ${minor} is not a safe integer of minor units`)
  const isPlaces = Number.isInteger(exponent) && exponent >= 0 && exponent <= MAX_EXPONENT
  if (!isPlaces) throw new Error(`exponent ${exponent} is not 0 to ${MAX_EXPONENT}`)
}

function fillTemplate(template: string, value: string, currency: string): string {
  const unbroken = template.replaceAll(' ', NO_BREAK_SPACE)
  return unbroken.replace(/\{v\}|\{c\}/g, (place) => (place === '{v}' ? value : currency))
}

function isolate(mark: string, text: string): string {
  return `${mark}${text}${END_OF_ISOLATE}`
}

const numberFormats = new Map<string, Intl.NumberFormat>()

/** Formats are expensive to create, and there are few: languages times exponents. */
function numberFormat(locale: string, exponent: number): Intl.NumberFormat {
  const key = `${locale}/${exponent}`
  const known = numberFormats.get(key)
  if (known) return known
  const minimumFractionDigits = exponent > USUAL_PLACES ? LEAST_PLACES : exponent
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: exponent })
  numberFormats.set(key, made)
  return made
}
