import { describe, expect, test } from 'vitest'
import { slideAfter, slideAt } from './carousel.selectors.ts'

describe('slides of a carousel', () => {
  test('the slide in sight follows the scroll, in either direction of reading', () => {
    expect(slideAt(0, 800, 3)).toBe(0)
    expect(slideAt(790, 800, 3)).toBe(1)
    expect(slideAt(-1600, 800, 3)).toBe(2)
  })

  test('a track that overscrolls or has no width yet stays within its slides', () => {
    expect(slideAt(9999, 800, 3)).toBe(2)
    expect(slideAt(500, 0, 3)).toBe(0)
  })

  test('after the last comes the first, before the first the last', () => {
    expect(slideAfter(2, 1, 3)).toBe(0)
    expect(slideAfter(0, -1, 3)).toBe(2)
    expect(slideAfter(0, 1, 0)).toBe(0)
  })
})
