import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextRows, type Rows } from './grid-window.ts'

test('the first look draws all that is wanted; after that so many new rows at once, below before above', () => {
  expect(nextRows(null, { from: 0, to: 9 }, { seen: 0, most: 2 })).toEqual({ from: 0, to: 9 })
  expect(nextRows({ from: 0, to: 9 }, { from: 4, to: 14 }, { seen: 6, most: 2 })).toEqual({ from: 4, to: 11 })
  expect(nextRows({ from: 10, to: 20 }, { from: 4, to: 14 }, { seen: 6, most: 3 })).toEqual({ from: 7, to: 14 })
})

test('after a jump the rows in sight come first', () => {
  expect(nextRows({ from: 0, to: 9 }, { from: 100, to: 110 }, { seen: 103, most: 3 })).toEqual({ from: 103, to: 106 })
})

test('step by step all that is wanted is drawn, nothing else, and never more than so many new rows at once', () => {
  const rows = fc
    .tuple(fc.nat(500), fc.integer({ min: 1, max: 30 }))
    .map(([from, count]): Rows => ({ from, to: from + count }))
  fc.assert(
    fc.property(rows, rows, fc.nat(530), fc.integer({ min: 1, max: 5 }), (first, wanted, seen, most) => {
      let drawn = first
      for (let step = 0; step < 60; step++) {
        const next = nextRows(drawn, wanted, { seen, most })
        expect(next.from).toBeGreaterThanOrEqual(wanted.from)
        expect(next.to).toBeLessThanOrEqual(wanted.to)
        const kept = Math.max(0, Math.min(drawn.to, next.to) - Math.max(drawn.from, next.from))
        expect(next.to - next.from - kept).toBeLessThanOrEqual(most)
        drawn = next
      }
      expect(drawn).toEqual(wanted)
    }),
  )
})
