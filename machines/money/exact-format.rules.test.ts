import { expect, test } from 'vitest'
import { formatNumbersIn } from './exact-format.rules.ts'

test('digits are grouped and separated as the language does, and no place is lost', () => {
  const text = '319799996.802 × 3.20 = 1023359989.7664'
  expect(formatNumbersIn(text, 'en')).toBe('319,799,996.802 × 3.20 = 1,023,359,989.7664')
  expect(formatNumbersIn(text, 'de-DE')).toBe('319.799.996,802 × 3,20 = 1.023.359.989,7664')
  expect(formatNumbersIn('1000/3', 'ru')).toBe('1\u00a0000/3')
  expect(formatNumbersIn('1234.50', 'ar-EG')).toBe('١٬٢٣٤٫٥٠')
  expect(formatNumbersIn('no number', 'en')).toBe('no number')
})

test('a number of more digits than a float has keeps them', () => {
  expect(formatNumbersIn('9007199254740993.00000000000000000000001', 'en')).toBe(
    '9,007,199,254,740,993.00000000000000000000001',
  )
})
