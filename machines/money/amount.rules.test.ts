import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GlobalConfig } from '#schemas'
import {
  amountTemplate,
  convertMinor,
  decimalToMinor,
  displayCurrency,
  formatAmount,
  minorToDecimal,
} from './amount.rules.ts'
import { divideHalfUp, parseDecimal } from './decimal.rules.ts'

const global = JSON.parse(
  readFileSync(new URL('../../brands/_base/config/global.json', import.meta.url), 'utf8'),
) as GlobalConfig
const minors = fc.maxSafeInteger()
const exponents = fc.integer({ min: 0, max: 8 })
const eur = { symbol: '€', exponent: 2 }
const btc = { symbol: '₿', exponent: 8 }
const nbsp = '\u00a0'

describe('minor units and decimals', () => {
  test('MATH-2: decimals carry the places of the currency', () => {
    expect(minorToDecimal(-1205, 2)).toBe('-12.05')
    expect(minorToDecimal(5, 2)).toBe('0.05')
    expect(minorToDecimal(5, 0)).toBe('5')
    expect(minorToDecimal(1, 8)).toBe('0.00000001')
    expect(minorToDecimal(-0, 2)).toBe('0.00')
  })

  test('MATH-2: every safe amount survives the way there and back', () => {
    fc.assert(
      fc.property(minors, exponents, (minor, exponent) => {
        expect(decimalToMinor(minorToDecimal(minor, exponent), exponent)).toBe(minor === 0 ? 0 : minor)
      }),
    )
  })

  test('MATH-2: nothing is rounded away when a decimal is read', () => {
    expect(decimalToMinor('0.1', 2)).toBe(10)
    expect(decimalToMinor('12.500', 2)).toBe(1250)
    expect(decimalToMinor('12.505', 2)).toBeNull()
    expect(decimalToMinor('9007199254740991', 0)).toBe(Number.MAX_SAFE_INTEGER)
    expect(decimalToMinor('9007199254740992', 0)).toBeNull()
    for (const text of ['', '.5', '5.', '1e3', '+1', '1,5', ' 1', '٣', 'NaN', '--1'])
      expect(decimalToMinor(text, 2)).toBeNull()
  })

  test('amounts and exponents out of range are errors of the caller', () => {
    expect(() => minorToDecimal(0.5, 2)).toThrow('safe integer')
    expect(() => minorToDecimal(2 ** 53, 2)).toThrow('safe integer')
    expect(() => minorToDecimal(1, 9)).toThrow('exponent')
  })
})

describe('writing amounts', () => {
  test('CFG-20: value, space, currency', () => {
    expect(global.amountTemplate).toBe('{v} {c}')
    expect(formatAmount(123450, eur, { locale: 'en-GB' })).toBe('1,234.50\u00a0€')
    expect(formatAmount(123450, eur, { locale: 'de-DE' })).toBe('1.234,50\u00a0€')
    expect(formatAmount(123450, eur, { locale: 'ru-RU' })).toBe(`1${nbsp}234,50\u00a0€`)
    expect(formatAmount(123, btc, { locale: 'en-GB' })).toBe('0.00000123\u00a0₿')
  })

  test('CFG-21: a template of one currency holds for that currency only', () => {
    const brand = { amountTemplate: '{v} {c}', amountTemplatesByCurrency: { USD: '{c}{v}' } }
    expect(amountTemplate(brand, 'USD')).toBe('{c}{v}')
    expect(amountTemplate(brand, 'EUR')).toBe('{v} {c}')
    expect(amountTemplate(brand, 'constructor')).toBe('{v} {c}')
    const dollars = { symbol: '$&', exponent: 2 }
    expect(formatAmount(500, dollars, { locale: 'en-GB', template: amountTemplate(brand, 'USD') })).toBe('$&5.00')
  })

  test('the largest amounts keep their last digit', () => {
    expect(formatAmount(Number.MAX_SAFE_INTEGER, eur, { locale: 'en-GB' })).toBe('90,071,992,547,409.91\u00a0€')
    fc.assert(
      fc.property(minors, exponents, (minor, exponent) => {
        const written = formatAmount(minor, { symbol: '', exponent }, { locale: 'en-GB', template: '{v}' })
        const plain = minorToDecimal(minor, exponent)
        expect(written.replaceAll(',', '')).toBe(exponent > 3 ? plain.replace(/(\.\d\d\d*?)0+$/, '$1') : plain)
      }),
    )
  })

  test('a currency of many places has at least two, and no zeros behind them', () => {
    const tether = { symbol: 'USDT', exponent: 6 }
    const written = [100_000, 1, 1_500_000_000, 123_450].map((minor) =>
      formatAmount(minor, tether, { locale: 'en-GB' }),
    )
    expect(written).toEqual(['0.10', '0.000001', '1,500.00', '0.12345'].map((value) => `${value}\u00a0USDT`))
    expect(formatAmount(1500, { symbol: 'KD', exponent: 3 }, { locale: 'en-GB' })).toBe('1.500\u00a0KD')
  })

  test('Arabic and Persian digits come with the locale, Latin ones when it asks for them', () => {
    expect(formatAmount(1250, eur, { locale: 'ar-EG' })).toBe('١٢٫٥٠\u00a0€')
    expect(formatAmount(1250, eur, { locale: 'fa-IR' })).toBe('۱۲٫۵۰\u00a0€')
    expect(formatAmount(1250, eur, { locale: 'ar-EG-u-nu-latn' })).toBe('12.50\u00a0€')
  })

  test('within right-to-left text an amount is isolated, left to right, its minus before the digits', () => {
    const written = formatAmount(-1250, { symbol: 'د.إ', exponent: 2 }, { locale: 'ar-EG', direction: 'rtl' })
    expect(written).toBe('\u2066\u2066-١٢٫٥٠\u2069\u00a0\u2068د.إ\u2069\u2069')
  })
})

describe('conversion', () => {
  test('CFG-6: the base rate is the coefficient, rounded once, a half away from zero', () => {
    const base = { exponent: 2, baseRate: '1' }
    expect(convertMinor(1000, base, { exponent: 2, baseRate: '1.085' })).toBe(1085)
    expect(convertMinor(100, base, { exponent: 2, baseRate: '1.005' })).toBe(101)
    expect(convertMinor(-100, base, { exponent: 2, baseRate: '1.005' })).toBe(-101)
    expect(convertMinor(1000, base, { exponent: 0, baseRate: '162.35' })).toBe(1624)
    expect(convertMinor(100, base, { exponent: 8, baseRate: '0.00001' })).toBe(1000)
    expect(() => convertMinor(1, base, { exponent: 2, baseRate: '0' })).toThrow('base rate')
    expect(() => convertMinor(Number.MAX_SAFE_INTEGER, base, { exponent: 8, baseRate: '9' })).toThrow('too large')
  })

  test('CFG-6: a conversion is never further than half a minor unit from the exact value', () => {
    const rates = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => minorToDecimal(units, 6))
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), rates, (minor, baseRate) => {
        const converted = convertMinor(minor, { exponent: 2, baseRate: '1' }, { exponent: 2, baseRate })
        const exact = BigInt(minor) * (parseDecimal(baseRate)?.units ?? 0n)
        const off = BigInt(converted) * 1_000_000n - exact
        expect((off < 0n ? -off : off) * 2n <= 1_000_000n).toBe(true)
      }),
    )
  })

  test('CFG-6: an amount keeps its value in its own currency, at every rate of the base brand', () => {
    for (const currency of Object.values(global.currencies)) expect(convertMinor(12345, currency, currency)).toBe(12345)
  })

  test('MATH-2: a half goes away from zero', () => {
    expect([divideHalfUp(5n, 2n), divideHalfUp(-5n, 2n), divideHalfUp(5n, -2n), divideHalfUp(4n, 3n)]).toEqual([
      3n,
      -3n,
      -3n,
      1n,
    ])
  })
})

test('CFG-7: a player sees the currency of the active account, a guest the geo currency', () => {
  expect(displayCurrency('EUR', { currency: 'KZT' })).toBe('KZT')
  expect(displayCurrency('EUR', null)).toBe('EUR')
})
