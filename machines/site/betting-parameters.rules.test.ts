import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bettingParameters } from './betting-parameters.rules.ts'

test('SPORT-11: drawId, page, rundownNumber, couponNumber and drawStatus are read from the address', () => {
  const query = new URLSearchParams('drawId=9&page=2&rundownNumber=41&couponNumber=123456789012345&drawStatus=open')
  const read = { drawId: 9, page: 2, rundownNumber: 41, couponNumber: 123_456_789_012_345, drawStatus: 'open' }
  expect(bettingParameters(query)).toEqual(read)
  expect(bettingParameters(query, { drawId: '7' }).drawId).toBe(7)
  expect(Object.values(bettingParameters(new URLSearchParams()))).toEqual(Array(5).fill(undefined))
})

test('SPORT-11: whatever an address says, a parameter is of its form or is not there', () => {
  const names = ['drawId', 'page', 'rundownNumber', 'couponNumber', 'drawStatus']
  const any = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('0', '-1', '1e3', '1.5', '9'.repeat(16)))
  const check = fc.property(fc.dictionary(fc.constantFrom(...names), any), (given) => {
    const { drawStatus, ...numbers } = bettingParameters(new URLSearchParams(given))
    for (const number of Object.values(numbers))
      expect(number === undefined || (Number.isSafeInteger(number) && number > 0)).toBe(true)
    expect(drawStatus ?? 'word').toMatch(/^[\w-]{1,64}$/)
  })
  fc.assert(check, { numRuns: 200 })
})
