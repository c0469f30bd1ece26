import { expect, test } from 'vitest'
import { calculateOdds, MOST_PRICES } from './odds-calculation.rules.ts'

test('two prices of one market have chances, a margin and fair prices', () => {
  const { prices, market } = calculateOdds(['1.91', '1.91'], 'decimal')
  expect(prices[0]).toMatchObject({ chance: '52.36', fair: { chance: '50.00', decimal: '2.0000' } })
  expect(prices[0]?.formats).toMatchObject({ american: '-110', hongkong: '0.91' })
  expect(market).toEqual({ chances: '104.71', margin: '4.50', payback: '95.50' })
})

test('what is no price spoils the market, and not the other prices', () => {
  const { prices, market } = calculateOdds(['2', 'x', ''], 'decimal')
  expect(prices.map(({ chance }) => chance)).toEqual(['50.00', null])
  expect(market).toBeNull()
})

test('no more prices are read than a market may have', () => {
  expect(
    calculateOdds(
      Array.from({ length: 100 }, () => '2'),
      'decimal',
    ).prices,
  ).toHaveLength(MOST_PRICES)
})
