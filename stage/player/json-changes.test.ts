import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonChange, jsonChanges } from './json-changes.ts'
import { readPointer } from './json-pointer.ts'
import { isSameJson } from './plain-json.ts'

test('QA-12: tells what was added, removed and changed, by JSON Pointer', () => {
  const before = { stack: ['a', { id: 1 }], 'a/b': true, gone: null, same: { deep: [1] } }
  const after = { stack: ['a', { id: 2 }, 'c'], 'a/b': false, same: { deep: [1] }, fresh: 0 }
  expect(jsonChanges(before, after)).toEqual([
    { pointer: '/stack/1/id', kind: 'changed', before: 1, after: 2 },
    { pointer: '/stack/2', kind: 'added', after: 'c' },
    { pointer: '/a~1b', kind: 'changed', before: true, after: false },
    { pointer: '/gone', kind: 'removed', before: null },
    { pointer: '/fresh', kind: 'added', after: 0 },
  ])
  expect(jsonChanges([1], { 0: 1 })).toEqual([{ pointer: '', kind: 'changed', before: [1], after: { 0: 1 } }])
})

test('QA-12: nothing is reported for equal values, and every change is true of both', () => {
  const holds = ({ pointer, kind, before: old, after: fresh }: JsonChange, before: unknown, after: unknown) => {
    const [was, is] = [readPointer(before, pointer), readPointer(after, pointer)]
    if (kind === 'added') return was === undefined && isSameJson(is, fresh)
    if (kind === 'removed') return is === undefined && isSameJson(was, old)
    return isSameJson(was, old) && isSameJson(is, fresh) && !isSameJson(was, is)
  }
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      const changes = jsonChanges(before, after)
      expect(changes.length === 0).toBe(isSameJson(before, after))
      expect(changes.filter((change) => !holds(change, before, after))).toEqual([])
    }),
  )
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonChanges(value, structuredClone(value)).length === 0))
})
