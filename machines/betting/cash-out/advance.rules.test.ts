import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBetSettlement as isSettlement } from '#schemas/generated/validators/betting.js'
import {
  advanceRefusal,
  advanceRoom,
  advanceStanding,
  type CoverEnd,
  mixedStake,
  type OpenCover,
  owedMinorOf,
  placeBeyondWindow,
  takeCovers,
  uncoveredEnd,
  unpaidMinorOf,
} from './advance.rules.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const HOUR_MS = 3_600_000
const TERMS = { sharePercent: 50, maximumMinor: 10_000, windowHours: 48 }
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)

function open(betId: number, possibleMinor: number, changes: Partial<OpenCover> = {}): OpenCover {
  return {
    betId,
    type: 'single',
    isAdvance: false,
    possibleMinor,
    creditedMinor: 0,
    lastStartsAt: inHours(3),
    ...changes,
  }
}

function ended(betId: number, paidMinor: number, changes: Partial<CoverEnd> = {}): CoverEnd {
  return { betId, isOpen: false, paidMinor, settledAt: inHours(betId), ...changes }
}

const minor = fc.integer({ min: 0, max: 1_000_000 })
const anyBet = fc.record({
  betId: fc.integer({ min: 1, max: 9999 }),
  type: fc.constantFrom<OpenCover['type']>('single', 'express', 'system', 'chain'),
  isAdvance: fc.boolean(),
  possibleMinor: minor,
  creditedMinor: minor,
  lastStartsAt: fc.option(fc.integer({ min: -10, max: 100 }).map(inHours)),
})
const anyEnd = fc.record({
  betId: fc.integer({ min: 1, max: 9999 }),
  isOpen: fc.boolean(),
  paidMinor: minor,
  settledAt: fc.option(fc.integer({ min: 0, max: 100 }).map(inHours)),
})
const uniquely = { selector: ({ betId }: { readonly betId: number }) => betId }

describe('C17: what may be advanced', () => {
  test('is a share of what the open bets can pay, the oldest first, each credited once', () => {
    const bets = [open(2, 3001), open(1, 4000, { creditedMinor: 500 })]
    const terms = advanceRoom(bets, TERMS, { owedMinor: 0, now: NOW })
    expect(terms).toEqual({
      availableMinor: 3000,
      covers: [
        { betId: 1, creditedMinor: 1500 },
        { betId: 2, creditedMinor: 1500 },
      ],
    })
    expect(advanceRoom(bets, { ...TERMS, maximumMinor: 2000 }, { owedMinor: 400, now: NOW })).toEqual({
      availableMinor: 1600,
      covers: [
        { betId: 1, creditedMinor: 1500 },
        { betId: 2, creditedMinor: 100 },
      ],
    })
    expect(advanceRoom(bets, TERMS, { owedMinor: 10_001, now: NOW }).availableMinor).toBe(0)
  })

  test.each<[string, Partial<OpenCover>]>([
    ['a bet on credit', { isAdvance: true }],
    ['a system', { type: 'system' }],
    ['one whose last game begins too late', { lastStartsAt: inHours(48.001) }],
    ['one without an open game', { lastStartsAt: null }],
    ['one that is credited already', { creditedMinor: 2000 }],
  ])('nothing on %s', (_, changes) => {
    expect(advanceRoom([open(1, 4000, changes)], TERMS, { owedMinor: 0, now: NOW }).covers).toEqual([])
    expect(
      advanceRoom([open(1, 4000, { lastStartsAt: inHours(48) })], TERMS, { owedMinor: 0, now: NOW }).availableMinor,
    ).toBe(2000)
  })

  test('never more than the cover gives, nor than the player may owe', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyBet, uniquely),
        minor,
        fc.integer({ min: 1, max: 100 }),
        (bets, owedMinor, share) => {
          const terms = { ...TERMS, sharePercent: share, maximumMinor: 50_000 }
          const { availableMinor, covers } = advanceRoom(bets, terms, { owedMinor, now: NOW })
          const sum = covers.reduce((total, { creditedMinor }) => total + creditedMinor, 0)
          const isWithin = covers.every(({ betId, creditedMinor }) => {
            const bet = bets.find((one) => one.betId === betId)
            return bet !== undefined && creditedMinor > 0 && creditedMinor + bet.creditedMinor <= bet.possibleMinor
          })
          return isWithin && sum === availableMinor && availableMinor <= Math.max(0, 50_000 - owedMinor)
        },
      ),
    )
  })

  test('BET-20: own money is staked first; the shares are the stake', () => {
    expect(mixedStake(2500, { ownMinor: 1000, availableMinor: 1500 })).toEqual({ ownMinor: 1000, advanceMinor: 1500 })
    expect(mixedStake(2501, { ownMinor: 1000, availableMinor: 1500 })).toBeNull()
    expect(mixedStake(900, { ownMinor: 1000, availableMinor: 0 })).toEqual({ ownMinor: 900, advanceMinor: 0 })
    expect(takeCovers([{ betId: 1, creditedMinor: 10 }], 4).covers).toEqual([{ betId: 1, creditedMinor: 4 }])
  })
})

describe('C17: how an advance ends', () => {
  const given = { advanceMinor: 1500, deadlineAt: inHours(48) }
  test('bets that were settled in time repay it in the order in which they were settled', () => {
    const covers = [
      ended(2, 1000),
      ended(1, 900, { settledAt: inHours(30) }),
      ended(3, 5000, { settledAt: inHours(31) }),
    ]
    expect(advanceStanding(given, covers, inHours(40))).toEqual({
      state: 'covered',
      repaidMinor: 1500,
      repaid: [
        { betId: 2, repaidMinor: 1000 },
        { betId: 1, repaidMinor: 500 },
        { betId: 3, repaidMinor: 0 },
      ],
    })
  })

  test('it waits while an open bet can cover it, and is void once none can', () => {
    const waiting = [ended(1, 900), ended(2, 0, { isOpen: true, settledAt: null })]
    expect(advanceStanding(given, waiting, inHours(47))).toMatchObject({ state: 'waiting', repaidMinor: 900 })
    expect(advanceStanding(given, waiting, inHours(48))).toMatchObject({ state: 'void', repaidMinor: 900 })
    expect(advanceStanding(given, [ended(1, 1499)], inHours(2)).state).toBe('void')
    expect(advanceStanding(given, [ended(1, 1500)], inHours(2)).state).toBe('covered')
    // Settled when the window was over.
    expect(advanceStanding(given, [ended(1, 9000, { settledAt: inHours(48) })], inHours(50)).state).toBe('void')
    // Opened again after it was settled: what it had paid is not there.
    expect(advanceStanding(given, [ended(1, 9000, { isOpen: true })], inHours(2)).state).toBe('waiting')
  })

  test('a debt is never more than the advance, and grows by nothing that is paid', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyEnd, uniquely),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 100 }).map(inHours),
        (covers, advanceMinor, now) => {
          const advance = { advanceMinor, deadlineAt: inHours(48) }
          const standing = advanceStanding(advance, covers, now)
          const owed = owedMinorOf({ ...standing, advanceMinor })
          const more = covers.map((cover) => ({ ...cover, paidMinor: cover.paidMinor + 1 }))
          const owedWithMore = owedMinorOf({ ...advanceStanding(advance, more, now), advanceMinor })
          const isBounded = standing.repaid.every(({ betId, repaidMinor }) => {
            return repaidMinor <= (covers.find((cover) => cover.betId === betId)?.paidMinor ?? -1)
          })
          const sum = standing.repaid.reduce((total, { repaidMinor }) => total + repaidMinor, 0)
          return isBounded && sum === standing.repaidMinor && owed >= 0 && owed <= advanceMinor && owedWithMore <= owed
        },
      ),
    )
  })

  test('what is covered is covered by bets in time alone', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyEnd, uniquely), (covers) => {
        const timely = covers.filter(
          ({ isOpen, settledAt }) => !isOpen && settledAt !== null && settledAt < inHours(48),
        )
        const paid = timely.reduce((sum, { paidMinor }) => sum + paidMinor, 0)
        return (advanceStanding(given, covers, inHours(60)).state === 'covered') === paid >= 1500
      }),
    )
  })

  test('MATH-12: an uncovered bet gives its stake back, its tax too, and says why', () => {
    const end = uncoveredEnd({ stakeMinor: 2505, exponent: 2 })
    expect(end).toMatchObject({ payoutMinor: 2505, stakeTaxMinor: 0, payoutTaxMinor: 0 })
    expect(end.explanation[0]).toEqual({ step: 'advance_void', expression: '25.05', value: '25.05' })
    expect(isSettlement(end)).toBe(true)
    const advance = { advanceMinor: 1500, repaidMinor: 400 }
    const unpaid = (['void', 'covered', 'waiting'] as const).map((state) => unpaidMinorOf({ ...advance, state }))
    expect([...unpaid, unpaidMinorOf(undefined)]).toEqual([1100, 0, 0, 0])
  })
})

test('BET-20: single bets and expresses are placed on an advance, where that is offered, on games within the window', () => {
  const reasonOf = (betType: OpenCover['type'], count: number, more: object = {}) =>
    advanceRefusal(
      { betType, events: Array.from({ length: count }), ...more } as unknown as Parameters<typeof advanceRefusal>[0],
      { isAdvanceAllowed: true },
    )?.reason
  expect([reasonOf('single', 1), reasonOf('express', 3)]).toEqual([undefined, undefined])
  expect([reasonOf('single', 2), reasonOf('system', 3), reasonOf('single', 1, { isAutoBet: true })]).toEqual(
    Array(3).fill('bet.advance_type'),
  )
  const offered = { isAdvanceAllowed: false }
  expect(advanceRefusal({ betType: 'single', events: [] }, offered)?.reason).toBe('bet.advance_not_offered')
  expect(placeBeyondWindow([inHours(-1), inHours(48)], TERMS, NOW)).toBe(-1)
  expect(placeBeyondWindow([inHours(1), inHours(48.01)], TERMS, NOW)).toBe(1)
})
