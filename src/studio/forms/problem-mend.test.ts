import { expect, test } from 'vitest'
import type { BrandProblem } from '#schemas'
import { fileOf, mendOf, problemsAt } from './problem-mend.ts'

const problem = (part: Partial<BrandProblem>): BrandProblem => ({
  level: 'problem',
  brand: 'northstar',
  file: 'northstar/config/customize.json',
  line: 1,
  column: 1,
  path: '/buttonStyl',
  found: 'unknown key "buttonStyl"',
  expected: 'a key of this section',
  suggestion: 'buttonStyle',
  message: 'Did you mean "buttonStyle"?',
  ...part,
})

test('a key that is misspelt is renamed and keeps its value', () => {
  expect(mendOf(problem({}), 'config/customize.json', { buttonStyl: 'soft' })).toEqual([
    { path: 'config/customize.json', pointer: '/buttonStyle', value: 'soft' },
    { path: 'config/customize.json', pointer: '/buttonStyl' },
  ])
})

test('a value that is misspelt is replaced', () => {
  const wrong = problem({ path: '/buttonStyle', found: '"sofd"', suggestion: 'soft' })
  expect(mendOf(wrong, 'config/customize.json', { buttonStyle: 'sofd' })).toEqual([
    { path: 'config/customize.json', pointer: '/buttonStyle', value: 'soft' },
  ])
})

test('nothing is proposed without a suggestion, or for what the own file does not write', () => {
  expect(mendOf(problem({ suggestion: null }), 'x', { buttonStyl: 'soft' })).toBeNull()
  expect(mendOf(problem({}), 'x', undefined)).toBeNull()
  expect(mendOf(problem({ path: '/other', found: 'something else' }), 'x', { other: 1 })).toBeNull()
})

test('problems are at their file and pointer', () => {
  const all = [
    problem({ path: '/a/b' }),
    problem({ path: '/ab' }),
    problem({ file: 'northstar/brand.json', path: '/a' }),
  ]
  expect(fileOf(problem({}))).toBe('config/customize.json')
  expect(problemsAt(all, 'config/customize.json', '/a', true)).toHaveLength(1)
  expect(problemsAt(all, 'config/customize.json', '/a', false)).toHaveLength(0)
})
