import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TotoPool } from '#schemas'
import baseConfig from '../../../schemas/site/config/toto.schema.json' with { type: 'json' }
import { hitLines, linesOf } from './toto-marks.rules.ts'
import {
  countUnits,
  type DrawFacts,
  prizeOfTicket,
  prizeOfUnit,
  type SettlementTerms,
  settleDraw,
} from './toto-settlement.rules.ts'

const POOLS = baseConfig.properties.pools.default as unknown as Readonly<Record<string, TotoPool>>
const pool = (name: string): TotoPool => {
  const found = POOLS[name]
  if (!found) throw new Error(`there is no pool ${name}`)
  return found
}
const facts = (more: Partial<DrawFacts>): DrawFacts => ({
  ...{ stakedMinor: 0, jackpotMinor: 0, voids: 0, unitsByHits: new Map() },
  ...more,
})
const allLeft = (s: ReturnType<typeof settleDraw>) =>
  s.paidMinor + (s.jackpotOutMinor - s.jackpotInMinor) + s.breakageMinor + s.feeMinor

describe('fifteen events with a jackpot that is carried', () => {
  const unitsByHits = new Map([
    [13, 1],
    [12, 4],
    [11, 22],
    [10, 85],
    [9, 240],
  ])
  const settled = settleDraw(pool('fifteen'), facts({ stakedMinor: 600_000, jackpotMinor: 1_000_000, unitsByHits }))

  test('LOT-4: each category has the worked fund, units, dividend and rest', () => {
    expect(
      settled.categories.map(({ hits, fundMinor, units, dividendMinor, breakageMinor }) => [
        ...[hits, fundMinor, units, dividendMinor, breakageMinor],
      ]),
    ).toEqual([
      [15, 27_000, 0, 0, 0],
      [14, 27_000, 0, 0, 0],
      [13, 27_000, 1, 27_000, 0],
      [12, 27_000, 5, 5400, 0],
      [11, 54_000, 27, 2000, 0],
      [10, 108_000, 112, 964, 32],
      [9, 216_000, 352, 613, 224],
    ])
  })

  test('LOT-4: paid, carried, rest and fee are the stakes, and the jackpot grows', () => {
    expect(settled).toMatchObject({
      ...{ feeMinor: 60_000, poolMinor: 540_000, paidMinor: 431_744, carriedMinor: 108_000, breakageMinor: 256 },
      jackpotOutMinor: 1_108_000,
    })
    expect(allLeft(settled)).toBe(600_000)
    const toJackpot = settleDraw(
      { ...pool('fifteen'), breakageTo: 'jackpot' },
      facts({ stakedMinor: 600_000, jackpotMinor: 1_000_000, unitsByHits }),
    )
    expect(toJackpot.jackpotOutMinor).toBe(1_108_256)
  })

  test('LOT-4: a unit shares in every category that it reaches', () => {
    expect([13, 12, 11, 10, 9, 8].map((hits) => prizeOfUnit(settled, hits, true))).toEqual([
      ...[35_977, 8977, 3577, 1577, 613, 0],
    ])
  })
})

const ONE: SettlementTerms = {
  ...pool('fifteen'),
  ...{ events: 1, feePpm: 192_500, categories: [{ hits: 1, sharePpm: 1_000_000 }], jackpotPpmByVoids: [1_000_000] },
}

test('LOT-4: a dividend is rounded down to a tenth of the unit, as a tote does', () => {
  const settled = settleDraw(
    { ...ONE, dividendStepMinor: 10 },
    facts({ stakedMinor: 1_000_000, unitsByHits: new Map([[1, 3300]]) }),
  )
  expect(settled).toMatchObject({ poolMinor: 807_500, paidMinor: 792_000, breakageMinor: 15_500 })
  expect(settled.categories[0]?.dividendMinor).toBe(240)
  const textbook = settleDraw(
    { ...ONE, feePpm: 142_500 },
    facts({ stakedMinor: 102_800, unitsByHits: new Map([[1, 110]]) }),
  )
  expect(textbook).toMatchObject({ feeMinor: 14_649, poolMinor: 88_151 })
  expect(textbook.categories[0]?.dividendMinor).toBe(801)
})

test('LOT-4: a jackpot of seven winners is shared evenly, and what is left of it rolls', () => {
  const settled = settleDraw(
    { ...ONE, feePpm: 0 },
    facts({ jackpotMinor: 123_456_789, unitsByHits: new Map([[1, 7]]) }),
  )
  expect(settled).toMatchObject({ jackpotDividendMinor: 17_636_684, jackpotOutMinor: 1 })
})

test('LOT-4: what was carried is not charged again', () => {
  const first = settleDraw(ONE, facts({ stakedMinor: 1000 }))
  expect(first).toMatchObject({ feeMinor: 192, jackpotOutMinor: 808, paidMinor: 0 })
  const second = settleDraw(
    ONE,
    facts({ stakedMinor: 1000, jackpotMinor: first.jackpotOutMinor, unitsByHits: new Map([[1, 1]]) }),
  )
  expect(second).toMatchObject({ feeMinor: 192, paidMinor: 808 + 808, jackpotOutMinor: 0 })
})

test('LOT-4: void events have tables of their own and open a part of the jackpot', () => {
  const basket = pool('basket')
  const at = (voids: number) =>
    settleDraw(basket, facts({ stakedMinor: 100_000, jackpotMinor: 100_000, voids, unitsByHits: new Map([[8, 1]]) }))
  expect(at(1).categories.map(({ hits }) => hits)).toEqual([8, 7, 6, 5, 4])
  expect(at(1)).toMatchObject({ topHits: 8, jackpotAtStakeMinor: 25_000, jackpotDividendMinor: 25_000 })
  expect(at(2).jackpotAtStakeMinor).toBe(0)
  const fifteen = settleDraw(
    pool('fifteen'),
    facts({ stakedMinor: 100_000, jackpotMinor: 100_000, voids: 1, unitsByHits: new Map([[15, 1]]) }),
  )
  expect(fifteen).toMatchObject({ topHits: 15, jackpotAtStakeMinor: 35_000 })
})

test('LOT-4: the share of an empty category goes lower where the pool says so, and to the jackpot where nobody is below', () => {
  const shares = [200_000, 150_000, 200_000, 350_000].map((sharePpm, at) => ({ hits: 12 - at, sharePpm }))
  const terms = { ...pool('football'), events: 12, categories: shares, emptyTo: 'lower' } as const
  const settled = settleDraw(terms, facts({ stakedMinor: 1_000_000, unitsByHits: new Map([[10, 1]]) }))
  expect(settled.categories.map(({ dividendMinor }) => dividendMinor)).toEqual([0, 0, 495_000, 315_000])
  const none = settleDraw(terms, facts({ stakedMinor: 1_000_000 }))
  expect(none).toMatchObject({ paidMinor: 0, jackpotOutMinor: 900_000 })
})

test('LOT-4: a pool that costs nothing pays what the operator guarantees', () => {
  const settled = settleDraw(pool('free'), facts({ unitsByHits: new Map([[7, 3]]) }))
  expect(settled).toMatchObject({ guaranteeMinor: 10_000, feeMinor: 0, paidMinor: 3 * (1333 + 1000 + 1000) })
})

test('LOT-4: paid, carried, rest and fee are the stakes and the guarantee of every draw of every type', () => {
  const draws = fc.record({
    name: fc.constantFrom(...Object.keys(POOLS)),
    stakedMinor: fc.integer({ min: 0, max: 10_000_000_00 }),
    jackpotMinor: fc.integer({ min: 0, max: 1_000_000_000_00 }),
    voids: fc.integer({ min: 0, max: 4 }),
    units: fc.array(fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 100_000 })), { maxLength: 16 }),
    changes: fc.record({
      isCumulative: fc.boolean(),
      emptyTo: fc.constantFrom('jackpot' as const, 'lower' as const),
      breakageTo: fc.constantFrom('house' as const, 'jackpot' as const),
      dividendStepMinor: fc.integer({ min: 1, max: 50 }),
      feePpm: fc.integer({ min: 0, max: 999_999 }),
      guaranteeMinor: fc.integer({ min: 0, max: 1_000_000 }),
    }),
  })
  fc.assert(
    fc.property(draws, ({ name, stakedMinor, jackpotMinor, voids, units, changes }) => {
      const terms = { ...pool(name), ...changes }
      const unitsByHits = new Map(units)
      const settled = settleDraw(terms, { stakedMinor, jackpotMinor, voids, unitsByHits })
      expect(allLeft(settled)).toBe(stakedMinor + settled.guaranteeMinor)
      expect(settled.jackpotOutMinor).toBeGreaterThanOrEqual(0)
      const paid = [...unitsByHits].reduce(
        (sum, [hits, count]) => sum + prizeOfUnit(settled, hits, terms.isCumulative) * count,
        0,
      )
      expect(paid).toBe(settled.paidMinor)
    }),
    { numRuns: 500 },
  )
})

test('LOT-7: what tickets of several marks are paid is what their lines are paid one by one', () => {
  const marksOf = fc.array(fc.subarray([0, 1, 2], { minLength: 1 }), { minLength: 5, maxLength: 5 })
  const ends = fc.array(fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constant('void' as const)), {
    minLength: 5,
    maxLength: 5,
  })
  const terms = { ...pool('football'), events: 5, categories: [5, 4, 3].map((hits) => ({ hits, sharePpm: 300_000 })) }
  fc.assert(
    fc.property(fc.array(marksOf, { minLength: 1, maxLength: 5 }), ends, (tickets, events) => {
      const unitsByHits = new Map<number, number>()
      const counted = tickets.map((marks) => ({ hits: hitLines(marks, events, 'win'), unitsPerLine: 2 }))
      for (const ticket of counted) countUnits(unitsByHits, ticket)
      const lines = tickets.reduce((sum, marks) => sum + linesOf(marks), 0)
      expect([...unitsByHits.values()].reduce((sum, count) => sum + count, 0)).toBe(lines * 2)
      const voids = events.filter((end) => end === 'void').length
      const settled = settleDraw(terms, facts({ stakedMinor: lines * 100, voids, unitsByHits }))
      const paid = counted.reduce((sum, ticket) => sum + prizeOfTicket(settled, ticket, true), 0)
      expect(paid).toBe(settled.paidMinor)
    }),
  )
})
