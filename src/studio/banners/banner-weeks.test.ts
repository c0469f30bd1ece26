import { describe, expect, test } from 'vitest'
import { bannersOf, isForAudience, partOfWeek, shownAtOnce, WEEK_MS, weekOf } from './banner-weeks.ts'

const WEEK = Date.UTC(2026, 10, 23)
const between = (fromDay: number, toDay: number) => ({
  fromMs: WEEK + (fromDay * WEEK_MS) / 7,
  toMs: WEEK + (toDay * WEEK_MS) / 7,
})

describe('the calendar of banners', () => {
  test('begins its weeks on Monday', () => {
    expect(weekOf(Date.UTC(2026, 10, 28, 9))).toBe(WEEK)
    expect(weekOf(WEEK)).toBe(WEEK)
    expect(weekOf(WEEK - 1)).toBe(WEEK - WEEK_MS)
  })

  test('reads banners in their order, with or without a schedule', () => {
    const banners = bannersOf({
      widgets: {
        home: {
          banners: {
            late: { order: 20, titleKey: 'b', endsAt: '2026-12-01T00:00:00Z', countries: ['pt'] },
            first: { order: 10, titleKey: 'a', visibleFor: 'guests' },
          },
        },
      },
    })
    expect(banners.map(({ id }) => id)).toEqual(['first', 'late'])
    expect(banners[0]).toMatchObject({ widget: 'home', visibleFor: 'guests', countries: [] })
    expect(banners[1]).toMatchObject({ fromMs: Number.NEGATIVE_INFINITY, toMs: Date.UTC(2026, 11, 1) })
    expect(bannersOf({})).toEqual([])
  })

  test('shows the part of a week in which a banner is shown', () => {
    expect(partOfWeek(between(3.5, 20), WEEK)).toEqual({ from: 0.5, to: 1 })
    expect(partOfWeek(between(-20, 3.5), WEEK)).toEqual({ from: 0, to: 0.5 })
    expect(partOfWeek(between(7, 9), WEEK)).toBeNull()
    expect(partOfWeek(between(3, 2), WEEK)).toBeNull()
  })

  test('counts what is shown at the same time, and sees the gap', () => {
    expect(shownAtOnce([between(0, 3), between(2, 5)], WEEK)).toEqual({ least: 0, most: 2 })
    expect(shownAtOnce([between(-9, 9), between(0, 3.5), between(3.5, 7)], WEEK)).toEqual({ least: 2, most: 2 })
    expect(shownAtOnce([], WEEK)).toEqual({ least: 0, most: 0 })
  })

  test('counts for an audience what that audience sees', () => {
    const forGuests = { visibleFor: 'guests', countries: ['pt'] } as const
    expect(isForAudience(forGuests, { visitor: null, country: null })).toBe(true)
    expect(isForAudience(forGuests, { visitor: 'players', country: null })).toBe(false)
    expect(isForAudience(forGuests, { visitor: 'guests', country: 'de' })).toBe(false)
    expect(isForAudience({ visibleFor: 'all', countries: [] }, { visitor: 'players', country: 'de' })).toBe(true)
  })
})
