import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsOf, linePath, placeIn, stepPieces, ticksOf } from './chart.rules.ts'

test('WID-12: a price stands until it changes, and the line has a gap where nobody knew it', () => {
  const points = [
    { x: 0, y: 2 },
    { x: 10, y: 3 },
    { x: 30, y: 4 },
  ]
  expect(stepPieces(points, [{ from: 15, to: 25 }], 40)).toEqual([
    [
      { x: 0, y: 2 },
      { x: 10, y: 2 },
      { x: 10, y: 3 },
      { x: 15, y: 3 },
    ],
    [
      { x: 30, y: 4 },
      { x: 40, y: 4 },
    ],
  ])
  expect(stepPieces(points, [], 40)).toHaveLength(1)
  expect(stepPieces([], [{ from: 1, to: 2 }], 40)).toEqual([])
})

test('no piece of a line lies within a gap', () => {
  const moments = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 200 }), (xs, from, length) => {
      const points = xs.toSorted((one, other) => one - other).map((x) => ({ x, y: x % 7 }))
      const gap = { from, to: from + length }
      for (const piece of stepPieces(points, [gap], 1200)) {
        for (let at = 1; at < piece.length; at += 1) {
          const [one, other] = [piece[at - 1]?.x ?? 0, piece[at]?.x ?? 0]
          expect(other).toBeGreaterThanOrEqual(one)
          if (other > one && one >= gap.from) expect(one).toBeGreaterThanOrEqual(Math.min(gap.to, one))
          expect(one < gap.from && other > gap.to && other > one).toBe(false)
        }
      }
    }),
  )
})

test('all points lie within the drawing, and one value alone is in its middle', () => {
  const size = { width: 300, height: 100 }
  const point = fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -9, max: 9 }) })
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (points) => {
      const bounds = boundsOf([points])
      for (const one of points) {
        const { x, y } = placeIn(one, bounds ?? { left: 0, right: 1, low: 0, high: 1 }, size)
        expect(x >= -1e-9 && x <= size.width + 1e-9 && y >= 0 && y <= size.height).toBe(true)
      }
    }),
  )
  const bounds = boundsOf([[{ x: 5, y: 2 }]])
  expect(bounds && placeIn({ x: 5, y: 2 }, bounds, size).y).toBe(50)
  expect(boundsOf([])).toBeNull()
})

test('an axis has a few round values, all of them on it', () => {
  expect(ticksOf(1.4, 3.2)).toEqual([1.5, 2, 2.5, 3])
  expect(ticksOf(1480, 1620)).toEqual([1500, 1550, 1600])
  fc.assert(
    fc.property(
      fc.double({ min: -1000, max: 1000, noNaN: true }),
      fc.double({ min: 0.1, max: 500, noNaN: true }),
      (low, span) => {
        const ticks = ticksOf(low, low + span)
        expect(ticks.length).toBeGreaterThanOrEqual(1)
        expect(ticks.length).toBeLessThanOrEqual(6)
        for (const tick of ticks) expect(tick >= low - span / 1e6 && tick <= low + span + span / 1e6).toBe(true)
      },
    ),
  )
})

test('a path goes through its points', () => {
  expect(
    linePath([
      { x: 0, y: 10 },
      { x: 4.26, y: 8 },
    ]),
  ).toBe('M0 10L4.3 8')
})
