import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarMove, clampDay, monthWeeks, movedDay } from './calendar.rules.ts'
import { comparableDate } from './date.rules.ts'

const OPEN = { min: '1900-01-01', max: '2100-12-31' }
const day = fc
  .date({ min: new Date('1901-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const weekday = fc.integer({ min: 1, max: 7 })
const key = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End')

describe('the weeks of a month', () => {
  test('begin with the weekday of the country', () => {
    expect(monthWeeks('2026-02-10', 1)[0]).toEqual([null, null, null, null, null, null, '2026-02-01'])
    expect(monthWeeks('2026-02-10', 7)).toHaveLength(4)
    expect(monthWeeks('2026-02-10', 6)[0]?.indexOf('2026-02-01')).toBe(1)
  })

  test('hold each day of the month once, in its column', () => {
    fc.assert(
      fc.property(day, weekday, (one, first) => {
        const weeks = monthWeeks(one, first)
        const days = weeks.flat().filter((found) => found !== null)
        expect(days).toEqual([...new Set(days)].sort())
        expect(days).toContain(one)
        expect(days[0]).toBe(`${one.slice(0, 7)}-01`)
        expect(comparableDate(`${one.slice(0, 8)}${days.length + 1}`)).toBeNull()
        const column = weeks.find((week) => week.includes(one))?.indexOf(one) ?? -1
        expect(((new Date(one).getUTCDay() + 6) % 7) + 1).toBe(((column + first - 1) % 7) + 1)
      }),
    )
  })
})

describe('the keys of a calendar', () => {
  const moved = (from: string, name: string, isShift = false, direction: 'ltr' | 'rtl' = 'ltr') => {
    const move = calendarMove(name, { isShift, direction })
    return move && movedDay(from, move, OPEN, 1)
  }

  test('A11Y-3: lead to the next day, week, month, year and to the ends of the week', () => {
    expect(moved('2026-02-28', 'ArrowRight')).toBe('2026-03-01')
    expect(moved('2026-02-28', 'ArrowRight', false, 'rtl')).toBe('2026-02-27')
    expect(moved('2026-02-28', 'ArrowUp')).toBe('2026-02-21')
    expect(moved('2026-01-31', 'PageDown')).toBe('2026-02-28')
    expect(moved('2024-02-29', 'PageUp', true)).toBe('2023-02-28')
    expect(moved('2026-11-25', 'Home')).toBe('2026-11-23')
    expect(moved('2026-11-25', 'End')).toBe('2026-11-29')
    expect(moved('2026-11-25', 'a')).toBeNull()
  })

  test('DATE-1, DATE-2: never lead beyond the bounds, nor to what is no date', () => {
    fc.assert(
      fc.property(day, day, day, key, fc.boolean(), weekday, (from, one, other, name, isShift, first) => {
        const bounds = one < other ? { min: one, max: other } : { min: other, max: one }
        const move = calendarMove(name, { isShift, direction: 'ltr' })
        const to = move && movedDay(clampDay(from, bounds), move, bounds, first)
        expect(to !== null && comparableDate(to) !== null && to >= bounds.min && to <= bounds.max).toBe(true)
      }),
    )
  })

  test('forth and back is where one was', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('ArrowLeft', 'ArrowUp'), (from, name) => {
        const back = name === 'ArrowLeft' ? 'ArrowRight' : 'ArrowDown'
        expect(moved(moved(from, name) ?? '', back)).toBe(from)
      }),
    )
  })
})
