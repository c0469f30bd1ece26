import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatQuery, parseQuery } from './query.rules.ts'

test('a query is read as it was written', () => {
  const parameters = fc.array(fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' })))
  fc.assert(
    fc.property(parameters, (pairs) => {
      expect(parseQuery(formatQuery(pairs))).toEqual(pairs)
    }),
  )
})

test('plus signs are spaces, and what is no encoding stays', () => {
  expect(parseQuery('?a=1+2&b=%E0%A4&c&=x')).toEqual([
    ['a', '1 2'],
    ['b', '%E0%A4'],
    ['c', ''],
    ['', 'x'],
  ])
  expect(parseQuery('')).toEqual([])
})
