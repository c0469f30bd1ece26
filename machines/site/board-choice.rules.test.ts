import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBoardChoice, writeBoardChoice } from './board-choice.rules.ts'

test('STORE-1: what a browser chose for its boards comes back from its cookie', () => {
  expect(writeBoardChoice({ coefficientFormat: 2, compactView: true, pinnedGames: [12, 7] })).toBe('f2c1p12.7')
  const choice = fc.record(
    {
      coefficientFormat: fc.integer({ min: 0, max: 5 }),
      marketColumns: fc.integer({ min: 1, max: 9 }),
      bettingView: fc.constantFrom(0, 1),
      compactView: fc.boolean(),
      lightVersion: fc.boolean(),
      showGameId: fc.boolean(),
      pinnedGames: fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 10 }),
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
  expect(readBoardChoice('f9m0v2z1c')).toEqual({})
  expect(readBoardChoice('p7..x.7.p3.0.12')).toEqual({ pinnedGames: [3, 12] })
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { coefficientFormat = 0, marketColumns = 1, pinnedGames = [] } = readBoardChoice(text)
      expect(coefficientFormat).toBeLessThan(6)
      expect(marketColumns).toBeGreaterThan(0)
      expect(marketColumns).toBeLessThan(10)
      expect(pinnedGames.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
    }),
  )
})
