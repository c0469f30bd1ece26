import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countFittingItems } from './nav-fit.selectors.ts'

const nine = Array.from({ length: 9 }, () => 80)

describe('items of the header navigation', () => {
  test('LAYOUT-1: at most nine items fit side by side, however wide the place', () => {
    expect(countFittingItems({ availablePx: 5000, itemWidthsPx: nine, gapPx: 4, total: 15 })).toBe(9)
  })

  test('LAYOUT-1: an indent of 100 px stays free as soon as something goes under "more"', () => {
    const itemWidthsPx = [100, 100, 100]
    expect(countFittingItems({ availablePx: 300, itemWidthsPx, gapPx: 0, total: 3 })).toBe(3)
    expect(countFittingItems({ availablePx: 299, itemWidthsPx, gapPx: 0, total: 3 })).toBe(1)
    expect(countFittingItems({ availablePx: 300, itemWidthsPx, gapPx: 0, total: 4, maxVisible: 3 })).toBe(2)
    expect(countFittingItems({ availablePx: 400, itemWidthsPx, gapPx: 0, total: 4, maxVisible: 3 })).toBe(3)
  })

  test('gaps between items count', () => {
    expect(countFittingItems({ availablePx: 308, itemWidthsPx: [100, 100, 100], gapPx: 4, total: 3 })).toBe(3)
    expect(countFittingItems({ availablePx: 307, itemWidthsPx: [100, 100, 100], gapPx: 4, total: 3 })).toBe(2)
  })

  test('LAYOUT-1: what is shown never reaches into the indent', () => {
    const widths = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 9 })
    fc.assert(
      fc.property(widths, fc.integer({ min: 0, max: 2000 }), fc.nat(10), (itemWidthsPx, availablePx, extra) => {
        const total = itemWidthsPx.length + extra
        const count = countFittingItems({ availablePx, itemWidthsPx, gapPx: 4, total })
        const usedPx = itemWidthsPx.slice(0, count).reduce((sum, width) => sum + width + 4, -4)
        expect(count).toBeLessThanOrEqual(Math.min(9, total))
        if (count > 0) expect(usedPx).toBeLessThanOrEqual(count === total ? availablePx : availablePx - 100)
      }),
    )
  })
})
