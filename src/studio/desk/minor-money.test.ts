import { expect, test } from 'vitest'
import { minorMoney } from './minor-money.ts'

test('minor units are written with the digits of their currency', () => {
  expect(minorMoney(123_456, 'EUR', { EUR: 2 })).toBe('1,234.56 EUR')
  expect(minorMoney(-5, 'EUR', { EUR: 2 })).toBe('-0.05 EUR')
  expect(minorMoney(1500, 'JPY', { JPY: 0 })).toBe('1,500 JPY')
  expect(minorMoney(1_234_567, 'KWD', { KWD: 3 })).toBe('1,234.567 KWD')
  expect(minorMoney(100, 'XYZ', {})).toBe('1.00 XYZ')
})
