import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isJsonObject, type JsonObject, type JsonValue, pointerKeys } from '#machines/site/merge-patch.rules.ts'
import { isJsonEqual } from '#schemas/validation.ts'
import { type BrandContents, hashesOf } from '../brand-contents.ts'
import { mergeValues, UNKNOWN_BASE } from './json-merge.rules.ts'
import { type MergeBase, mergeThreeWay } from './three-way-merge.rules.ts'

const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`)
const contentsOf = (files: Readonly<Record<string, unknown>>): BrandContents =>
  new Map(Object.entries(files).map(([path, value]) => [path, bytes(value)]))
const baseOf = (contents: BrandContents): MergeBase => ({ hashes: hashesOf(contents), bytes: contents })
const valuesOf = (contents: BrandContents) =>
  Object.fromEntries(
    [...contents].map(([path, file]) => {
      const text = new TextDecoder().decode(file)
      return [path, path.endsWith('.json') ? JSON.parse(text) : text]
    }),
  )

const KEYS = ['a', 'b', 'c/d', '~', '__proto__', 'constructor']
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ node: JsonValue; object: JsonObject }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<JsonValue>(0, 1, 'x', null, true, ['x'], ['x', 'y'], {}),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom(...KEYS), tie('node')), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries)),
})).node
const object = fc
  .array(fc.tuple(fc.constantFrom(...KEYS), value), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries) as JsonObject)
const PATHS = ['brand.json', 'config/global.json', 'pages/en/rules.md', 'assets/x.svg']
const contents = fc
  .array(
    fc.constantFrom(...PATHS).chain((path) => {
      const file = path.endsWith('.json') ? object.map(bytes) : fc.constantFrom('one', 'two', 'three').map(bytes)
      return file.map((made) => [path, made] as const)
    }),
    { maxLength: 5 },
  )
  .map((entries): BrandContents => new Map(entries))

/** The leaves of a value with their pointers' keys: scalars, lists and empty objects. */
function leaves(of: JsonValue | undefined, keys: readonly string[] = []): readonly (readonly string[])[] {
  if (!isJsonObject(of) || Object.keys(of).length === 0) return [keys]
  return Object.entries(of).flatMap(([key, inner]) => leaves(inner, [...keys, key]))
}
function at(of: JsonValue | undefined, keys: readonly string[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>(
    (inner, key) => (isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    of,
  )
}

describe('values', () => {
  test('a merge with the base gives the other side, whichever it is', () => {
    fc.assert(
      fc.property(value, value, (base, side) => {
        expect(mergeValues(base, side, base)).toEqual({ value: side, conflicts: [] })
        expect(mergeValues(base, base, side)).toEqual({ value: side, conflicts: [] })
        expect(mergeValues(base, side, side)).toEqual({ value: side, conflicts: [] })
      }),
    )
  })

  test('a merge is the same from either side, and so are its conflicts', () => {
    fc.assert(
      fc.property(value, value, value, (base, ours, theirs) => {
        const [one, other] = [mergeValues(base, ours, theirs), mergeValues(base, theirs, ours)]
        expect(one.conflicts.toSorted()).toEqual(other.conflicts.toSorted())
        if (one.conflicts.length === 0) expect(isJsonEqual(one.value, other.value)).toBe(true)
      }),
    )
  })

  test('nothing is lost: what one side changed is in the merge, or a conflict has the place', () => {
    fc.assert(
      fc.property(value, value, value, (base, ours, theirs) => {
        const merged = mergeValues(base, ours, theirs)
        const isContested = (keys: readonly string[]) =>
          merged.conflicts.some((pointer) => pointerKeys(pointer).every((key, index) => keys[index] === key))
        for (const side of [ours, theirs])
          for (const keys of leaves(side)) {
            const own = at(side, keys)
            if (isJsonEqual(own, at(base, keys)) || isContested(keys)) continue
            const isEmptied = isJsonObject(own) && Object.keys(own).length === 0
            if (isEmptied) expect(isJsonObject(at(merged.value, keys))).toBe(true)
            else expect(at(merged.value, keys)).toEqual(own)
          }
        for (const pointer of merged.conflicts) {
          const keys = pointerKeys(pointer)
          for (const [left, right] of [
            [ours, theirs],
            [ours, base],
            [theirs, base],
          ])
            expect(isJsonEqual(at(left, keys), at(right, keys))).toBe(false)
        }
      }),
    )
  })

  test('without a base only what both say merges', () => {
    expect(mergeValues(UNKNOWN_BASE, { a: 1, b: { c: 2 } }, { a: 1, b: { c: 3 }, d: 4 })).toEqual({
      value: { a: 1, b: { c: 3 }, d: 4 },
      conflicts: ['/b/c', '/d'],
    })
  })

  test('a list is one value, and a key that one side took away and the other changed is a conflict', () => {
    expect(mergeValues({ a: [1] }, { a: [1, 2] }, { a: [0, 1] }).conflicts).toEqual(['/a'])
    expect(mergeValues({ a: { b: 1 } }, {}, { a: { b: 2 } }).conflicts).toEqual(['/a'])
    expect(mergeValues({ a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 })).toEqual({ value: { b: 2 }, conflicts: [] })
  })
})

describe('files', () => {
  test('merge(base, a, base) is a, byte by byte', () => {
    fc.assert(
      fc.property(contents, contents, (base, side) => {
        for (const merged of [
          mergeThreeWay(baseOf(base), side, base),
          mergeThreeWay(baseOf(base), base, side),
          mergeThreeWay(baseOf(base), side, side),
        ]) {
          expect(merged.conflicts).toEqual([])
          expect(hashesOf(merged.contents)).toEqual(hashesOf(side))
        }
      }),
    )
  })

  test('a merge without conflicts is the same from either side', () => {
    fc.assert(
      fc.property(contents, contents, contents, (base, ours, theirs) => {
        const one = mergeThreeWay(baseOf(base), ours, theirs)
        const other = mergeThreeWay(baseOf(base), theirs, ours)
        const names = (conflicts: typeof one.conflicts) => conflicts.map((one) => JSON.stringify(one)).sort()
        expect(names(one.conflicts)).toEqual(names(other.conflicts))
        // The number of the revision is taken from the second side, since a publication raises it.
        for (const made of [one, other]) if (made.contents.has('brand.json')) return
        if (one.conflicts.length === 0) expect(valuesOf(one.contents)).toEqual(valuesOf(other.contents))
      }),
    )
  })

  test('each file is of the side that changed it, and one that both changed merges value by value in its own form', () => {
    const base = contentsOf({ 'a.json': { x: 1, y: 1 }, 'b.md': 'old', 'c.md': 'old', 'd.svg': '<svg/>' })
    const ours = contentsOf({ 'a.json': '{"x": 2, "y": 1}', 'b.md': 'ours', 'c.md': 'old', 'e.md': 'new' })
    const theirs = contentsOf({
      'a.json': '{\n    "x": 1,\n    "y": 2\n}\n',
      'b.md': 'old',
      'c.md': 'theirs',
      'd.svg': '<svg/>',
    })
    const { contents: merged, conflicts } = mergeThreeWay(baseOf(base), ours, theirs)
    expect(conflicts).toEqual([])
    expect([...merged].map(([path, file]) => [path, new TextDecoder().decode(file)])).toEqual([
      ['a.json', '{\n    "x": 2,\n    "y": 2\n}\n'],
      ['b.md', 'ours'],
      ['c.md', 'theirs'],
      ['e.md', 'new'],
    ])
  })

  test('conflicts name file and pointer; the number of the revision is none', () => {
    const base = contentsOf({ 'brand.json': { name: 'A', revision: 1 }, 'b.md': 'old', 'c.json': { x: 1 } })
    const ours = contentsOf({ 'brand.json': { name: 'B', revision: 2 }, 'b.md': 'ours', 'c.json': { x: 2 } })
    const theirs = contentsOf({ 'brand.json': { name: 'A', revision: 3 }, 'b.md': 'theirs', 'c.json': { x: 3 } })
    const merged = mergeThreeWay(baseOf(base), ours, theirs)
    expect(merged.conflicts).toEqual([
      { path: 'b.md', pointer: '' },
      { path: 'c.json', pointer: '/x' },
    ])
    expect(valuesOf(merged.contents)['brand.json']).toEqual({ name: 'B', revision: 3 })
  })

  test('a file that cannot be read as JSON is one value', () => {
    const base = contentsOf({ 'a.json': { x: 1 } })
    const broken = contentsOf({ 'a.json': '{"x": 1, "x": 2}' })
    expect(mergeThreeWay(baseOf(base), broken, contentsOf({ 'a.json': { x: 3 } })).conflicts).toEqual([
      { path: 'a.json', pointer: '' },
    ])
  })

  test('without the bytes of the base a file of which both sides say something else is a conflict', () => {
    const base = { hashes: hashesOf(contentsOf({ 'a.json': { x: 1, y: 1 } })), bytes: new Map() }
    const merged = mergeThreeWay(
      base,
      contentsOf({ 'a.json': { x: 2, y: 1 } }),
      contentsOf({ 'a.json': { x: 1, y: 1, z: 1 } }),
    )
    expect(merged.conflicts.map(({ pointer }) => pointer)).toEqual(['/x', '/z'])
  })
})
