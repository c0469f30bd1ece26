import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateVital, VITAL_LIMITS, type VitalName } from './vital.rules.ts'

test('ANA-24: the limits are those of the specification', () => {
  const { FCP, LCP, CLS, FID, TTFB } = VITAL_LIMITS
  expect([FCP, LCP, CLS, FID, TTFB].map(({ good, poor }) => `${good}/${poor}`)).toEqual([
    ...['1800/3000', '2500/4000', '0.1/0.25', '100/300', '800/1800'],
  ])
})

test('ANA-25: a measure is good up to its first limit, poor above its second, and between them needs improvement', () => {
  const name = fc.constantFrom<VitalName>('FCP', 'LCP', 'CLS', 'FID', 'INP', 'TTFB')
  fc.assert(
    fc.property(name, fc.double({ min: 0, max: 10_000, noNaN: true }), (vital, value) => {
      const { good, poor } = VITAL_LIMITS[vital]
      expect(rateVital(vital, value)).toBe(value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor')
      expect([rateVital(vital, good), rateVital(vital, poor)]).toEqual(['good', 'needs-improvement'])
    }),
  )
})
