import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TIERS, tierFaults } from '#machines/site/loyalty-tiers.rules.ts'
import { clawBack, type PointLot, pointsLeft, takePoints } from './points.rules.ts'
import { type TierTable, tierBelow, tierOf, tierProgress, wholeXp, xpE4Of } from './tiers.rules.ts'

const TABLE = Object.fromEntries(
  TIERS.map((tier, place) => [tier, { fromXp: place * 1000, xpTimesE2: 100 + place * 50 }]),
) as unknown as TierTable

describe('tiers', () => {
  test('PROMO-4: go from copper to platinum', () => {
    expect(TIERS).toEqual(['copper', 'bronze', 'silver', 'gold', 'ruby', 'sapphire', 'diamond', 'platinum'])
  })

  test('the tier is that of the experience, and what is missing to the next is known', () => {
    expect(tierOf(0, TABLE)).toEqual({ tier: 'copper', next: 'bronze', missingXp: 1000 })
    expect(tierOf(999, TABLE)).toEqual({ tier: 'copper', next: 'bronze', missingXp: 1 })
    expect(tierOf(1000, TABLE)).toEqual({ tier: 'bronze', next: 'silver', missingXp: 1000 })
    expect(tierOf(1_000_000, TABLE)).toEqual({ tier: 'platinum', next: null, missingXp: 0 })
  })

  test('333.33 at one and a half times is 499 of experience', () => {
    const rates = { exponent: 2, experienceE2: 100, xpTimesE2: 150 }
    expect(wholeXp(xpE4Of(33_333, rates))).toBe(499)
    expect(wholeXp(xpE4Of(500, { exponent: 0, experienceE2: 100, xpTimesE2: 100 }))).toBe(500)
    expect(wholeXp(xpE4Of(10, rates))).toBe(0)
    expect(wholeXp(10 * xpE4Of(10, rates))).toBe(1)
  })

  test('the way to the next tier is counted in whole percent, and nothing is below copper', () => {
    expect([0, 999, 1000, 1250, 7000].map((xp) => tierProgress(xp, TABLE))).toEqual([0, 99, 0, 25, 100])
    expect([tierBelow('copper'), tierBelow('bronze'), tierBelow('platinum')]).toEqual(['copper', 'copper', 'diamond'])
  })

  test('a table that does not rise is faulty', () => {
    expect(tierFaults(TABLE)).toEqual([])
    const flat = { ...TABLE, copper: { fromXp: 1, xpTimesE2: 100 }, gold: { fromXp: 2000, xpTimesE2: 100 } }
    expect(tierFaults(flat)).toEqual([
      { tier: 'copper', fault: 'not_from_zero' },
      { tier: 'gold', fault: 'not_rising' },
    ])
  })
})

describe('points', () => {
  const lots: readonly PointLot[] = [
    { id: 2, points: 50, earnedAt: 20, expiresAt: 200 },
    { id: 1, points: 30, earnedAt: 10, expiresAt: 100 },
    { id: 3, points: 20, earnedAt: 30, expiresAt: 300 },
  ]

  test('those that were earned first are spent first, and expired ones not at all', () => {
    expect(takePoints(lots, 40, 50)).toEqual([
      { lotId: 1, points: 30 },
      { lotId: 2, points: 10 },
    ])
    expect(takePoints(lots, 40, 100)).toEqual([{ lotId: 2, points: 40 }])
    expect(takePoints(lots, 71, 100)).toBeNull()
    expect(pointsLeft(lots, 100)).toBe(70)
  })

  test('a bet that is void takes its points back, from its own lot first; what is spent is owed', () => {
    expect(clawBack(lots, { lotId: 2, points: 60 }, 50)).toEqual({
      taken: [
        { lotId: 2, points: 50 },
        { lotId: 1, points: 10 },
      ],
      owed: 0,
    })
    expect(clawBack(lots, { lotId: 9, points: 120 }, 50)).toMatchObject({ owed: 20 })
  })

  test('what is taken sums to what was wanted, and no lot gives more than it has', () => {
    const lot = fc.record({
      points: fc.integer({ min: 0, max: 500 }),
      earnedAt: fc.integer({ min: 0, max: 9 }),
      expiresAt: fc.integer({ min: 0, max: 20 }),
    })
    fc.assert(
      fc.property(fc.array(lot, { maxLength: 8 }), fc.integer({ min: 0, max: 3000 }), (some, wanted) => {
        const all = some.map((each, id) => ({ ...each, id }))
        const taken = takePoints(all, wanted, 10)
        if (taken === null) {
          expect(pointsLeft(all, 10)).toBeLessThan(wanted)
          return
        }
        expect(taken.reduce((sum, { points }) => sum + points, 0)).toBe(wanted)
        for (const { lotId, points } of taken) expect(points).toBeLessThanOrEqual(all[lotId]?.points ?? 0)
      }),
    )
  })

  test.each([-1, 0.5, Number.NaN])('%d points cannot be taken', (points) => {
    expect(() => takePoints(lots, points, 0)).toThrow(RangeError)
  })
})
