import fc from 'fast-check'
import { applyPatches } from 'immer'
import { expect, test } from 'vitest'
import { changesBetween, patchesBetween } from './document-changes.rules.ts'
import type { JsonObject } from './merge-patch.rules.ts'

// Immer plays no patch through the keys that objects are made with; that these harm nothing is a test of its own.
const key = fc.constantFrom('menu', 'live', 'a/b', '~', '', 'toString', 'order')
const { document } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, 'text'),
    fc.array(fc.integer({ max: 2 }), { maxLength: 2 }),
    tie('document'),
  ),
  document: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
}))
const json = document.map((value) => JSON.parse(JSON.stringify(value)) as JsonObject)

test('CARD-3: what differs between two documents are patches of immer: played on either they give the other', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const texts = [JSON.stringify(before), JSON.stringify(after)]
      const { there, back } = patchesBetween(before, after)
      expect(applyPatches(before, [...there])).toEqual(after)
      expect(applyPatches(after, [...back])).toEqual(before)
      expect([JSON.stringify(before), JSON.stringify(after)]).toEqual(texts)
    }),
  )
})

test('CARD-3: a change names the innermost value with what was there and what is, and the same documents have none', () => {
  const before = { menu: { live: { order: 10 }, line: { order: 20 } }, list: [1, 2], gone: 'x' }
  const after = { menu: { live: { order: 30 }, line: { order: 20 } }, list: [1], 'a/b': { new: true } }
  expect(changesBetween(before, after)).toEqual([
    { pointer: '/menu/live/order', before: 10, after: 30 },
    { pointer: '/list', before: [1, 2], after: [1] },
    { pointer: '/gone', before: 'x' },
    { pointer: '/a~1b', after: { new: true } },
  ])
  expect(changesBetween(before, structuredClone(before))).toEqual([])
})

test('an object with a key that would become its prototype is compared as a whole, and nothing takes it for one', () => {
  const hostile = JSON.parse('{ "a": { "__proto__": { "x": 1 } } }') as JsonObject
  expect(changesBetween({ a: { y: 1 } }, hostile)).toEqual([{ pointer: '/a', before: { y: 1 }, after: hostile.a }])
  expect(changesBetween(JSON.parse('{ "__proto__": 1 }') as JsonObject, { b: 1 })).toEqual([
    { pointer: '', before: JSON.parse('{ "__proto__": 1 }') as JsonObject, after: { b: 1 } },
  ])
})
