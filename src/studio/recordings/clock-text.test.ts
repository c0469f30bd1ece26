import { expect, test } from 'vitest'
import { clockText, lastBefore } from './clock-text.ts'

test('times are written as players of films do', () => {
  expect([0, 61_000, 3_599_999, 3_600_000].map(clockText)).toEqual(['0:00', '1:01', '59:59', '1:00:00'])
})

test('the picture of a time is the last that came before it', () => {
  expect([0, 499, 500, 5000].map((at) => lastBefore([0, 500, 900], at))).toEqual([0, 0, 500, 900])
  expect(lastBefore([], 5)).toBe(0)
})
