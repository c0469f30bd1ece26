import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.rules.ts'

test('objects that are equal are written equally, whatever the order of their keys', () => {
  expect(canonicalJson({ b: 1, a: [{ d: 2, c: null }] })).toBe('{"a":[{"c":null,"d":2}],"b":1}')
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, part]) => [key, turned(part)]),
    )
  }
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(turned(value))).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
