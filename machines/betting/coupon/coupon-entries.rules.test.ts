import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coupon, CouponEdit, CouponEntry } from '#schemas'
import { isCoupon } from '#schemas/generated/validators/betting.js'
import { SAMPLE_TERMS, sampleEntry } from './coupon.contract.ts'
import { editCoupon } from './coupon-edit.rules.ts'
import { conflictingOutcomes, emptyCoupon, pressOutcome, relatedOutcomes, withEntries } from './coupon-entries.rules.ts'
import { followFeed } from './coupon-feed.rules.ts'
import { isPossible, possibleTypes } from './coupon-types.rules.ts'

const EMPTY = emptyCoupon(SAMPLE_TERMS, 7001)

function numbered(count: number): readonly CouponEntry[] {
  return Array.from({ length: count }, (_, index) => sampleEntry(index + 1))
}

function couponOf(count: number, changes: Partial<Coupon> = {}): Coupon {
  return { ...withEntries({ ...EMPTY, isTypeChosen: false }, numbered(count), SAMPLE_TERMS), ...changes }
}

function edited(coupon: Coupon, ...edits: readonly CouponEdit[]): Coupon {
  return edits.reduce((before, edit) => editCoupon(before, edit, SAMPLE_TERMS).coupon, coupon)
}

describe('outcomes come and go', () => {
  test('a second press takes an outcome out, and another outcome of the market takes its place', () => {
    const one = pressOutcome(EMPTY, sampleEntry(1), SAMPLE_TERMS).coupon
    const other = pressOutcome(one, sampleEntry(9, { marketId: 1 }), SAMPLE_TERMS).coupon
    expect(other.entries.map(({ outcomeId }) => outcomeId)).toEqual([9])
    expect(pressOutcome(other, sampleEntry(9, { marketId: 1 }), SAMPLE_TERMS).coupon.entries).toEqual([])
  })

  test('BET-2: a coupon holds 50 outcomes, and refuses the 51st', () => {
    const full = couponOf(50)
    expect(full.entries).toHaveLength(50)
    const { coupon, notice } = pressOutcome(full, sampleEntry(51), SAMPLE_TERMS)
    expect([coupon, notice]).toEqual([full, { code: 'limit_reached', count: 50 }])
  })

  test.each(['system', 'lobby'] as const)('BET-3: once it is a %s it holds 20, and refuses the 21st', (betType) => {
    const twenty = edited(couponOf(20), { kind: 'type_chosen', betType })
    expect(twenty.betType).toBe(betType)
    const { coupon, notice } = pressOutcome(twenty, sampleEntry(21), SAMPLE_TERMS)
    expect([coupon.entries.length, notice]).toEqual([20, { code: 'system_limit_reached', count: 20 }])
    expect(editCoupon(couponOf(21), { kind: 'type_chosen', betType }, SAMPLE_TERMS).notice).toEqual({
      code: 'type_impossible',
    })
  })

  test.each([2, 3, 4] as const)('BET-7: an outcome of a market with status %i is not taken', (status) => {
    const { coupon, notice } = pressOutcome(EMPTY, sampleEntry(1, { status }), SAMPLE_TERMS)
    expect([coupon.entries, notice]).toEqual([[], { code: 'market_closed' }])
    expect(pressOutcome(EMPTY, sampleEntry(1, { isSuspended: true }), SAMPLE_TERMS).notice?.code).toBe('market_closed')
  })

  test('related outcomes of a game and its sub-games are marked in an express, and may stand as single bets', () => {
    const entries = [sampleEntry(1), sampleEntry(2, { gameId: 8, mainGameId: 1 }), sampleEntry(3)]
    const express = withEntries(EMPTY, entries, SAMPLE_TERMS)
    expect(conflictingOutcomes(express)).toEqual([1, 2])
    expect(relatedOutcomes(entries)).toEqual([2])
    expect(edited(express, { kind: 'conflicts_resolved' }).entries.map(({ outcomeId }) => outcomeId)).toEqual([1, 3])
    expect(conflictingOutcomes(edited(express, { kind: 'type_chosen', betType: 'single' }))).toEqual([])
  })
})

describe('the type of the bet', () => {
  test('becomes an express with the second outcome, unless the player has chosen', () => {
    expect(couponOf(1).betType).toBe('single')
    expect(couponOf(2).betType).toBe('express')
    const chosen = edited(couponOf(2), { kind: 'type_chosen', betType: 'single' })
    expect(pressOutcome(chosen, sampleEntry(3), SAMPLE_TERMS).coupon.betType).toBe('single')
    expect(edited(chosen, { kind: 'cleared' }).isTypeChosen).toBe(false)
  })

  test('falls back to what is possible when outcomes go', () => {
    const trixie = edited(couponOf(3), { kind: 'type_chosen', betType: 'cover', cover: 'trixie' })
    expect(trixie.cover).toBe('trixie')
    const two = edited(trixie, { kind: 'entry_removed', outcomeId: 3 })
    expect([two.betType, two.cover]).toEqual(['express', undefined])
    expect(edited(two, { kind: 'entry_removed', outcomeId: 2 }).betType).toBe('single')
  })

  test.each([
    [3, ['trixie', 'patent']],
    [4, ['yankee', 'lucky15']],
    [5, ['canadian', 'lucky31']],
    [6, ['heinz', 'lucky63']],
    [7, ['super-heinz']],
    [8, ['goliath']],
    [9, []],
  ])('MATH-6: %i outcomes make the full-cover bets %j', (count, covers) => {
    const found = possibleTypes(count, SAMPLE_TERMS).flatMap(({ cover }) => cover ?? [])
    expect(found.toSorted()).toEqual(covers.toSorted())
  })

  test('is offered only where the brand offers it', () => {
    const terms = { ...SAMPLE_TERMS, betTypes: ['single', 'patent'] }
    expect(possibleTypes(3, terms)).toEqual([{ betType: 'single' }, { betType: 'cover', cover: 'patent' }])
    expect(withEntries(EMPTY, numbered(2), terms).betType).toBe('single')
    expect(isPossible({ betType: 'chain' }, 2, terms)).toBe(false)
  })

  test('the sizes, lobby and blocks keep to the outcomes that are there', () => {
    const system = edited(
      couponOf(4),
      { kind: 'type_chosen', betType: 'system' },
      { kind: 'sizes_chosen', sizes: [4, 2] },
    )
    expect(system.sizes).toEqual([2, 4])
    expect(edited(system, { kind: 'entry_removed', outcomeId: 4 }).sizes).toEqual([2])
    const lobby = edited(couponOf(5), { kind: 'type_chosen', betType: 'lobby' }, { kind: 'lobby_chosen', outcomeId: 5 })
    expect(lobby.lobbyOutcomeId).toBe(5)
    expect(edited(lobby, { kind: 'entry_removed', outcomeId: 5 }).lobbyOutcomeId).toBe(1)
    const blocks = edited(
      couponOf(4),
      { kind: 'type_chosen', betType: 'conditional' },
      {
        kind: 'blocks_chosen',
        blocks: [
          [2, 1],
          [2, 3],
        ],
      },
    )
    expect(blocks.blocks).toEqual([[2, 1], [3], [4]])
    expect(edited(blocks, { kind: 'entry_removed', outcomeId: 3 }).blocks).toEqual([[2, 1], [4]])
  })
})

describe('what a brand does not offer is refused', () => {
  test.each<[string, CouponEdit, Partial<typeof SAMPLE_TERMS>]>([
    ['BET-14', { kind: 'promo_typed', promo: 'X' }, { isPromoAllowed: false }],
    ['BET-16', { kind: 'one_click_set', isOn: true, text: '5' }, { isOneClickAllowed: false }],
    ['auto-bet', { kind: 'auto_bet_set', isOn: true, text: '3', isDroppedOnScore: true }, { isAutoBetAllowed: false }],
    ['advance', { kind: 'advance_set', isOn: true }, { isAdvanceAllowed: false }],
  ])('%s', (_name, edit, terms) => {
    const refused = editCoupon(EMPTY, edit, { ...SAMPLE_TERMS, ...terms })
    expect(refused).toEqual({ coupon: EMPTY, notice: { code: 'not_allowed' } })
    expect(editCoupon(EMPTY, edit, SAMPLE_TERMS).coupon).not.toEqual(EMPTY)
  })
})

describe('the feed is followed', () => {
  const coupon = couponOf(2, { antiExpressCoef: '1.08' })

  test('an older frame of the same epoch changes nothing, a newer one and one of another epoch do', () => {
    const change = {
      kind: 'price_changed',
      outcomeId: 1,
      odds: '1.90',
      isSuspended: false,
      epoch: 'e1',
      seq: 1,
    } as const
    expect(followFeed(coupon, change)).toBe(coupon)
    expect(followFeed(coupon, { ...change, seq: 2 }).entries[0]).toMatchObject({
      odds: '1.90',
      agreedOdds: '2.00',
      seq: 2,
    })
    expect(followFeed(coupon, { ...change, epoch: 'e2', seq: 0 }).entries[0]).toMatchObject({
      odds: '1.90',
      epoch: 'e2',
    })
    expect(followFeed(coupon, { ...change, seq: 2 }).entries[1]).toEqual(coupon.entries[1])
  })

  test('status and line go with the market and the game, and an anti-express loses the price of other prices', () => {
    expect(
      followFeed(coupon, { kind: 'market_changed', marketId: 2, status: 3, parameter: '1.5' }).entries[1],
    ).toMatchObject({
      status: 3,
      parameter: '1.5',
    })
    expect(
      followFeed(coupon, { kind: 'game_changed', gameId: 1, status: 4 }).entries.map(({ status }) => status),
    ).toEqual([4, 1])
    const moved = followFeed(coupon, {
      kind: 'price_changed',
      outcomeId: 1,
      odds: '3',
      isSuspended: false,
      epoch: 'e1',
      seq: 2,
    })
    expect(moved.antiExpressCoef).toBeUndefined()
    expect(followFeed(moved, { kind: 'anti_express_priced', outcomeIds: [1, 2], coef: '1.02' }).antiExpressCoef).toBe(
      '1.02',
    )
    expect(followFeed(moved, { kind: 'anti_express_priced', outcomeIds: [2, 1], coef: '1.02' })).toEqual(moved)
    expect(followFeed(moved, { kind: 'anti_express_priced', outcomeIds: [1], coef: '1.02' })).toEqual(moved)
  })
})

const anyEdit: fc.Arbitrary<CouponEdit | number> = fc.oneof(
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 1, max: 60 }).map((outcomeId) => ({ kind: 'entry_removed' as const, outcomeId })),
  fc.constantFrom<CouponEdit>(
    { kind: 'cleared' },
    { kind: 'conflicts_resolved' },
    { kind: 'prices_accepted' },
    { kind: 'stake_typed', text: '7,5' },
    { kind: 'stake_typed', text: '3', key: '4' },
    { kind: 'stake_pressed', stakeMinor: 500 },
    { kind: 'one_stake_chosen', hasOneStake: false },
    { kind: 'policy_chosen', policy: { kind: 'slippage', percent: 5 } },
    ...(['single', 'express', 'system', 'chain', 'lobby', 'conditional', 'anti-express'] as const).map((betType) => ({
      kind: 'type_chosen' as const,
      betType,
    })),
    { kind: 'type_chosen', betType: 'cover', cover: 'yankee' },
    { kind: 'blocks_chosen', blocks: [[1, 2], [2, 77], []] },
    { kind: 'sizes_chosen', sizes: [3, 12] },
    { kind: 'lobby_chosen', outcomeId: 99 },
  ),
)

test('BET-2, BET-3: whatever is done in whatever order, the coupon is of its shape, of a possible type, and within its limits', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 80 }), (steps) => {
      const end = steps.reduce<Coupon>((coupon, step) => {
        if (typeof step !== 'number') return editCoupon(coupon, step, SAMPLE_TERMS).coupon
        return pressOutcome(
          coupon,
          sampleEntry(step, { marketId: Math.ceil(step / 2), gameId: Math.ceil(step / 4) }),
          SAMPLE_TERMS,
        ).coupon
      }, EMPTY)
      expect(isCoupon(end)).toBe(true)
      const { entries, betType } = end
      expect(entries.length).toBeLessThanOrEqual(betType === 'system' || betType === 'lobby' ? 20 : 50)
      if (entries.length > 0) expect(isPossible(end, entries.length, SAMPLE_TERMS)).toBe(true)
      expect(new Set(entries.map(({ marketId }) => marketId)).size).toBe(entries.length)
      if (betType === 'conditional')
        expect(end.blocks.flat().toSorted()).toEqual(entries.map(({ outcomeId }) => outcomeId).toSorted())
      if (betType === 'lobby') expect(entries.some(({ outcomeId }) => outcomeId === end.lobbyOutcomeId)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('what is no entry, no edit and no change of the feed changes nothing', () => {
  const coupon = couponOf(2)
  const faulty = { ...sampleEntry(3), odds: 'dear' }
  expect(pressOutcome(coupon, faulty, SAMPLE_TERMS).coupon).toEqual(coupon)
  const noEdit = { kind: 'stake_guessed', text: '5' } as unknown as CouponEdit
  expect(editCoupon(coupon, noEdit, SAMPLE_TERMS)).toEqual({ coupon, notice: { code: 'not_allowed' } })
  const noPrice = { kind: 'price_changed', outcomeId: 1, odds: 'x', isSuspended: false, epoch: 'e1', seq: 5 } as const
  expect(followFeed(coupon, noPrice)).toEqual(coupon)
})
