import { expect, test } from 'vitest'
import { CHECK_MS, REFRESH_MS, VISIT_MS } from './visit.machine.ts'

test('ANA-20: a visit stays 1800 s, is looked at every 5 s and written down every 60 s', () => {
  expect([VISIT_MS, CHECK_MS, REFRESH_MS].map((ms) => ms / 1000)).toEqual([1800, 5, 60])
})
