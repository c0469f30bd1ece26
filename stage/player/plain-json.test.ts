import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { isSameJson, plainCopier } from './plain-json.ts'

const scalars = [fc.string(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined, () => 1, new Date(0), -0)]
const anything: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    ...scalars,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__x'), tie('node'), { maxKeys: 3 }),
  ),
})).node

test('QA-2: two values are the same JSON exactly when their canonical texts are', () => {
  fc.assert(
    fc.property(anything, anything, (left, right) => {
      expect(isSameJson(left, right)).toBe(canonicalJson(left) === canonicalJson(right))
      expect(isSameJson(left, JSON.parse(canonicalJson(left)))).toBe(true)
    }),
    { numRuns: 2000, seed: 2 },
  )
})

test('a plain copy is what a way through JSON text gives', () => {
  fc.assert(
    fc.property(anything, (value) => {
      // The texts are compared, for the keys are sorted too.
      expect(JSON.stringify(plainCopier()(value) ?? null)).toBe(canonicalJson(value))
    }),
    { numRuns: 1000, seed: 3 },
  )
})

test('a copier replaces objects wherever they stand, and copies equal parts once', () => {
  const actor = { id: 'x:7' }
  const shared = { list: [1] }
  const copy = plainCopier((object) => (object === actor ? 'root/load#1' : object))
  const [one, two] = [copy({ actor, shared }), copy({ all: [actor], shared })] as { shared: unknown }[]
  expect([one, two]).toEqual([
    { actor: 'root/load#1', shared: { list: [1] } },
    { all: ['root/load#1'], shared: { list: [1] } },
  ])
  expect(one?.shared).toBe(two?.shared)
  expect(one?.shared).not.toBe(shared)
})
