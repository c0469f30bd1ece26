import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerOf,
  cleanDigits,
  firstWeekday,
  isPartFull,
  monthNames,
  partOrder,
  partSeparator,
  partsOf,
  pastedParts,
  weekdayNames,
} from './date-parts.selectors.ts'

test('parts and answer are two forms of the same thing', () => {
  expect(answerOf(partsOf('2001-02-03'))).toBe('2001-02-03')
  expect(answerOf({ day: '3', month: '2', year: '2001' })).toBe('2001-02-03')
  expect(answerOf({ day: '', month: '2', year: '' })).toBe('-02-')
  expect(answerOf({ day: '', month: '', year: '' })).toBe('')
})

test('months and their order follow the language', () => {
  expect(monthNames('en')[0]).toBe('January')
  expect(monthNames('ru')).toHaveLength(12)
  expect(partOrder('en-GB')).toEqual(['day', 'month', 'year'])
  expect(partOrder('en-US')).toEqual(['month', 'day', 'year'])
  expect(partOrder('hu')).toEqual(['year', 'month', 'day'])
})

test.each([
  ['en-GB', 'day month year', '/', 1, 'Monday'],
  ['de-DE', 'day month year', '.', 1, 'Montag'],
  ['es-ES', 'day month year', '/', 1, 'lunes'],
  ['fr-FR', 'day month year', '/', 1, 'lundi'],
  ['pt-BR', 'day month year', '/', 7, 'domingo'],
  ['ru-RU', 'day month year', '.', 1, 'понедельник'],
  ['tr-TR', 'day month year', '.', 1, 'Pazartesi'],
  ['ar-EG-u-nu-latn', 'day month year', '/', 6, 'السبت'],
  ['en-US', 'month day year', '/', 7, 'Sunday'],
])('%s writes %s with %s between, and its week begins on day %i', (language, order, separator, first, name) => {
  expect(partOrder(language).join(' ')).toBe(order)
  expect(partSeparator(language)).toBe(separator)
  expect(firstWeekday(language)).toBe(first)
  expect(weekdayNames(language, first)[0]?.long).toBe(name)
  expect(monthNames(language)).toHaveLength(12)
})

test('a part is full when no further digit makes sense in it', () => {
  expect(['3', '4', '31'].map((text) => isPartFull('day', text))).toEqual([false, true, true])
  expect(['0', '1', '2'].map((text) => isPartFull('month', text))).toEqual([false, false, true])
  expect(['203', '2031'].map((text) => isPartFull('year', text))).toEqual([false, true])
})

test('digits of other scripts are taken as they are meant', () => {
  expect([cleanDigits('٠٥', 2), cleanDigits('۲۰۳۱', 4), cleanDigits('0x7', 2), cleanDigits('00', 2)]).toEqual([
    '05',
    '2031',
    '07',
    '00',
  ])
})

test('a date that is put in at once is read in the order of the language, or with the year first', () => {
  const order = ['day', 'month', 'year'] as const
  expect(pastedParts('1.8.2031', order)).toEqual({ day: '1', month: '8', year: '2031' })
  expect(pastedParts('٠١/٠٨/٢٠٣١', order)).toEqual({ day: '01', month: '08', year: '2031' })
  expect(pastedParts('8/1/2031', ['month', 'day', 'year'])).toEqual({ day: '1', month: '8', year: '2031' })
  expect([pastedParts('next week', order), pastedParts('2031-08', order), pastedParts('1.8.31', order)]).toEqual([
    null,
    null,
    null,
  ])
  const date = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(date, (one) => {
      const day = one.toISOString().slice(0, 10)
      const parts = pastedParts(day, order)
      expect(parts && answerOf(parts)).toBe(day)
    }),
  )
})
