import { expect, test } from 'vitest'
import { activeAfterKey } from './combobox.selectors.ts'

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['PageDown', 0, 5, 4],
  ['PageUp', 9, 20, 1],
  ['a', 0, 3, null],
  ['ArrowDown', 0, 0, null],
])('A11Y-3: %s at %i of %i leads to %s', (key, active, count, expected) => {
  expect(activeAfterKey(key, active, count)).toBe(expected)
})
