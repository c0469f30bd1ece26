import { expect, test } from 'vitest'
import type { TotoPool } from '#schemas'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { checkToto } from './check-toto.ts'

const { pools } = baseSection('toto')
const problemsOf = (changed: Readonly<Record<string, Partial<TotoPool>>>) => {
  const named = Object.entries(changed).map(([id, pool]) => [id, { ...pools.fifteen, ...pools[id], ...pool }])
  const value = { pools: { ...pools, ...Object.fromEntries(named) } }
  return checkToto({
    documents: new Map([[sectionPath('toto'), { value }]]),
    layer: { id: 'pier', files: new Map() },
    parent: null,
  } as never)
}

test('LOT-4: the pools that come with the engine are without fault', () => {
  expect(problemsOf({})).toEqual([])
})

test.each([
  [
    {
      cricket: {
        categories: [
          { hits: 5, sharePpm: 700_000 },
          { hits: 4, sharePpm: 400_000 },
        ],
      },
    },
    'gives out 110 %',
    '/pools/cricket/categories/1/sharePpm',
  ],
  [
    { basket: { voidTables: [{ categories: [{ hits: 9, sharePpm: 1 }] }] } },
    'that no line reaches: 8',
    '/pools/basket/voidTables/0/categories/0/hits',
  ],
  [
    {
      football: {
        categories: [
          { hits: 9, sharePpm: 1 },
          { hits: 9, sharePpm: 1 },
        ],
      },
    },
    'take one out',
    '/pools/football/categories/1/hits',
  ],
  [{ hockey: { totalLimits: [3, 3] } }, 'write totalLimits', '/pools/hockey/totalLimits'],
  [{ score: { cancelAtVoids: 7 } }, 'lower cancelAtVoids to 6', '/pools/score/cancelAtVoids'],
  [{ tennis: {} }, 'is no type of toto', '/pools/tennis'],
])('LOT-4: %j is refused with its place and the way out', (changed, words, pointer) => {
  const [problem] = problemsOf(changed)
  expect(problem?.message).toContain(words)
  expect(problem?.path).toBe(pointer)
})
