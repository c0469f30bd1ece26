import fc from 'fast-check'
import { expect, test } from 'vitest'
import { antiExpressPrice } from './anti-express-price.rules.ts'

test('MATH-7: the contrary of an express is offered at the fair price less the margin, never rounded up', () => {
  expect(antiExpressPrice(['1.5', '2', '2.6'], 0)).toBe('1.14')
  expect(antiExpressPrice(['1.5', '2', '2.6'], 5.8)).toBe('1.08')
  expect(antiExpressPrice(['1.5', '2'], 0)).toBe('1.50')
  expect(antiExpressPrice(['2.5', '3.5', '2.5'], 0)).toBe('1.04')
})

test('MATH-7: where nothing could be won there is no price', () => {
  expect(antiExpressPrice(['2.5', '3.5', '2.5'], 6)).toBeNull()
  expect(antiExpressPrice(['2'], 0)).toBeNull()
  expect(antiExpressPrice(['1', '1'], 0)).toBeNull()
})

test('MATH-7: a price is above 1 and no better than the fair one', () => {
  const prices = fc.array(fc.integer({ min: 101, max: 5000 }), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(prices, fc.integer({ min: 0, max: 50 }), (hundredths, margin) => {
      const odds = hundredths.map((units) => (units / 100).toFixed(2))
      const price = antiExpressPrice(odds, margin)
      if (price === null) return
      const product = hundredths.reduce((all, units) => (all * units) / 100, 1)
      expect(Number(price)).toBeGreaterThan(1)
      expect(Number(price)).toBeLessThanOrEqual((product / (product - 1)) * (1 - margin / 100) + 1e-6)
    }),
  )
})
