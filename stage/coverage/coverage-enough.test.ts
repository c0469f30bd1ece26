import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enoughScenarios } from './coverage-enough.ts'

const corpus = fc
  .array(fc.uniqueArray(fc.nat(15).map(String), { maxLength: 8 }), { maxLength: 20 })
  .map((lists) => new Map(lists.map((items, index) => [`s${index}`, new Set(items)])))

function union(names: readonly string[], covered: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...new Set(names.flatMap((name) => [...(covered.get(name) ?? [])]))].sort()
}

describe('QA-7: scenarios that are enough', () => {
  test('cover what all cover, and none of them can be left out', () => {
    fc.assert(
      fc.property(corpus, (covered) => {
        const { scenarios, spare } = enoughScenarios(covered)
        const all = union([...covered.keys()], covered)
        expect([...scenarios, ...spare].sort()).toEqual([...covered.keys()].sort())
        expect(union(scenarios, covered)).toEqual(all)
        for (const name of scenarios) {
          expect(
            union(
              scenarios.filter((other) => other !== name),
              covered,
            ),
          ).not.toEqual(all)
        }
      }),
      { numRuns: 500, seed: 3 },
    )
  })

  test('are those that add most', () => {
    const covered = new Map([
      ['a', new Set(['1', '2'])],
      ['b', new Set(['1', '2', '3', '4'])],
      ['c', new Set(['4', '5'])],
      ['d', new Set<string>()],
    ])
    expect(enoughScenarios(covered)).toEqual({ scenarios: ['b', 'c'], spare: ['a', 'd'] })
    expect(enoughScenarios(new Map())).toEqual({ scenarios: [], spare: [] })
  })

  test('what was chosen first is dropped when the others turn out to hold it all', () => {
    const covered = new Map([
      ['middle', new Set(['1', '2', '3', '4'])],
      ['left', new Set(['1', '2', '5'])],
      ['right', new Set(['3', '4', '6'])],
    ])
    expect(enoughScenarios(covered)).toEqual({ scenarios: ['left', 'right'], spare: ['middle'] })
  })
})
