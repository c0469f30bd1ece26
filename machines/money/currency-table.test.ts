import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertMinor, decimalToMinor, formatAmount, MAX_EXPONENT, minorToDecimal } from './amount.rules.ts'
import { CURRENCY_TABLE, tableCurrency } from './currency-table.ts'

/** Codes of the Unicode locale data that no player has an account in: replaced by XCG under the same number, and units of account. */
const NOT_OFFERED = ['ANG', 'XDR', 'XSU']
/** Codes that came or went lately, which some versions of the data do not have. */
const LATELY_CHANGED = ['BGN', 'VED', 'XCG', 'ZWG']
const intlCodes = Intl.supportedValuesOf('currency')
const codes = [...CURRENCY_TABLE.keys()]

test('TABLE-7: about 200 currencies, each with an id of its own', () => {
  expect(codes.length).toBeGreaterThanOrEqual(195)
  expect(codes.length).toBeLessThanOrEqual(210)
  expect(new Set([...CURRENCY_TABLE.values()].map(({ id }) => id)).size).toBe(codes.length)
  for (const { id } of CURRENCY_TABLE.values()) expect(Number.isInteger(id) && id > 0 && id < 2000).toBe(true)
})

test('TABLE-7: every currency that the Unicode locale data has in use, and cryptocurrencies beyond the numbers of ISO', () => {
  expect(intlCodes.filter((code) => !CURRENCY_TABLE.has(code))).toEqual(NOT_OFFERED)
  const others = codes.filter((code) => !intlCodes.includes(code))
  const strays = others.filter((code) => (CURRENCY_TABLE.get(code)?.id ?? 0) <= 1000 && !LATELY_CHANGED.includes(code))
  expect(strays).toEqual([])
  expect(others).toEqual(expect.arrayContaining(['BTC', 'ETH', 'USDT', 'USDC', 'LTC', 'TRX']))
})

test('TABLE-7: minor units have the places of ISO 4217: never fewer than people write, and three where people write three', () => {
  for (const code of intlCodes.filter((own) => CURRENCY_TABLE.has(own))) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
    const written = format.resolvedOptions().maximumFractionDigits ?? 0
    const exponent = CURRENCY_TABLE.get(code)?.exponent ?? -1
    expect([code, exponent >= written && (written === 0 || exponent === written)]).toEqual([code, true])
  }
  const placesOf = (code: string) => CURRENCY_TABLE.get(code)?.exponent
  expect(['JPY', 'ISK', 'KRW', 'XOF', 'VND'].map(placesOf)).toEqual([0, 0, 0, 0, 0])
  expect(['EUR', 'HUF', 'IDR', 'UZS', 'COP'].map(placesOf)).toEqual([2, 2, 2, 2, 2])
  expect(['KWD', 'IQD', 'TND', 'BHD'].map(placesOf)).toEqual([3, 3, 3, 3])
  expect(['BTC', 'ETH', 'USDT', 'XLM'].map(placesOf)).toEqual([8, 8, 6, 7])
  expect([...CURRENCY_TABLE.values()].every(({ exponent }) => exponent >= 0 && exponent <= MAX_EXPONENT)).toBe(true)
})

test('TABLE-7: what the engine configures has the ids and places of the table', () => {
  const file = new URL('../../brands/_base/config/global.json', import.meta.url)
  const { currencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly currencies: Readonly<Record<string, { readonly id: number; readonly exponent: number }>>
  }
  expect(Object.keys(currencies).length).toBeGreaterThan(60)
  for (const [code, { id, exponent }] of Object.entries(currencies))
    expect([code, CURRENCY_TABLE.get(code)]).toEqual([code, expect.objectContaining({ id, exponent })])
})

test('TABLE-7: a currency that a brand says nothing about has a name and a sign', () => {
  expect(tableCurrency('HKD')).toEqual({ id: 344, exponent: 2, symbol: '$', name: 'Hong Kong Dollar' })
  expect(tableCurrency('DOGE')).toEqual({ id: 1008, exponent: 8, symbol: 'DOGE', name: 'Dogecoin' })
  expect(tableCurrency('XXX')).toBeNull()
  for (const code of codes) {
    const { symbol, name } = tableCurrency(code) ?? { symbol: '', name: '' }
    expect([code, symbol.length > 0 && symbol.length <= 8 && name.length > 0 && name.length <= 60]).toEqual([
      code,
      true,
    ])
  }
})

test('TABLE-7: an amount of any currency is written and read back as the same minor units', () => {
  const amounts = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(fc.constantFrom(...codes), amounts, (code, minor) => {
      const currency = tableCurrency(code)
      if (!currency) throw new Error(`${code} is missing`)
      expect(decimalToMinor(minorToDecimal(minor, currency.exponent), currency.exponent)).toBe(minor)
      const written = formatAmount(minor, currency, { locale: 'en-GB', template: '{v}' })
      expect(decimalToMinor(written.replaceAll(',', ''), currency.exponent)).toBe(minor)
    }),
    { numRuns: 2000 },
  )
})

test('TABLE-7: an amount that is changed into another currency is whole minor units of it, and into its own stays', () => {
  const amounts = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(fc.constantFrom(...codes), fc.constantFrom(...codes), amounts, (from, to, minor) => {
      const [source, target] = [from, to].map((code) => ({
        exponent: CURRENCY_TABLE.get(code)?.exponent ?? -1,
        baseRate: '1',
      }))
      if (!source || !target) throw new Error(`${from} or ${to} is missing`)
      expect(Number.isSafeInteger(convertMinor(minor, source, target))).toBe(true)
      expect(convertMinor(minor, source, source)).toBe(minor)
      if (target.exponent >= source.exponent)
        expect(convertMinor(minor, source, target)).toBe(minor * 10 ** (target.exponent - source.exponent))
    }),
  )
})
