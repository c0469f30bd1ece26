import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlaceBetPayload, PlaceBetSelection } from '#schemas'
import makeBetSchema from '#schemas/betting/make-bet-body.schema.json' with { type: 'json' }
import putBetsSchema from '#schemas/betting/put-bets-body.schema.json' with { type: 'json' }
import {
  amountOfMinor,
  callOfBet,
  makeBetBody,
  minorOfAmount,
  putBetsBody,
  readMakeBet,
  readPutBets,
} from './bet-codec.ts'

const selection = (outcomeId: number): PlaceBetSelection => ({
  gameId: outcomeId,
  marketId: outcomeId,
  typeId: 1,
  outcomeId,
  kind: 3,
  odds: '2.00',
  epoch: 'e1',
  seq: 1,
})
const betGuid = '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11'
const payloadHash = '9f86d081884c7d65'
const BY = { exponent: 2, checkCf: 0 } as const
const WHOLE = { exponent: 0, checkCf: 0 } as const
const common = { checkCf: 0, approvedBet: false } as const
const minor = fc.integer({ min: 1, max: 999_999_999_999 })
const exponent = fc.integer({ min: 0, max: 8 })

test('BET-20: an amount survives its way over the wire, whatever the places of its currency', () => {
  fc.assert(fc.property(minor, exponent, (one, places) => minorOfAmount(amountOfMinor(one, places), places) === one))
  expect([amountOfMinor(1250, 2), minorOfAmount(12.5, 2), minorOfAmount(0.1 + 0.2, 2)]).toEqual([12.5, 1250, null])
  expect([minorOfAmount(12.505, 2), minorOfAmount(1e-8, 8), minorOfAmount(1e-9, 8)]).toEqual([null, 1, null])
  expect(() => amountOfMinor(9_007_199_254_740_991, 2)).toThrow('more than 15 digits')
})

test('BET-20: a bet that is written into a call is read out of it again', () => {
  fc.assert(
    fc.property(fc.array(minor, { minLength: 1, maxLength: 5 }), exponent, fc.boolean(), (stakes, places, isVip) => {
      const payload: PlaceBetPayload = {
        ...common,
        betType: 'conditional',
        events: [selection(1), selection(2), selection(3)],
        summ: stakes[0] ?? 1,
        groupsSumms: stakes,
        ...(isVip ? { VIPBetSumm: 500 } : {}),
      }
      const read = readMakeBet(makeBetBody({ betGuid, payloadHash, payload }, places), { exponent: places, checkCf: 0 })
      expect(read).toEqual({ ok: true, payload })
    }),
  )
})

test('BET-22: several single bets are written and read with a stake and a lowest price each', () => {
  const payload: PlaceBetPayload = {
    ...common,
    betType: 'single',
    events: [selection(1), selection(2)],
    summ: 1250,
    groupsSumms: [1000, 250],
    minimumOdds: ['1.95', '1.90'],
    promo: 'WELCOME',
    couponCode: 'K7QX2M',
    oneClickBet: true,
    isPowerBet: false,
  }
  const body = putBetsBody({ betGuid, payloadHash, payload }, 2)
  expect(body.coupons.map(({ Summ }) => Summ)).toEqual([10, 2.5])
  expect(readPutBets(body, BY)).toEqual({ ok: true, payload })
})

test('an amount that the currency does not have is named by its place', () => {
  const body = makeBetBody(
    {
      betGuid,
      payloadHash,
      payload: { ...common, betType: 'single', events: [selection(1)], summ: 150, groupsSumms: [150] },
    },
    2,
  )
  expect(readMakeBet(body, WHOLE)).toEqual({ ok: false, where: 'body/summ' })
  expect(readMakeBet({ ...body, summ: 1 }, WHOLE)).toEqual({ ok: false, where: 'body/groupsSumms/0' })
  expect(readMakeBet({ ...body, summ: 1, groupsSumms: [1], VIPBetSumm: 1.5 }, WHOLE)).toEqual({
    ok: false,
    where: 'body/VIPBetSumm',
  })
  const bets = { coupon: { betGuid, ...common }, coupons: [{ events: [selection(1)], Summ: 1.005 }] }
  expect(readPutBets(bets as Parameters<typeof readPutBets>[0], BY)).toEqual({
    ok: false,
    where: 'body/coupons/0/Summ',
  })
})

test('BET-20, BET-22: each kind of bet has its call', () => {
  const bet = (changes: Partial<PlaceBetPayload>): PlaceBetPayload => ({
    ...common,
    betType: 'single',
    events: [selection(1)],
    summ: 100,
    groupsSumms: [100],
    ...changes,
  })
  const callOf = (changes: Partial<PlaceBetPayload>) => callOfBet(bet(changes)).id
  expect(callOf({})).toBe('makeBetWeb')
  expect(callOf({ events: [selection(1), selection(2)] })).toBe('putBetsCommon')
  expect(callOf({ betType: 'express', events: [selection(1), selection(2)] })).toBe('makeBetWeb')
  expect([callOf({ betType: 'lobby' }), callOf({ betType: 'conditional' })]).toEqual([
    'makeBetWebMulti',
    'makeBetWebMulti',
  ])
  expect(callOf({ isAutoBet: true })).toBe('makeBetBidWeb')
})

test('BET-1: the calls of coupons carry the names of the specification', () => {
  const names = new Set([...namesIn(makeBetSchema), ...namesIn(putBetsSchema)])
  const typed = `coupon coupons events eventsIndexes groupsSumms Summ betGuid couponCode promo expressNum antiExpressCoef checkCf
    approvedBet avanceBet isAutoBet autoBetCf autoBetCfView dropOnScoreChange VIPBetSumm saleBetId oneClickBet IsExpressBoost
    IsPowerBet isPowerBet withLobby`
  expect(typed.split(/\s+/).filter((name) => !names.has(name))).toEqual([])
})

/** The names of all properties of a schema. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { readonly properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)]
}
