import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isJsonObject,
  type JsonValue,
  mergeLayers,
  mergePatch,
  pointerKeys,
  pointerStep,
  valueAt,
} from './merge-patch.rules.ts'

/** The test cases of RFC 7396, appendix A: original, patch, result. */
const VECTORS: readonly (readonly [JsonValue, JsonValue, JsonValue])[] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
]

const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(fc.boolean(), fc.integer(), fc.string({ maxLength: 3 }), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c/d', '~e', '__proto__'), tie('value'), { maxKeys: 4 }),
  ),
})).value as fc.Arbitrary<JsonValue>

function leavesOf(value: JsonValue, pointer = ''): string[] {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [pointer]
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, `${pointer}/${pointerStep(key)}`))
}

describe('mergePatch', () => {
  test.each(VECTORS)('OPS-7: %j patched by %j is %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result)
  })

  test('changes neither input and shares what the patch leaves alone', () => {
    const target = { kept: { deep: [1] }, changed: { x: 1 } }
    const before = JSON.stringify(target)
    const merged = mergePatch(target, { changed: { y: 2 } }) as Record<string, JsonValue>
    expect(JSON.stringify(target)).toBe(before)
    expect(merged.kept).toBe(target.kept)
  })

  test('a key named __proto__ stays data', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__": {"polluted": true}}')) as object
    expect(Object.hasOwn(merged, '__proto__')).toBe(true)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('applying a patch twice changes nothing more', () => {
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const once = mergePatch(target, patch)
        expect(mergePatch(once, patch)).toEqual(once)
      }),
    )
  })
})

describe('mergeLayers', () => {
  test('OPS-7: every leaf knows the last layer that wrote it, arrays as a whole', () => {
    const { value, provenance, deleted } = mergeLayers([
      { source: 'base', value: { a: { x: 1, y: 2 }, list: [1, 2], gone: { deep: 1 } } },
      { source: 'parent', value: { a: { y: 3 }, list: [9] } },
      { source: 'child', value: { gone: null, b: {} } },
    ])
    expect(value).toEqual({ a: { x: 1, y: 3 }, list: [9], b: {} })
    expect(Object.fromEntries(provenance)).toEqual({
      '/a/x': 'base',
      '/a/y': 'parent',
      '/list': 'parent',
      '/b': 'child',
    })
    expect(Object.fromEntries(deleted)).toEqual({ '/gone': 'child' })
  })

  test('a deleted key that is written again has a source and is not deleted', () => {
    const { provenance, deleted } = mergeLayers([
      { source: 1, value: { a: 1 } },
      { source: 2, value: { a: null } },
      { source: 3, value: { a: 2 } },
    ])
    expect([...provenance]).toEqual([['/a', 3]])
    expect(deleted.size).toBe(0)
  })

  test('the merged value is that of mergePatch, and exactly its leaves have a source that wrote them', () => {
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 4 }), (values) => {
        const layers = values.map((value, source) => ({ source, value }))
        const merged = mergeLayers(layers)
        let expected: JsonValue | undefined
        for (const value of values) expected = mergePatch(expected, value)
        if (expected === null) {
          expect(merged.value).toBeUndefined()
          expect(merged.provenance.size).toBe(0)
          return
        }
        expect(merged.value).toEqual(expected)
        expect([...merged.provenance.keys()].sort()).toEqual(leavesOf(expected as JsonValue).sort())
        for (const [pointer, source] of merged.provenance) {
          const leaf = valueAt(expected, pointer)
          if (!isJsonObject(leaf)) expect(valueAt(values[source], pointer)).toEqual(leaf)
        }
      }),
    )
  })
})

test('a pointer survives keys with slashes and tildes', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (keys) => {
      expect(pointerKeys(keys.map((key) => `/${pointerStep(key)}`).join(''))).toEqual(keys)
    }),
  )
})
