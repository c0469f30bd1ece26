import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOdds } from './odds-format.rules.ts'
import { ODDS_FORMATS } from './odds-preference.rules.ts'
import { plainNumber, readOdds } from './odds-reading.rules.ts'

test.each([
  ['1.85', 'decimal', '1.85'],
  [' 1,85 ', 'decimal', '1.85'],
  ['٢٫٥', 'decimal', '2.5'],
  ['5/2', 'fractional', '3.5'],
  ['evens', 'fractional', '2'],
  ['1/3', 'fractional', '1.3333'],
  ['+150', 'american', '2.5'],
  ['−110', 'american', '1.9091'],
  ['0.85', 'hongkong', '1.85'],
  ['-0.909', 'malay', '2.1001'],
  ['0.5', 'malay', '1.5'],
  ['-1.25', 'indonesian', '1.8'],
  ['2', 'indonesian', '3'],
] as const)('MATH-1: %s in the format %s is the price %s', (text, format, price) => {
  expect(readOdds(text, format)).toBe(price)
})

test.each([
  ['1', 'decimal'],
  ['0.5', 'decimal'],
  ['-2', 'decimal'],
  ['1e9', 'decimal'],
  ['<b>', 'decimal'],
  ['5/0', 'fractional'],
  ['2.5', 'fractional'],
  ['50', 'american'],
  ['1.5', 'malay'],
  ['0.5', 'indonesian'],
  ['99999999', 'decimal'],
  ['', 'decimal'],
] as const)('%s is no price in the format %s', (text, format) => {
  expect(readOdds(text, format)).toBeNull()
})

test('MATH-1: a price that a format writes exactly is read back from it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 101, max: 100_000 }), (hundredths) => {
      const price = String(hundredths / 100)
      for (const format of ['decimal', 'hongkong'] as const)
        expect(readOdds(formatOdds(price, format), format)).toBe(price)
    }),
  )
})

test('no text breaks the reading of any format', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...ODDS_FORMATS), (text, format) => {
      const read = readOdds(text, format)
      expect(read === null || /^[0-9]{1,7}(?:\.[0-9]{1,4})?$/.test(read)).toBe(true)
    }),
  )
})

test('digits of other scripts and other signs become plain ones', () => {
  expect(plainNumber(' ۱۲٫۵ ')).toBe('12.5')
  expect(plainNumber('−1 000,5')).toBe('-1000.5')
})
