import { expect, test } from 'vitest'
import { judgeSelfTest } from './self-test.rules.ts'

test.each([
  [[0, 0, 0, 0, 0, 0, 0, 0, 0], 0, 'none'],
  [[1, 0, 0, 0, 0, 0, 0, 0, 0], 1, 'low'],
  [[1, 1, 0, 0, 0, 0, 0, 0, 0], 2, 'low'],
  [[3, 0, 0, 0, 0, 0, 0, 0, 0], 3, 'moderate'],
  [[3, 3, 1, 0, 0, 0, 0, 0, 0], 7, 'moderate'],
  [[3, 3, 2, 0, 0, 0, 0, 0, 0], 8, 'high'],
  [[3, 3, 3, 3, 3, 3, 3, 3, 3], 27, 'high'],
] as const)('RG-18: the answers %j score %i, which is %s', (answers, score, level) => {
  expect(judgeSelfTest(answers)).toMatchObject({ score, level })
})

test('RG-18: who is at high risk is offered help first', () => {
  expect(judgeSelfTest([3, 3, 3, 0, 0, 0, 0, 0, 0]).offers[0]).toBe('help')
})
