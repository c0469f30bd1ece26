import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenFormat, decimalOfUnits, formatNumber, ODDS_FORMATS } from './odds-preference.rules.ts'

test('CFG-22: the visitor’s own format goes before the site’s; what is no format counts as none', () => {
  expect(chosenFormat(2, 1)).toBe('american')
  expect([null, undefined, '2', 6, -1, 1.5].map((kept) => chosenFormat(kept, 1))).toEqual(Array(6).fill('fractional'))
})

test('MATH-1: each of the six formats is kept by its number', () => {
  expect(ODDS_FORMATS.map((format) => chosenFormat(formatNumber(format), 0))).toEqual(ODDS_FORMATS)
  expect(new Set(ODDS_FORMATS).size).toBe(6)
})

test('a price of the stream is the decimal that was written into it', () => {
  expect([18_500, 20_000, 10_001, 1_000_000].map(decimalOfUnits)).toEqual(['1.85', '2', '1.0001', '100'])
  fc.assert(
    fc.property(fc.integer({ min: 10_001, max: 10_000_000 }), (units) => {
      expect(Math.round(Number(decimalOfUnits(units)) * 10_000)).toBe(units)
    }),
  )
})
