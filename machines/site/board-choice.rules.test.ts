import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBoardChoice, writeBoardChoice } from './board-choice.rules.ts'

test('STORE-1: what a browser chose for its boards comes back from its cookie', () => {
  expect(writeBoardChoice({ coefficientFormat: 2, compactView: true })).toBe('f2c1')
  const choice = fc.record(
    {
      coefficientFormat: fc.integer({ min: 0, max: 5 }),
      marketColumns: fc.integer({ min: 1, max: 7 }),
      compactView: fc.constant(true),
      lightVersion: fc.constant(true),
      showGameId: fc.constant(true),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(choice, (chosen) => {
      expect(readBoardChoice(writeBoardChoice(chosen))).toEqual({ ...chosen })
    }),
  )
})

test('STORE-1: a cookie that is broken chooses nothing', () => {
  expect(readBoardChoice(undefined)).toEqual({})
  expect(readBoardChoice('f9m0z1c')).toEqual({})
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { coefficientFormat = 0, marketColumns = 1 } = readBoardChoice(text)
      expect(coefficientFormat).toBeLessThan(6)
      expect(marketColumns).toBeGreaterThan(0)
      expect(marketColumns).toBeLessThan(8)
    }),
  )
})
