import { expect, test } from 'vitest'
import { chipAfterKey, chipAfterRemoval } from './chips.selectors.ts'

test.each([
  ['ArrowRight', 0, false, 1],
  ['ArrowRight', 2, false, null],
  ['ArrowLeft', 1, false, 0],
  ['ArrowLeft', 0, false, 0],
  ['ArrowLeft', 0, true, 1],
  ['ArrowLeft', 2, true, null],
  ['ArrowRight', 1, true, 0],
  ['Home', 2, false, 0],
  ['End', 0, true, 2],
  ['x', 1, false, undefined],
])('A11Y-3: %s at %i of 3, right to left %s, leads to %s', (key, index, isRtl, expected) => {
  expect(chipAfterKey(key, { index, count: 3, isRtl })).toBe(expected)
})

test('the focus stays with the neighbour of what is removed', () => {
  expect([chipAfterRemoval(2, 3), chipAfterRemoval(0, 3), chipAfterRemoval(0, 1)]).toEqual([1, 0, null])
})
