import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DIVIDED, isLongOnly, LONG_ONLY, leftOutFiles } from './suites.ts'

const ROOT = `${import.meta.dirname}/..`

/** The patterns that a pattern with one pair of braces stands for. */
function expanded(pattern: string): string[] {
  const [, before = '', choices, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return choices === undefined ? [pattern] : choices.split(',').map((choice) => before + choice + after)
}

const filesOf = (pattern: string) => globSync(pattern, { cwd: ROOT })

test('every file that the long suite keeps for itself exists where the list says', () => {
  const patterns = [...LONG_ONLY.flatMap(expanded), ...DIVIDED]
  expect(patterns.filter((pattern) => filesOf(pattern).length === 0)).toEqual([])
  expect(expanded('tests/browser/{account,stage}/x.test.ts').flatMap(filesOf)).toEqual([])
})

test('the quick suite leaves out what the long one keeps, and a run of named files nothing', () => {
  expect(isLongOnly('tests/browser/stage/replay.test.ts')).toBe(true)
  expect(isLongOnly('tests/browser/board.test.ts')).toBe(false)
  expect(leftOutFiles('quick', ROOT).flatMap(filesOf)).toContain('tests/browser/stage/replay.test.ts')
  expect(leftOutFiles(undefined, ROOT)).toEqual([])
})
