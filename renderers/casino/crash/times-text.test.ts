import { expect, test } from 'vitest'
import { readTimes, timesText } from './times-text.ts'

test('multipliers are written with two places', () => {
  expect([101, 1000, 100_000].map(timesText)).toEqual(['1.01×', '10.00×', '1000.00×'])
})

test('a multiplier is read with a point or a comma, and two places at most', () => {
  expect(['2', '2.5', ' 2,50 ', '10.01×'].map(readTimes)).toEqual([200, 250, 250, 1001])
  expect(['', '2.555', '-2', 'two', '1e3', '999999'].map(readTimes)).toEqual([null, null, null, null, null, null])
})
