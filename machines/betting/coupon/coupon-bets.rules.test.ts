import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coupon, CouponEdit } from '#schemas'
import { isPlaceBetPayload as isPayload } from '#schemas/generated/validators/betting.js'
import { settleBet } from '../settling/settle-bet.rules.ts'
import { SAMPLE_TERMS, sampleEntry } from './coupon.contract.ts'
import { couponTotals, readStake } from './coupon-bets.rules.ts'
import { editCoupon } from './coupon-edit.rules.ts'
import { emptyCoupon, withEntries } from './coupon-entries.rules.ts'
import { couponProblems, couponWarnings, missingMinor } from './coupon-problems.rules.ts'
import { newCouponState, ownBet } from './coupon-state.rules.ts'
import type { CouponTerms } from './coupon-terms.rules.ts'
import { placeBetPayload } from './place-bet-payload.rules.ts'

const READY = { userId: 7001, isFeedLive: true, advanceLimitMinor: null, advanceOwnMinor: null }
const WAY = { isApproved: false, isOneClick: false }

/** A coupon of outcomes at these prices, to which something was done. */
function couponOf(prices: readonly string[], edits: readonly CouponEdit[], changes: Partial<Coupon> = {}): Coupon {
  const entries = prices.map((odds, index) => sampleEntry(index + 1, { odds, agreedOdds: odds }))
  const filled = withEntries(emptyCoupon(SAMPLE_TERMS, 7001), entries, SAMPLE_TERMS)
  return { ...edits.reduce((coupon, edit) => editCoupon(coupon, edit, SAMPLE_TERMS).coupon, filled), ...changes }
}

function totalsOf(coupon: Coupon, terms: CouponTerms = SAMPLE_TERMS) {
  const result = couponTotals(coupon, terms)
  if (!result.ok) throw new Error(result.code)
  return result.totals
}

function codesOf(coupon: Coupon, changes = {}, terms: CouponTerms = SAMPLE_TERMS): readonly string[] {
  return couponProblems(coupon, terms, { ...READY, ...changes }).map(({ code }) => code)
}

const typed = (text: string, key?: string): CouponEdit => ({ kind: 'stake_typed', text, ...(key ? { key } : {}) })
const chosen = (betType: Coupon['betType'], cover?: NonNullable<Coupon['cover']>): CouponEdit => ({
  kind: 'type_chosen',
  betType,
  ...(cover ? { cover } : {}),
})

describe('BET-9: the possible payout is what settlement would pay', () => {
  test.each<[string, Coupon, number, number]>([
    ['single', couponOf(['1.90'], [typed('10')]), 1000, 1900],
    ['singles at one stake', couponOf(['1.90', '2.10'], [chosen('single'), typed('10')]), 2000, 4000],
    [
      'singles at their own',
      couponOf(
        ['1.90', '2.10'],
        [chosen('single'), { kind: 'one_stake_chosen', hasOneStake: false }, typed('1', '1'), typed('2,50', '2')],
      ),
      350,
      190 + 525,
    ],
    ['express rounded once', couponOf(['1.85', '1.85', '1.85'], [typed('100')]), 10_000, 63_316],
    ['MATH-5: system with an odd unit', couponOf(['1.5', '2', '3'], [chosen('system'), typed('100')]), 10_000, 44_999],
    ['trixie', couponOf(['2', '3', '4'], [chosen('cover', 'trixie'), typed('4')]), 400, 5000],
    ['chain', couponOf(['2', '1.5'], [chosen('chain'), typed('3')]), 300, 750],
    [
      'anti-express',
      couponOf(['1.5', '2', '2.6'], [chosen('anti-express'), typed('100')], { antiExpressCoef: '1.08' }),
      10_000,
      10_800,
    ],
    ['MATH-9: lobby', couponOf(['1.80', '1.5', '2', '3'], [chosen('lobby'), typed('30')]), 3000, 24_300],
  ])('%s', (_name, coupon, stakeMinor, payoutMinor) => {
    expect(totalsOf(coupon)).toMatchObject({ stakeMinor, payoutMinor })
    expect(isPayload(placeBetPayload(coupon, SAMPLE_TERMS, WAY))).toBe(true)
  })

  test('a conditional bet pays its first block, and stakes later ones from what was won', () => {
    const coupon = couponOf(
      ['2', '1.5', '2'],
      [chosen('conditional'), { kind: 'blocks_chosen', blocks: [[1], [2, 3]] }, typed('10'), typed('15', '1')],
    )
    const result = settleBet({
      type: 'conditional',
      stakeMinor: 1000,
      blocks: [
        { legs: [{ odds: '2', result: 'win' }] },
        { stakeMinor: 1500, legs: ['1.5', '2'].map((odds) => ({ odds, result: 'win' as const })) },
      ],
    })
    expect(result.ok && result.settlement.payoutMinor).toBe(totalsOf(coupon).payoutMinor)
    const payload = placeBetPayload(coupon, SAMPLE_TERMS, WAY)
    expect(payload).toMatchObject({ summ: 1000, groupsSumms: [1000, 1500], eventsIndexes: [[0], [1, 2]] })
  })

  test('BET-9: an express at any prices and stakes pays as it settles, taxes too', () => {
    const price = fc.integer({ min: 101, max: 5000 }).map((cents) => (cents / 100).toFixed(2))
    const tax = { stakeRate: '0.05', payoutRate: '0.20', base: 'net', thresholdMinor: 20_000 } as const
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 20, max: 100_000 }),
        (prices, stakeMinor) => {
          const { payoutMinor, stakeTaxMinor, payoutTaxMinor } = totalsOf(
            couponOf(prices, [{ kind: 'stake_pressed', stakeMinor }]),
            { ...SAMPLE_TERMS, tax },
          )
          const settled = settleBet({
            type: 'express',
            stakeMinor,
            maximumPayoutMinor: SAMPLE_TERMS.maximumPayoutMinor,
            tax,
            legs: prices.map((odds) => ({ odds, result: 'win' })),
          })
          expect(settled).toMatchObject({ ok: true, settlement: { payoutMinor, stakeTaxMinor, payoutTaxMinor } })
        },
      ),
    )
  })

  test('MATH-10: the coupon warns when the payout after tax is below the stake', () => {
    const terms: CouponTerms = { ...SAMPLE_TERMS, tax: { payoutRate: '0.20', base: 'gross' } }
    const low = totalsOf(couponOf(['1.20'], [typed('1000')]), terms)
    expect([low.payoutMinor, couponWarnings(low, terms)]).toEqual([96_000, ['payout_below_stake']])
    expect(couponWarnings(totalsOf(couponOf(['1.30'], [typed('1000')]), terms), terms)).toEqual([])
  })

  test('BET-24: a payout is cut to what the brand pays for one bet, and said to be, of each single bet by itself', () => {
    const terms = { ...SAMPLE_TERMS, maximumPayoutMinor: 200_000 }
    const both = totalsOf(couponOf(['1.90', '2.10'], [chosen('single'), typed('1000')]), terms)
    expect([both.payoutMinor, couponWarnings(both, terms)]).toEqual([390_000, ['payout_above_maximum']])
    const within = totalsOf(couponOf(['1.90', '2'], [chosen('single'), typed('1000')]), terms)
    expect([within.payoutMinor, couponWarnings(within, terms)]).toEqual([390_000, []])
  })

  test('BET-8: a payout above the bound of the configuration is whole, and the player is asked to look again', () => {
    const terms = { ...SAMPLE_TERMS, largePayoutMinor: 200_000 }
    const above = totalsOf(couponOf(['2.01'], [typed('1000')]), terms)
    expect([above.payoutMinor, couponWarnings(above, terms)]).toEqual([201_000, ['payout_large']])
    expect(couponWarnings(totalsOf(couponOf(['2'], [typed('1000')]), terms), terms)).toEqual([])
  })
})

describe('the stake', () => {
  test.each([
    ['5', 500],
    [' 12,5 ', 1250],
    ['0.20', 20],
    ['', 'stake_missing'],
    ['  ', 'stake_missing'],
    ['0', 'stake_invalid'],
    ['-5', 'stake_invalid'],
    ['1.234', 'stake_invalid'],
    ['five', 'stake_invalid'],
    ['1e3', 'stake_invalid'],
  ])('%j is read as %j', (text, read) => {
    expect(readStake(text, 2)).toBe(read)
  })

  test('BET-6: a stake below the least of the currency, or above the most, is refused, of each single bet by itself', () => {
    expect(codesOf(couponOf(['2'], [typed('0.19')]))).toEqual(['stake_below_minimum'])
    expect(codesOf(couponOf(['2'], [typed('0.20')]))).toEqual([])
    expect(codesOf(couponOf(['2'], [typed('1000')]))).toEqual([])
    expect(codesOf(couponOf(['2'], [typed('1000.01')]))).toEqual(['stake_above_maximum'])
    expect(codesOf(couponOf(['2', '3'], [chosen('single'), typed('0.15')]))).toEqual(['stake_below_minimum'])
    expect(codesOf(couponOf(['2', '3'], [chosen('single'), typed('600')]))).toEqual([])
  })
})

test('BET-25: what is missing for the stake is known before it is sent, but where the rest is advanced or nobody knows', () => {
  const totals = { stakeMinor: 6000, isFree: false }
  const missing = (balanceMinor: number | null, isAdvance = false) => missingMinor({ isAdvance }, totals, balanceMinor)
  expect([missing(5000), missing(6000), missing(7000), missing(null), missing(5000, true)]).toEqual([1000, 0, 0, 0, 0])
})

test('BET-25: a press that agrees to the prices of now sends them, and one that does not sends nothing', () => {
  const fallen = sampleEntry(1, { odds: '1.90', agreedOdds: '2.00' })
  const terms: CouponTerms = { ...SAMPLE_TERMS, pricePolicy: { kind: 'higher' } }
  const coupon = { ...emptyCoupon(terms, 7001), entries: [fallen], stakeText: '5' }
  const state = { ...newCouponState(terms, 7001), coupon }
  expect(ownBet(state, {})).toBeNull()
  expect(ownBet(state, { acceptsPrices: true })?.payload).toMatchObject({ checkCf: 2, events: [{ odds: '1.90' }] })
  const risen = { ...coupon, entries: [{ ...fallen, odds: '2.10' }] }
  expect(ownBet({ ...state, coupon: risen }, {})?.payload).toMatchObject({ events: [{ odds: '2.10' }] })
})

describe('what keeps a coupon from being sent', () => {
  const coupon = couponOf(['2', '3'], [typed('5')])
  const withFirst = (changes: Parameters<typeof sampleEntry>[1]): Coupon => ({
    ...coupon,
    entries: coupon.entries.map((entry, place) => (place === 0 ? { ...entry, ...changes } : entry)),
  })

  test('nothing does as it is', () => expect(codesOf(coupon)).toEqual([]))

  test.each<[string, readonly string[]]>([
    ['player_missing', codesOf(coupon, { userId: null })],
    ['prices_stale', codesOf(coupon, { isFeedLive: false })],
    ['entries_missing', codesOf(emptyCoupon(SAMPLE_TERMS, 1))],
    ['entries_too_many', codesOf(coupon, {}, { ...SAMPLE_TERMS, maximumBets: 1 })],
    ['suspended', codesOf(withFirst({ isSuspended: true }))],
    ['suspended', codesOf(withFirst({ status: 3 }))],
    ['conflict', codesOf(withFirst({ mainGameId: 2 }))],
    ['line_changed', codesOf(withFirst({ parameter: '1.5' }))],
    ['price_changed', codesOf(withFirst({ odds: '1.99' }))],
    ['stake_missing', codesOf({ ...coupon, stakeText: '' })],
    ['price_missing', codesOf(couponOf(['2', '3'], [typed('5'), chosen('anti-express')]))],
    [
      'bet_impossible',
      codesOf(
        couponOf(['2', '3', '4'], [chosen('system'), typed('0.02')]),
        {},
        { ...SAMPLE_TERMS, minimumStakeMinor: 1 },
      ),
    ],
    ['advance_too_small', codesOf({ ...coupon, isAdvance: true }, { advanceLimitMinor: 499 })],
    ['advance_too_small', codesOf({ ...coupon, isAdvance: true })],
    ['advance_too_small', codesOf({ ...coupon, isAdvance: true }, { advanceLimitMinor: 299, advanceOwnMinor: 200 })],
    ['advance_impossible', codesOf({ ...coupon, isAdvance: true, betType: 'chain' }, { advanceLimitMinor: 500 })],
    [
      'advance_impossible',
      codesOf({ ...coupon, isAdvance: true, isAutoBet: true, autoBetCf: '6.01' }, { advanceLimitMinor: 500 }),
    ],
    ['auto_price_wrong', codesOf({ ...coupon, isAutoBet: true, autoBetCf: '6' })],
    ['auto_price_wrong', codesOf({ ...coupon, isAutoBet: true, autoBetCf: 'x' })],
    [
      'auto_bet_impossible',
      codesOf({ ...couponOf(['2', '3'], [chosen('single'), typed('5')]), isAutoBet: true, autoBetCf: '9' }),
    ],
  ])('%s', (code, codes) => {
    expect(codes).toEqual([code])
  })

  test('BET-20: extras are sent only where they were chosen', () => {
    expect(Object.keys(placeBetPayload(coupon, SAMPLE_TERMS, WAY) ?? {})).toEqual([
      'betType',
      'events',
      'summ',
      'groupsSumms',
      'checkCf',
      'approvedBet',
    ])
    const all: Coupon = {
      ...coupon,
      promo: ' WELCOME ',
      isAdvance: true,
      isAutoBet: true,
      autoBetCf: '7,5',
      isDroppedOnScore: true,
      couponCode: 'K7',
    }
    const payload = placeBetPayload(all, SAMPLE_TERMS, { isApproved: true, isOneClick: true })
    expect(payload).toMatchObject({
      promo: 'WELCOME',
      avanceBet: true,
      isAutoBet: true,
      autoBetCf: '7.5',
      dropOnScoreChange: true,
      couponCode: 'K7',
      approvedBet: true,
      oneClickBet: true,
    })
    expect(isPayload(payload)).toBe(true)
    expect(codesOf({ ...coupon, isAdvance: true }, { advanceLimitMinor: 300, advanceOwnMinor: 200 })).toEqual([])
    expect(codesOf({ ...coupon, isAutoBet: true, autoBetCf: '6.01' })).toEqual([])
  })

  test('BET-11: a stake above the largest is a VIP bet where one is offered, and too much elsewhere', () => {
    const vip: CouponTerms = { ...SAMPLE_TERMS, vipStakeMinor: 500_000 }
    const at = (stakeText: string) => ({ ...coupon, stakeText })
    const sent = (stakeText: string, terms: CouponTerms = vip) => placeBetPayload(at(stakeText), terms, WAY)?.VIPBetSumm
    expect([sent('1000'), sent('1001'), sent('1001', SAMPLE_TERMS)]).toEqual([undefined, 100_100, undefined])
    const codes = (stakeText: string, terms: CouponTerms = vip) =>
      couponProblems(at(stakeText), terms, READY).map(({ code }) => code)
    expect(codes('5000')).toEqual([])
    expect(codes('5000.01')).toContain('stake_above_maximum')
    expect(codes('1001', SAMPLE_TERMS)).toContain('stake_above_maximum')
  })

  test('PLACE-4: the payload says what may change, and where each price was seen', () => {
    const sent = (kind: 'none' | 'any' | 'higher') =>
      placeBetPayload({ ...coupon, pricePolicy: { kind } }, SAMPLE_TERMS, WAY)?.checkCf
    expect([sent('none'), sent('any'), sent('higher')]).toEqual([0, 1, 2])
    const slipping: Coupon = { ...withFirst({ odds: '1.97', seq: 9 }), pricePolicy: { kind: 'slippage', percent: 5 } }
    const payload = placeBetPayload(slipping, SAMPLE_TERMS, WAY)
    expect(payload).toMatchObject({ checkCf: 0, minimumOdds: ['1.95', '2.90'] })
    expect(payload?.events[0]).toMatchObject({ odds: '1.97', epoch: 'e1', seq: 9 })
  })
})

describe('a free bet in the coupon', () => {
  const FREE = { code: 'F90012', name: 'Gift', stakeMinor: 1000, isStakeReturned: false }
  const stakes = (isStakeReturned: boolean): CouponEdit => ({
    kind: 'freebet_chosen',
    freebet: { ...FREE, isStakeReturned },
  })

  test('PROMO-19: 10.00 at 3.50 pays 25.00 without its stake and 35.00 with it, and costs the player nothing', () => {
    for (const [isStakeReturned, payoutMinor] of [
      [false, 2500],
      [true, 3500],
    ] as const) {
      const totals = totalsOf(couponOf(['3.50'], [typed('7'), stakes(isStakeReturned)]))
      expect(totals).toMatchObject({ stakeMinor: 1000, payoutMinor, isFree: true })
      expect(missingMinor({ isAdvance: false }, totals, 0)).toBe(0)
    }
  })

  const uncapped = { ...SAMPLE_TERMS, maximumPayoutMinor: 10 ** 12 }

  test('whatever the prices, it pays what a bet of its stake pays, less that stake', () => {
    const price = fc.integer({ min: 101, max: 2000 }).map((odds) => (odds / 100).toFixed(2))
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 5 }), (prices) => {
        const own = totalsOf(couponOf(prices, [typed('10')]), uncapped)
        const free = totalsOf(couponOf(prices, [stakes(false)]), uncapped)
        expect(own.payoutMinor - free.payoutMinor).toBe(1000)
        expect(couponWarnings(free, SAMPLE_TERMS)).not.toContain('payout_below_stake')
      }),
    )
  })

  test('it is sent by its code, pays one bet, and is left out by a stake that is typed', () => {
    const coupon = couponOf(['2.00'], [stakes(false)])
    expect(placeBetPayload(coupon, SAMPLE_TERMS, WAY)).toMatchObject({ promo: 'F90012', summ: 1000 })
    expect(codesOf(coupon)).toEqual([])
    expect(codesOf(couponOf(['2.00', '2.00'], [chosen('single'), stakes(false)]))).toContain('freebet_impossible')
    expect(couponOf(['2.00'], [stakes(false), typed('3')])).toMatchObject({ stakeText: '3', promo: '' })
    expect(couponOf(['2.00'], [stakes(false), { kind: 'freebet_chosen' }])).toMatchObject({ stakeText: '', promo: '' })
    expect(withEntries(coupon, [], SAMPLE_TERMS).freebet).toBeUndefined()
  })
})
