import { expect, test } from 'vitest'
import { answerOf, monthNames, partOrder, partsOf } from './birthday.selectors.ts'

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
