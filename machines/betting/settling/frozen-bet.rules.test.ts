import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BetLeg, Coupon, PlaceBetPayload } from '#schemas'
import { isFrozenBet as isFrozen, isSettledBet } from '#schemas/generated/validators/betting.js'
import { SAMPLE_TERMS, sampleEntry } from '../coupon/coupon.contract.ts'
import { couponTotals } from '../coupon/coupon-bets.rules.ts'
import { emptyCoupon } from '../coupon/coupon-entries.rules.ts'
import { payloadRefusal } from '../coupon/payload-shape.rules.ts'
import { placeBetPayload } from '../coupon/place-bet-payload.rules.ts'
import { bestEnd, freezeBets, placesOf, settledBetOf } from './frozen-bet.rules.ts'
import { settleBet } from './settle-bet.rules.ts'

const WAY = { isApproved: false, isOneClick: false }
const odds = fc.integer({ min: 101, max: 2000 }).map((hundredths) => (hundredths / 100).toFixed(2))

/** Coupons of every type that can be computed. */
const coupons = fc
  .record({
    odds: fc.array(odds, { minLength: 4, maxLength: 4 }),
    betType: fc.constantFrom<Coupon['betType'][]>(
      ...(['single', 'express', 'system', 'cover', 'chain', 'lobby', 'conditional', 'anti-express'] as const),
    ),
    stake: fc.integer({ min: 100, max: 90_000 }),
  })
  .map(({ odds: prices, betType, stake }): Coupon => {
    const entries = prices.map((price, index) => sampleEntry(index + 1, { odds: price, agreedOdds: price }))
    return {
      ...emptyCoupon(SAMPLE_TERMS, 7001),
      entries,
      betType,
      isTypeChosen: true,
      sizes: betType === 'system' || betType === 'lobby' ? [2] : [],
      ...(betType === 'cover' ? { cover: 'yankee' as const } : {}),
      ...(betType === 'lobby' ? { lobbyOutcomeId: 3 } : {}),
      ...(betType === 'anti-express' ? { antiExpressCoef: '1.08' } : {}),
      blocks: betType === 'conditional' ? [[1], [2, 3], [4]] : [],
      stakeText: (stake / 100).toFixed(2),
      stakeTexts: betType === 'conditional' ? { '1': '1', '2': '0.5' } : {},
      hasOneStake: true,
    }
  })

test('the payout that a coupon shows is the one that its frozen bets pay at their best', () => {
  fc.assert(
    fc.property(coupons, (coupon) => {
      const payload = placeBetPayload(coupon, SAMPLE_TERMS, WAY)
      const shown = couponTotals(coupon, SAMPLE_TERMS)
      fc.pre(payload !== null && shown.ok)
      expect(payloadRefusal(payload, SAMPLE_TERMS)).toBeNull()
      const bets = freezeBets(payload, SAMPLE_TERMS, payload.antiExpressCoef)
      expect(bets.every((bet) => isFrozen(bet))).toBe(true)
      const prices = payload.events.map((selection) => selection.odds)
      const best = bets.map((bet) => bestEnd(bet, prices)?.payoutMinor ?? 0)
      expect(best.reduce((sum, payout) => sum + payout, 0)).toBe(shown.totals.payoutMinor)
      expect(bets.flatMap(placesOf).toSorted()).toEqual([0, 1, 2, 3])
    }),
  )
})

test('MATH-11: a frozen bet is a bet of settlement, and is not computed by rules that are not known', () => {
  fc.assert(
    fc.property(coupons, (coupon) => {
      const payload = placeBetPayload(coupon, SAMPLE_TERMS, WAY)
      fc.pre(payload !== null)
      for (const bet of freezeBets(payload, SAMPLE_TERMS, payload.antiExpressCoef)) {
        const legs = new Map(placesOf(bet).map((place): [number, BetLeg] => [place, { odds: '2.00', result: 'void' }]))
        const settled = settledBetOf(bet, legs)
        expect(isSettledBet(settled)).toBe(true)
        const result = settleBet(settled)
        expect(result.ok && result.settlement.payoutMinor).toBe(bet.stakeMinor)
        const rules = { ...bet.rules, chain: 'another@2' }
        expect(() => settledBetOf({ ...bet, rules }, legs)).toThrow('rules that are not known')
        expect(() => settledBetOf(bet, new Map())).toThrow('has no leg')
      }
    }),
  )
})

test('PLACE-6: a bet whose parts do not fit each other, or that the brand does not offer, is refused', () => {
  const events = [1, 2, 3].map((id) => ({
    gameId: id,
    marketId: id,
    typeId: 1,
    outcomeId: id,
    kind: 3 as const,
    odds: '2.00',
    epoch: 'e1',
    seq: 1,
  }))
  const express: PlaceBetPayload = {
    betType: 'express',
    events,
    summ: 1000,
    groupsSumms: [1000],
    checkCf: 0,
    approvedBet: false,
  }
  const refusalOf = (changes: Partial<PlaceBetPayload>, terms = SAMPLE_TERMS) => {
    const refusal = payloadRefusal({ ...express, ...changes }, terms)
    return refusal?.params?.fault ?? refusal?.reason ?? null
  }
  const [first] = events
  if (!first) throw new Error('there is no outcome')
  const conditional: Partial<PlaceBetPayload> = { betType: 'conditional', groupsSumms: [1000, 1500] }
  const lobby = {
    betType: 'lobby',
    withLobby: true,
    sizes: [2],
    events: [...events, { ...first, outcomeId: 4 }],
  } as const
  expect(refusalOf({})).toBeNull()
  expect(refusalOf({ events: [first] })).toBe('bet.type_not_offered')
  expect(refusalOf({}, { ...SAMPLE_TERMS, betTypes: ['single'] })).toBe('bet.type_not_offered')
  expect(refusalOf({ betType: 'single', groupsSumms: [1, 1, 998] }, { ...SAMPLE_TERMS, maximumBets: 2 })).toBe(
    'bet.type_not_offered',
  )
  expect(refusalOf({ events: [first, first] })).toBe('events: outcome twice')
  expect(refusalOf({ minimumOdds: ['1.5'] })).toBe('minimumOdds: one for each of events')
  expect(refusalOf({ groupsSumms: [999] })).toBe('summ: sum of groupsSumms')
  expect(refusalOf({ betType: 'single' })).toBe('groupsSumms: 3')
  expect(refusalOf({ eventsIndexes: [[0]] })).toBe('eventsIndexes: of blocks alone')
  expect(refusalOf(conditional)).toBe('groupsSumms: 0')
  expect(refusalOf({ ...conditional, eventsIndexes: [[0], [1, 1]] })).toBe('eventsIndexes: each of events once')
  expect(refusalOf({ ...conditional, eventsIndexes: [[0], [1, 2]] })).toBeNull()
  expect(refusalOf({ ...lobby, events: [...lobby.events], sizes: [2] })).toBe('eventsIndexes: missing')
  const places = [
    [0, 1],
    [2, 3],
  ]
  expect(refusalOf({ ...lobby, events: [...lobby.events], sizes: [2], eventsIndexes: places })).toBe(
    'eventsIndexes: lobby, others',
  )
  expect(refusalOf({ betType: 'system' })).toBe('sizes: missing')
  expect(refusalOf({ sizes: [2] })).toBe('sizes: of systems alone')
  const unbid = { ...SAMPLE_TERMS, isAutoBetAllowed: false }
  expect(refusalOf({ isAutoBet: true, autoBetCf: '9' }, unbid)).toBe('bet.bid_not_offered')
  expect(refusalOf({ promo: 'X' }, { ...SAMPLE_TERMS, isPromoAllowed: false })).toBe('bet.not_offered')
  for (const more of [{ VIPBetSumm: 1 }, { saleBetId: 1 }]) expect(refusalOf(more)).toBe('bet.not_offered')
  expect(refusalOf({ isPowerBet: true }, { ...SAMPLE_TERMS, isPromoAllowed: false })).toBe('bet.not_offered')
  const unlent = { ...SAMPLE_TERMS, isAdvanceAllowed: false }
  expect(refusalOf({ avanceBet: true }, unlent)).toBe('bet.advance_not_offered')
  expect(refusalOf({ avanceBet: true, betType: 'system', sizes: [2] })).toBe('bet.advance_type')
  const vip = { ...SAMPLE_TERMS, vipStakeMinor: 500_000 }
  expect(refusalOf({ VIPBetSumm: 1 }, vip)).toBe('VIPBetSumm: summ of one bet')
})
