import { expect, test } from 'vitest'
import { scoreOf } from './page-score.ts'

test('a page at the middle of every curve scores a half, one at the tenth nine tenths, and a perfect one all', () => {
  const middle = { firstPaintMs: 3000, largestPaintMs: 4000, blockedMs: 600, shift: 0.25 }
  const tenth = { firstPaintMs: 1800, largestPaintMs: 2500, blockedMs: 200, shift: 0.1 }
  expect(scoreOf(middle)).toBeCloseTo(0.5, 5)
  expect(scoreOf(tenth)).toBeCloseTo(0.9, 5)
  expect(scoreOf({ firstPaintMs: 0, largestPaintMs: 0, blockedMs: 0, shift: 0 })).toBeCloseTo(1, 5)
})
