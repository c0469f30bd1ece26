import { expect, test } from 'vitest'
import { frequencies, secondsTo, tableMoment } from './table-moment.rules.ts'

const at = (phase: 'opening' | 'betting' | 'running' | 'result', nowMs: number) =>
  tableMoment({ phase, closesAtMs: 10_000, startedAtMs: 11_000 }, nowMs)

test('bets are open, then the last, then closed, by the clock and before the server says so', () => {
  expect([5999, 6000, 9999, 10_000].map((nowMs) => at('betting', nowMs))).toEqual(['betting', 'last', 'last', 'closed'])
})

test('what has been closed waits for its start', () => {
  expect([10_100, 10_999, 11_000].map((nowMs) => at('running', nowMs))).toEqual(['closed', 'closed', 'running'])
  expect([at('opening', 0), at('result', 0)]).toEqual(['opening', 'result'])
})

test('seconds are counted up to the next whole one, and never below none', () => {
  expect([secondsTo(10_000, 8999), secondsTo(10_000, 9000), secondsTo(10_000, 10_500)]).toEqual([2, 1, 0])
})

test('numbers are counted, those that never came too', () => {
  expect(frequencies([3, 1, 3], [0, 1, 3])).toEqual([
    { result: 3, count: 2 },
    { result: 1, count: 1 },
    { result: 0, count: 0 },
  ])
})
