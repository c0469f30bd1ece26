import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanNumeric, numericValue, settleNumeric } from './numeric.rules.ts'

describe('cleanNumeric', () => {
  test.each([
    ['NUM-1', '1a2 3€', {}, '123'],
    ['NUM-2', '-5', { isSigned: true }, '-5'],
    ['NUM-2', '-5', {}, '5'],
    ['NUM-2', '5-3', { isSigned: true }, '53'],
    ['NUM-3', '1,5', {}, '1,5'],
    ['NUM-3', '1.5', {}, '1.5'],
    ['NUM-3', '1.5.7', {}, '1.57'],
    ['NUM-4', '007', {}, '7'],
    ['NUM-4', '0', {}, '0'],
    ['NUM-4', '000', {}, '0'],
    ['NUM-4', '0.5', {}, '0.5'],
    ['NUM-4', '.5', {}, '0.5'],
    ['NUM-5', '150', { max: 100 }, '100'],
    ['NUM-5', '5', { min: 10 }, '5'],
    ['NUM-6', '1.999', { accuracy: 2 }, '1.99'],
    ['NUM-7', '1.9', { accuracy: 0 }, '1'],
    ['NUM-8', '123456', { maxLength: 4 }, '1234'],
    ['NUM-1', '٣٤', {}, '34'],
  ])('%s: %s with %o becomes %s while it is typed', (_id, text, options, expected) => {
    expect(cleanNumeric(text, options)).toBe(expected)
  })
})

describe('settleNumeric', () => {
  test.each([
    ['5', { min: 10 }, '10'],
    ['-50', { isSigned: true, min: -10 }, '-10'],
    ['5.', {}, '5'],
    ['-', { isSigned: true }, ''],
    ['', { min: 10 }, ''],
    ['7', { min: 5, max: 9 }, '7'],
  ])('NUM-5: %s with %o becomes %s when the input is left', (text, options, expected) => {
    expect(settleNumeric(text, options)).toBe(expected)
  })
})

const options = fc.record(
  {
    isSigned: fc.boolean(),
    accuracy: fc.nat(4),
    min: fc.integer({ min: 0, max: 50 }),
    max: fc.integer({ min: 51, max: 900 }),
    maxLength: fc.integer({ min: 3, max: 9 }),
  },
  { requiredKeys: ['max', 'min'] },
)

test('NUM-1…8: typing leaves a readable number within the maximum, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-a '), maxLength: 14 }), options, (text, given) => {
      const cleaned = cleanNumeric(text, given)
      expect(cleaned).toMatch(/^-?\d*[.,]?\d*$/)
      expect(cleanNumeric(cleaned, given)).toBe(cleaned)
      expect(numericValue(cleaned) > given.max).toBe(false)
    }),
  )
})

test('NUM-5: what was left is empty or within both bounds', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-'), maxLength: 12 }), options, (text, given) => {
      const settled = settleNumeric(text, given)
      const value = numericValue(settled)
      expect(settled === '' || (value >= given.min && value <= given.max)).toBe(true)
    }),
  )
})
