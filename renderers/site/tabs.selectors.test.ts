import { expect, test } from 'vitest'
import { nextTabIndex } from './tabs.selectors.ts'

test('A11Y-3: the arrow towards the end of the line goes to the next tab, in either direction of reading', () => {
  expect(nextTabIndex('ArrowRight', 0, 3, 'ltr')).toBe(1)
  expect(nextTabIndex('ArrowLeft', 0, 3, 'rtl')).toBe(1)
  expect(nextTabIndex('ArrowLeft', 0, 3, 'ltr')).toBe(2)
  expect(nextTabIndex('ArrowRight', 0, 3, 'rtl')).toBe(2)
})

test('A11Y-3: Home and End go to the ends, other keys nowhere', () => {
  expect(nextTabIndex('Home', 1, 3, 'ltr')).toBe(0)
  expect(nextTabIndex('End', 1, 3, 'ltr')).toBe(2)
  expect(nextTabIndex('a', 1, 3, 'ltr')).toBeUndefined()
})
