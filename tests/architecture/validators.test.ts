import { globSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#tools/house/import-graph.ts'

/** All that servers, pages and commands read to judge a shape; what they take longer to load, every start takes longer. */
const MOST_BYTES = 3_200_000
/** Module → its size in bytes. */
type Sizes = Readonly<Record<string, number>>

function sizesOfValidators(): Sizes {
  const files = globSync('schemas/generated/validators/*.js', { cwd: ROOT })
  return Object.fromEntries(files.map((file) => [basename(file), statSync(join(ROOT, file)).size]))
}

/** Names the largest modules where all together are too large. */
function faultsOf(sizes: Sizes): string[] {
  const bytes = Object.values(sizes).reduce((sum, size) => sum + size, 0)
  if (bytes <= MOST_BYTES) return []
  const largest = Object.entries(sizes).toSorted(([, one], [, other]) => other - one)
  return largest.slice(0, 3).map(([name, size]) => `${name} has ${size} of ${bytes} bytes`)
}

test('the validators of all schemas stay below 3.2 megabytes together', () => {
  const sizes = sizesOfValidators()
  expect(Object.keys(sizes).length).toBeGreaterThan(10)
  expect(Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeGreaterThan(1_000_000)
  expect(faultsOf(sizes)).toEqual([])
})

test('a planted module that would repeat what the schemas share is found, and named', () => {
  const sizes = sizesOfValidators()
  expect(faultsOf({ ...sizes, 'planted.js': MOST_BYTES })[0]).toMatch(/^planted\.js has 3200000 of \d+ bytes$/)
  expect(faultsOf({ 'a.js': MOST_BYTES })).toEqual([])
  expect(faultsOf({ 'a.js': MOST_BYTES, 'b.js': 1 })).toHaveLength(2)
})
