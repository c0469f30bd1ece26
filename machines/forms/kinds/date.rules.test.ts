import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageInYears, checkBirthday, checkDate, comparableDate, isDateTime, minimumAgeIn } from './date.rules.ts'

const context = { today: '2026-11-21', minimumAge: 18, minAgesInCountries: { ee: 21, at: 0 } }

describe('checkDate', () => {
  const bounds = { min: '2026-01-10', max: '2026-02-20' }

  test('DATE-1: a date before the minimum', () => {
    expect(checkDate('2026-01-09', bounds)).toEqual({ code: 'date.before_min', params: { value: '2026-01-10' } })
  })

  test('DATE-2: a date after the maximum', () => {
    expect(checkDate('2026-02-21', bounds)).toEqual({ code: 'date.after_max', params: { value: '2026-02-20' } })
  })

  test.each(['2026-01-10', '2026-02-20', '2026-02-20 23:59:59'])('DATE-4: %s is within', (date) => {
    expect(checkDate(date, bounds)).toBeNull()
  })

  test('a bound with a time of day is exact to the second', () => {
    expect(checkDate('2026-02-20 12:00:01', { max: '2026-02-20 12:00:00' })?.code).toBe('date.after_max')
  })

  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '21.11.2026', '', '2026-1-1', '2026-01-01 24:00'])(
    '%s is no date',
    (text) => {
      expect(checkDate(text, {})?.code).toBe('date.invalid')
    },
  )

  test('every day of the calendar is a date, and its text compares in order of time', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, days, (left, right) => {
        const [first, second] = [left, right].map((day) => comparableDate(day.toISOString().slice(0, 10)))
        const inOrder = left.toISOString().slice(0, 10) < right.toISOString().slice(0, 10)
        expect(String(first) < String(second)).toBe(inOrder)
      }),
    )
  })
})

test.each([
  ['2026-11-21 13:30:00', true],
  ['2026-11-21T13:30', true],
  ['2026-11-21', false],
  ['2026-11-21 25:00:00', false],
])('%s is a date and time: %s', (text, expected) => {
  expect(isDateTime(text)).toBe(expected)
})

describe('birthdays', () => {
  test.each([
    ['2008-11-21', 18],
    ['2008-11-22', 17],
    ['2008-12-01', 17],
    ['2008-02-29', 18],
  ])('a person born on %s is %i', (birthday, age) => {
    expect(ageInYears(birthday, '2026-11-21')).toBe(age)
  })

  test('a birthday on 29 February is kept on 1 March of a common year', () => {
    expect([ageInYears('2008-02-29', '2026-02-28'), ageInYears('2008-02-29', '2026-03-01')]).toEqual([17, 18])
  })

  test.each([
    ['ee', 21],
    ['EE', 21],
    ['at', 0],
    ['de', 18],
    ['constructor', 18],
    [undefined, 18],
  ])('DATE-5: the minimum age in %s is %i', (country, age) => {
    expect(minimumAgeIn(country, context)).toBe(age)
  })

  test('DATE-5: a player one day too young is refused, on the birthday accepted', () => {
    expect(checkBirthday('2008-11-22', context.today, 18)).toEqual({ code: 'age.below_minimum', params: { value: 18 } })
    expect(checkBirthday('2008-11-21', context.today, 18)).toBeNull()
  })

  test('DATE-5: a birthday in the future is refused even where the minimum age is 0', () => {
    expect(checkBirthday('2026-11-22', context.today, 0)?.code).toBe('age.below_minimum')
  })
})
