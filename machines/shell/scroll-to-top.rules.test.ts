import { expect, test } from 'vitest'
import { isScrollToTopKept, isScrollToTopShown, type ScrollLook } from './scroll-to-top.rules.ts'

const SCREENS = 4
const look = (topPx: number, previousTopPx: number): ScrollLook => ({
  topPx,
  previousTopPx,
  viewportHeightPx: 800,
  pageHeightPx: 10_000,
})

test('LAYOUT-4: it appears after scrolling up beyond four screens, not before and not on the way down', () => {
  expect(isScrollToTopShown(look(3201, 3300), SCREENS)).toBe(true)
  expect(isScrollToTopShown(look(3200, 3300), SCREENS)).toBe(false)
  expect(isScrollToTopShown(look(3300, 3201), SCREENS)).toBe(false)
  expect(isScrollToTopShown(look(3300, 3300), SCREENS)).toBe(false)
})

test('LAYOUT-5: it is hidden at the bottom of the page', () => {
  expect(isScrollToTopShown(look(9200, 9300), SCREENS)).toBe(false)
  expect(isScrollToTopShown(look(9199, 9300), SCREENS)).toBe(true)
  expect(isScrollToTopShown(look(9199.5, 9300), SCREENS)).toBe(false)
})

test('LAYOUT-4, LAYOUT-5: once offered it stays while the page does not move, judged by the current heights', () => {
  const stay = (topPx: number, pageHeightPx: number, viewportHeightPx = 800) =>
    isScrollToTopKept({ topPx, viewportHeightPx, pageHeightPx }, SCREENS)
  expect(stay(5000, 10_000)).toBe(true)
  expect(stay(5000, 5800)).toBe(false)
  expect(stay(5000, 10_000, 1250)).toBe(false)
})
