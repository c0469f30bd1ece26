import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatOdds, isPrice, oddsFormats } from './odds-format.rules.ts'
import { PRICE_LADDER } from './price-ladder.ts'
import { add, compare, divide, ONE, type Rational, rational, rationalOf, subtract } from './rational.rules.ts'

const TABLE = [
  ['1.01', '1/100', '-10000', '0.01', '0.010', '-100.000'],
  ['1.25', '1/4', '-400', '0.25', '0.250', '-4.000'],
  ['1.36', '4/11', '-278', '0.36', '0.360', '-2.778'],
  ['1.50', '1/2', '-200', '0.50', '0.500', '-2.000'],
  ['1.80', '4/5', '-125', '0.80', '0.800', '-1.250'],
  ['1.91', '10/11', '-110', '0.91', '0.910', '-1.099'],
  ['1.95', '19/20', '-105', '0.95', '0.950', '-1.053'],
  ['2.00', 'evens', '+100', '1.00', '1.000', '1.000'],
  ['2.10', '11/10', '+110', '1.10', '-0.909', '1.100'],
  ['2.50', '6/4', '+150', '1.50', '-0.667', '1.500'],
  ['3.40', '12/5', '+240', '2.40', '-0.417', '2.400'],
  ['4.33', '10/3', '+333', '3.33', '-0.300', '3.330'],
  ['11.00', '10/1', '+1000', '10.00', '-0.100', '10.000'],
] as const

/** Prices with two to four places, from just above 1 to 1,000. */
const prices = fc
  .record({ units: fc.integer({ min: 10_001, max: 10_000_000 }), places: fc.constantFrom(2, 3, 4) })
  .map(({ units, places }) => (units / 10_000).toFixed(places))
  .filter((price) => Number(price) > 1)

const profitOf = (decimal: string) => subtract(rationalOf(decimal), ONE)

describe('odds formats', () => {
  test.each(TABLE)('MATH-1: %s in six formats', (decimal, fractional, american, hongkong, malay, indonesian) => {
    expect(oddsFormats(decimal)).toEqual({ decimal, fractional, american, hongkong, malay, indonesian })
  })

  test.each(['0', '0.5', '0.99', '1', '1.00', '1.0000'])('%s has a decimal and nothing else', (decimal) => {
    const { decimal: written, ...others } = oddsFormats(decimal)
    expect(Number(written)).toBe(Number(decimal))
    expect(new Set(Object.values(others))).toEqual(new Set(['-']))
  })

  test('a decimal keeps the two to four places that it has', () => {
    expect(['2', '2.5', '1.91', '1.909', '1.9091'].map((price) => formatOdds(price, 'decimal'))).toEqual([
      '2.00',
      '2.50',
      '1.91',
      '1.909',
      '1.9091',
    ])
  })

  test.each(['', '-1.5', '+2', '1,5', '1e3', '.5', '2.', '1.23456', '12345678', ' 2', 'two', '2.0\n'])(
    '%j is refused',
    (text) => {
      expect(isPrice(text)).toBe(false)
      expect(() => oddsFormats(text)).toThrow('is not a price')
    },
  )

  test('even money is never written as -100', () => {
    expect(formatOdds('2.0000', 'american')).toBe('+100')
    expect(formatOdds('1.9999', 'american')).toBe('+100')
    expect(formatOdds('1.95', 'american')).toBe('-105')
  })

  test('American prices lead back to the decimal', () => {
    const decimalOf = (american: string) => {
      const value = BigInt(american)
      return add(ONE, value > 0n ? rational(value, 100n) : rational(-100n, value))
    }
    expect(decimalOf(formatOdds('1.9091', 'american'))).toEqual(rational(21, 11))
    fc.assert(
      fc.property(prices, (price) => {
        const back = decimalOf(formatOdds(price, 'american'))
        // Half a unit of the larger side of a hundred is what rounding may take.
        const profit = profitOf(price)
        const larger = compare(profit, ONE) >= 0 ? profit : divide(ONE, profit)
        const found = subtract(back, ONE)
        const told = compare(profit, ONE) >= 0 ? found : divide(ONE, found)
        expect(compare(distance(told, larger), rational(1, 200))).toBeLessThanOrEqual(0)
      }),
    )
  })

  test('a format never turns the order of two prices around', () => {
    const comparable = (price: string) => {
      const { american, hongkong, fractional } = oddsFormats(price)
      const [top = 1, bottom = 1] = fractional === 'evens' ? [1, 1] : fractional.split('/').map(Number)
      const isPlus = american.startsWith('+')
      return [Number(hongkong), top / bottom, isPlus ? Number(american) / 100 : -100 / Number(american)]
    }
    fc.assert(
      fc.property(prices, prices, (one, other) => {
        const [low, high] = Number(one) <= Number(other) ? [one, other] : [other, one]
        const more = comparable(high)
        for (const [index, value] of comparable(low).entries()) expect(value).toBeLessThanOrEqual(more[index] ?? 0)
      }),
    )
  })
})

describe('the ladder', () => {
  test('its rungs rise', () => {
    const profits = PRICE_LADDER.map((text) => {
      const [top = 1, bottom = 1] = text === 'evens' ? [1, 1] : text.split('/').map(Number)
      return top / bottom
    })
    expect(profits.toSorted((one, other) => one - other)).toEqual(profits)
    expect(new Set(profits).size).toBe(profits.length)
  })

  test('up to 20 a fraction tells the price within 0.02, or 2.6 % of its profit', () => {
    for (let cents = 101; cents <= 2000; cents += 1) {
      const price = (cents / 100).toFixed(2)
      const [top = '1', bottom = '1'] = formatOdds(price, 'fractional').replace('evens', '1/1').split('/')
      const off = Math.abs(Number(top) / Number(bottom) - (cents - 100) / 100)
      expect(off, price).toBeLessThanOrEqual(Math.max(0.020_000_1, (0.026 * (cents - 100)) / 100))
    }
  })

  test('of two equally near rungs the lower price is shown; beyond the ladder the exact fraction', () => {
    // Between 500/1 and 600/1, and between 8/1 and 33/4.
    expect(formatOdds('551.00', 'fractional')).toBe('500/1')
    expect(formatOdds('551.01', 'fractional')).toBe('600/1')
    expect(formatOdds('1.005', 'fractional')).toBe('1/200')
    expect(formatOdds('1.0001', 'fractional')).toBe('1/10000')
    expect(formatOdds('1501.50', 'fractional')).toBe('3001/2')
    expect(formatOdds('1001.00', 'fractional')).toBe('1000/1')
  })
})

function distance(one: Rational, other: Rational): Rational {
  const between = subtract(one, other)
  return between.numerator < 0n ? subtract(other, one) : between
}
