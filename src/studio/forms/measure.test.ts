import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestUnit, currencyAt, currencyDigits, majorText, minorOf, unitMs, unitsFrom, wholeOf } from './measure.ts'

test('a time is shown in the largest unit in which it is whole', () => {
  expect(bestUnit(90_000, 'ms')).toBe('s')
  expect(bestUnit(3_600_000, 'ms')).toBe('h')
  expect(bestUnit(172_800_000, 'ms')).toBe('d')
  expect(bestUnit(1500, 'ms')).toBe('ms')
  expect(bestUnit(120, 'min')).toBe('h')
  expect(bestUnit(0, 'ms')).toBe('ms')
  expect(unitsFrom('min')).toEqual(['min', 'h', 'd'])
  fc.assert(
    fc.property(fc.nat(1e9), (value) => {
      const unit = bestUnit(value, 's')
      return Number.isInteger((value * 1000) / unitMs(unit))
    }),
  )
})

test('amounts become minor units and come back', () => {
  expect(minorOf('10.50', 2)).toBe(1050)
  expect(minorOf('10,5', 2)).toBe(1050)
  expect(minorOf('10.555', 2)).toBeNull()
  expect(minorOf('ten', 2)).toBeNull()
  expect(minorOf('', 2)).toBeNull()
  expect(majorText(1050, 2)).toBe('10.50')
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.nat(3),
      (minor, digits) => minorOf(majorText(minor, digits), digits) === minor,
    ),
  )
})

test('the currency of an amount is on its way', () => {
  expect(currencyAt('/currencies/JPY/minimumBetMinor')).toBe('JPY')
  expect(currencyAt('/maximumStakeMinor')).toBeNull()
  expect([currencyDigits('JPY'), currencyDigits('EUR'), currencyDigits('KWD')]).toEqual([0, 2, 3])
})

test('a number in parts of a whole is said in plain numbers, and any other one is not', () => {
  expect(wholeOf('timesE2', 1050)).toEqual({ whole: 10.5, percent: null })
  expect(wholeOf('minimumOddsE3', 1500)).toEqual({ whole: 1.5, percent: null })
  expect(wholeOf('percentE4', 2550)).toEqual({ whole: 0.255, percent: 25.5 })
  expect(wholeOf('sport', 100_000, 'parts per million')).toEqual({ whole: 0.1, percent: 10 })
  expect(wholeOf('depositNumber', 3)).toBeNull()
})
