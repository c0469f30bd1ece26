import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextPace, nextSpan, type Span } from './grid-window.ts'

test('the first look draws all that is wanted; after that so many new items at once, below before above', () => {
  expect(nextSpan(null, { from: 0, to: 9 }, { seen: 0, most: 2 })).toEqual({ from: 0, to: 9 })
  expect(nextSpan({ from: 0, to: 9 }, { from: 4, to: 14 }, { seen: 6, most: 2 })).toEqual({ from: 4, to: 11 })
  expect(nextSpan({ from: 10, to: 20 }, { from: 4, to: 14 }, { seen: 6, most: 3 })).toEqual({ from: 7, to: 14 })
})

test('after a jump the items in sight come first', () => {
  expect(nextSpan({ from: 0, to: 9 }, { from: 100, to: 110 }, { seen: 103, most: 3 })).toEqual({ from: 103, to: 106 })
})

test('step by step all that is wanted is drawn, nothing else, and never more than so many new items at once', () => {
  const spans = fc
    .tuple(fc.nat(500), fc.integer({ min: 1, max: 30 }))
    .map(([from, count]): Span => ({ from, to: from + count }))
  fc.assert(
    fc.property(spans, spans, fc.nat(530), fc.integer({ min: 1, max: 5 }), (first, wanted, seen, most) => {
      let drawn = first
      for (let step = 0; step < 60; step++) {
        const next = nextSpan(drawn, wanted, { seen, most })
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

test('full frames in time let more items be added, up to the limit; late ones fewer, down to one', () => {
  const after = (first: number, frames: readonly number[]) =>
    frames.reduce((most, frameMs) => nextPace(most, { added: most, frameMs }, 6), first)
  expect(after(1, [16.7, 16.7, 8.3])).toBe(4)
  expect(after(5, [16.7, 16.7, 16.7])).toBe(6)
  expect(after(5, [33.3])).toBe(2)
  expect(after(2, [33.3, 50, 33.3])).toBe(1)
})

test('a frame that had little to add says nothing of a full one, and a pause says nothing at all', () => {
  expect(nextPace(4, { added: 1, frameMs: 16.7 }, 6)).toBe(4)
  expect(nextPace(4, { added: 1, frameMs: 40 }, 6)).toBe(2)
  expect(nextPace(4, { added: 0, frameMs: 40 }, 6)).toBe(4)
  expect(nextPace(4, { added: 4, frameMs: 2000 }, 6)).toBe(4)
})
