import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Market } from '#schemas'
import { ASIAN_TYPES, MAIN_TYPES, mainMarkets } from './main-markets.rules.ts'
import { MARKET_TYPE } from './market-types.ts'

let ids = 0
const market = (typeId: number, odds: readonly string[], parameter?: string, status: 1 | 3 = 1): Market => ({
  marketId: ++ids,
  groupId: typeId,
  typeId,
  ...(parameter !== undefined && { parameter }),
  status,
  outcomes: odds.map((price, place) => ({ outcomeId: ++ids, typeId: place + 1, odds: price })),
})

test('of lines the most even one is shown, of equals the one nearest to zero, before all one that takes bets', () => {
  const lines = [
    market(4, ['1.3', '3.4'], '1.5'),
    market(4, ['1.9', '1.95'], '2.5'),
    market(4, ['1.9', '1.9'], '3.5', 3),
    market(5, ['1.9', '2'], '-1'),
    market(5, ['2', '1.9'], '0.25'),
  ]
  expect(mainMarkets(lines, MAIN_TYPES).map(({ parameter }) => parameter)).toEqual(['2.5', '0.25'])
  expect(mainMarkets(lines, [5, 4]).map(({ typeId }) => typeId)).toEqual([5, 4])
  const closed = lines.map((line) => ({ ...line, status: 3 as const }))
  expect(mainMarkets(closed, [4]).map(({ parameter }) => parameter)).toEqual(['3.5'])
})

test('FEED-6: the Asian view shows handicaps and totals, and of a race, which has neither, who wins it', () => {
  const ofGame = [market(1, ['2.1', '3.3', '3.1']), market(4, ['1.9', '1.9'], '2.5'), market(5, ['1.9', '1.9'], '0')]
  expect(mainMarkets(ofGame, ASIAN_TYPES).map(({ typeId }) => typeId)).toEqual([5, 4])
  const { typeId } = MARKET_TYPE.fieldWinner
  expect(mainMarkets([market(typeId, ['2.1', '3.3'])], ASIAN_TYPES).map((shown) => shown.typeId)).toEqual([typeId])
})

test('the order in which markets come changes nothing', () => {
  const price = fc.integer({ min: 101, max: 999 }).map((hundredths) => (hundredths / 100).toFixed(2))
  const line = fc.integer({ min: -8, max: 8 }).map((quarters) => String(quarters / 4))
  const lines = fc.uniqueArray(fc.tuple(line, price, price), { selector: ([parameter]) => parameter, maxLength: 8 })
  fc.assert(
    fc.property(lines, (all) => {
      const markets = all.map(([parameter, one, other]) => market(5, [one, other], parameter))
      expect(mainMarkets([...markets].reverse(), [5])).toEqual(mainMarkets(markets, [5]))
    }),
  )
})
