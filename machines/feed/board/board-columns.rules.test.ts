import { expect, test } from 'vitest'
import type { Market } from '#schemas'
import { marketBlocks } from '../markets/market-page.rules.ts'
import { clockSeconds, clockText, leader } from '../simulator/game-clock.rules.ts'
import { boardColumns } from './board-columns.rules.ts'

const market = (typeId: number, parameter?: string): Market => ({
  marketId: typeId,
  groupId: typeId,
  typeId,
  status: 1,
  ...(parameter === undefined ? {} : { parameter }),
  outcomes: [],
})
const games = [{ markets: [market(5, '1'), market(4, '2.5'), market(7), market(1)] }]

test('STORE-1: a row has the price columns that were asked for, of whole markets, the result first', () => {
  const types = (columns: number) => boardColumns(games, columns).map(({ typeId }) => typeId)
  expect([1, 3, 4, 5, 6, 7].map(types)).toEqual([[1], [1], [1], [1, 4], [1, 4], [1, 4, 5]])
  expect(boardColumns(games, 7).map(({ untilColumn }) => untilColumn)).toEqual([3, 5, 7])
})

test('a clock advances while it runs and stops in breaks; sports of sets show none', () => {
  const clock = { periodNumber: 1, seconds: 100, isRunning: true }
  expect(clockSeconds(clock, 2500)).toBe(102)
  expect(clockSeconds({ ...clock, isRunning: false }, 2500)).toBe(100)
  expect([1, 2, 4].map((sportId) => clockText(sportId, 4012))).toEqual(["67'", '66:52', null])
  expect(leader({ score: { home: 1, away: 1 } })).toBeNull()
  expect(leader({ score: { home: 0, away: 1 } })).toBe('away')
})

test('blocks of a game stand by group; lines of a type stand together, the lowest first', () => {
  const blocks = marketBlocks({ markets: [market(4, '10.5'), market(1), market(4, '2.5'), market(13, '2')] }, [
    { groupId: 4 },
    { groupId: 1 },
  ])
  expect(blocks.map(({ id, markets }) => [id, markets.map(({ parameter }) => parameter)])).toEqual([
    ['4', ['2.5', '10.5']],
    ['1', [undefined]],
    ['13-2', ['2']],
  ])
})
