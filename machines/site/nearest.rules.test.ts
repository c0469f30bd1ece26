import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance, nearest } from './nearest.rules.ts'

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['coupon', 'cuopon', 1],
    ['ca', 'abc', 3],
  ])('%s → %s is %i', (left, right, distance) => {
    expect(editDistance(left, right)).toBe(distance)
  })

  test('is symmetric, zero only for equal words, and never longer than the longer word', () => {
    const word = fc.string({ maxLength: 12 })
    fc.assert(
      fc.property(word, word, (left, right) => {
        const distance = editDistance(left, right)
        expect(distance).toBe(editDistance(right, left))
        expect(distance === 0).toBe(left === right)
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length))
      }),
    )
  })
})

describe('nearest', () => {
  const keys = ['couponMaximum', 'couponHistoryDays', 'taxes', 'hosts']

  test.each([
    ['couponMaximun', 'couponMaximum'],
    ['cuoponMaximum', 'couponMaximum'],
    ['COUPONMAXIMUM', 'couponMaximum'],
    ['host', 'hosts'],
    ['taxs', 'taxes'],
  ])('OPS-2: %s means %s', (word, meant) => {
    expect(nearest(word, keys)).toBe(meant)
  })

  test.each(['', 'ab', 'colour', 'x'.repeat(5000)])('finds nothing near %s', (word) => {
    expect(nearest(word, keys)).toBeNull()
  })

  test('one slip in a word of four letters or more always finds it again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{4,20}$/), fc.nat(), (word, seed) => {
        const index = seed % word.length
        const slipped = word.slice(0, index) + word.slice(index + 1)
        expect(nearest(slipped, [word])).toBe(word)
      }),
    )
  })
})
