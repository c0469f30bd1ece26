import { expect, test } from 'vitest'
import { gameStatus, marketStatus, statusNow } from './game-status.rules.ts'

const facts = { result: undefined, condition: 'scheduled', startsAtMs: 1000, nowMs: 0 } as const

test('TABLE-1: a game takes bets until it starts, is put off or has a result', () => {
  expect(gameStatus(facts)).toBe(1)
  expect(gameStatus({ ...facts, nowMs: 1000 })).toBe(3)
  expect(gameStatus({ ...facts, condition: 'postponed' })).toBe(3)
  expect(gameStatus({ ...facts, condition: 'awarded' })).toBe(3)
  expect(gameStatus({ ...facts, result: 'played' })).toBe(2)
  expect(gameStatus({ ...facts, result: 'void', condition: 'postponed' })).toBe(4)
})

test('TABLE-1: the start closes the line, not what is live, settled or cancelled', () => {
  const line = { status: 1, isLive: false, startsAtMs: 1000 } as const
  expect(statusNow(line, 999)).toBe(1)
  expect(statusNow(line, 1000)).toBe(3)
  expect(statusNow({ ...line, isLive: true }, 1000)).toBe(1)
  for (const status of [2, 3, 4] as const) expect(statusNow({ ...line, status }, 1000)).toBe(status)
})

test('TABLE-1: a market follows its game, and closes alone when it is not offered any more', () => {
  expect([marketStatus(1, true), marketStatus(1, false)]).toEqual([1, 3])
  for (const status of [2, 3, 4] as const) expect(marketStatus(status, false)).toBe(status)
})
