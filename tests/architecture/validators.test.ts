import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#tools/house/import-graph.ts'

/** All that servers, pages and commands read to judge a shape; what they take longer to load, every start takes longer. */
const MOST_BYTES = 3_000_000

function bytesOf(pattern: string): number {
  return globSync(pattern, { cwd: ROOT }).reduce((sum, file) => sum + statSync(join(ROOT, file)).size, 0)
}

test('the validators of all schemas stay below three megabytes together', () => {
  const bytes = bytesOf('schemas/generated/validators/*.js')
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(bytes).toBeLessThan(MOST_BYTES)
})
