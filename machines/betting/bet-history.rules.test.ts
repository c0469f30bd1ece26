import { expect, test } from 'vitest'
import { historyDays, historyWindow } from './bet-history.rules.ts'

test('BET-4, BET-5: the history covers the days that are configured, and 7 when that is no number', () => {
  expect([7, 14, '30', 1.5].map(historyDays)).toEqual([7, 14, 30, 1])
  const none = [undefined, null, '', 'a week', Number.NaN, 0, -3, [], Number.POSITIVE_INFINITY]
  expect(none.map(historyDays)).toEqual(none.map(() => 7))
})

test('BET-4: what is asked for beyond the history is cut to it', () => {
  expect(historyWindow('2026-03-08', 7, {})).toEqual({ dateFrom: '2026-03-02', dateTo: '2026-03-08' })
  expect(historyWindow('2026-03-08', 7, { dateFrom: '2020-01-01', dateTo: '2030-01-01' })).toEqual({
    dateFrom: '2026-03-02',
    dateTo: '2026-03-08',
  })
  expect(historyWindow('2026-03-08', 7, { dateFrom: '2026-03-04', dateTo: '2026-03-05' })).toEqual({
    dateFrom: '2026-03-04',
    dateTo: '2026-03-05',
  })
})
