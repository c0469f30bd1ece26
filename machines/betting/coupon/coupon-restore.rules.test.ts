import { describe, expect, test } from 'vitest'
import type { BettingConfig, BooleanConfig, Coupon, CouponConfig, GlobalConfig } from '#schemas'
import { isCoupon } from '#schemas/generated/validators/betting.js'
import { SAMPLE_TERMS, sampleEntry } from './coupon.contract.ts'
import { emptyCoupon, withEntries } from './coupon-entries.rules.ts'
import { loadedCoupon, restoredCoupon } from './coupon-restore.rules.ts'
import { isRefusal, newCouponState, pollDelayMs, restoredState, storedCoupon } from './coupon-state.rules.ts'
import { couponTerms } from './coupon-terms.rules.ts'
import { placeBetPayload } from './place-bet-payload.rules.ts'

const EMPTY = emptyCoupon(SAMPLE_TERMS, 7001)
const COUPON: Coupon = {
  ...withEntries(EMPTY, [sampleEntry(1), sampleEntry(2)], SAMPLE_TERMS),
  stakeText: '5',
  promo: 'X',
}
const WAY = { isApproved: false, isOneClick: false }
const PAYLOAD = placeBetPayload(COUPON, SAMPLE_TERMS, WAY)
const REQUEST = { betGuid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', payloadHash: '9f86d081884c7d65', payload: PAYLOAD }
const PLACEMENT = { request: REQUEST, entries: COUPON.entries, isOneClick: false }

describe('PLACE-1: a reload', () => {
  test('gives back what was kept, the bet on its way too', () => {
    const state = {
      ...newCouponState(SAMPLE_TERMS, 7001),
      ...restoredState(newCouponState(SAMPLE_TERMS, 7001), { ...COUPON, placement: PLACEMENT }),
    }
    expect(state).toMatchObject({
      coupon: COUPON,
      notice: null,
      sent: { betGuid: REQUEST.betGuid },
      bet: { payload: PAYLOAD },
    })
    expect(storedCoupon(state)).toEqual({ ...COUPON, placement: PLACEMENT })
    expect(isCoupon(storedCoupon(state))).toBe(true)
    expect(storedCoupon({ ...state, bet: null, sent: null })).toEqual(COUPON)
  })

  test('a bet placed by one press is found beside the coupon', () => {
    const pressed = { ...PLACEMENT, entries: [sampleEntry(9)], isOneClick: true }
    const state = restoredState(newCouponState(SAMPLE_TERMS, 7001), {
      ...COUPON,
      oneClickStakeText: '2',
      placement: pressed,
    })
    expect(state.coupon?.entries).toEqual(COUPON.entries)
    expect(state.bet?.coupon).toMatchObject({ entries: [sampleEntry(9)], stakeText: '2' })
  })

  test('drops faulty entries one by one and says how many', () => {
    const { coupon, notice } = restoredCoupon(
      { ...COUPON, entries: [{ outcomeId: 'x' }, COUPON.entries[1], COUPON.entries[1], 7] },
      SAMPLE_TERMS,
      7001,
    )
    expect(coupon).toMatchObject({ entries: [sampleEntry(2)], stakeText: '5', promo: 'X' })
    expect(notice).toEqual({ code: 'entries_dropped', count: 3 })
  })

  test('keeps the entries and the bet on its way when the rest is of another version', () => {
    const { coupon, placement, notice } = restoredCoupon(
      { ...COUPON, version: 2, placement: PLACEMENT },
      SAMPLE_TERMS,
      7001,
    )
    expect([coupon.entries, coupon.stakeText, placement, notice]).toEqual([
      COUPON.entries,
      '',
      PLACEMENT,
      { code: 'coupon_dropped' },
    ])
  })

  test.each([
    [null, null],
    [undefined, null],
    ['{', { code: 'coupon_dropped' }],
    [[1], { code: 'coupon_dropped' }],
    [{}, { code: 'coupon_dropped' }],
  ])('%j in storage leaves an empty coupon', (stored, notice) => {
    expect(restoredCoupon(stored, SAMPLE_TERMS, 7001)).toEqual({ coupon: EMPTY, placement: null, notice })
  })

  test('a faulty bet on its way is dropped without the rest', () => {
    const { coupon, placement } = restoredCoupon({ ...COUPON, placement: { request: {} } }, SAMPLE_TERMS, 7001)
    expect([coupon.entries, placement]).toEqual([COUPON.entries, null])
  })

  test('shows nobody the coupon of another player, and takes a guest’s over', () => {
    expect(restoredCoupon(COUPON, SAMPLE_TERMS, 7002)).toEqual({
      coupon: emptyCoupon(SAMPLE_TERMS, 7002),
      placement: null,
      notice: null,
    })
    expect(restoredCoupon(COUPON, SAMPLE_TERMS, null).coupon.entries).toEqual([])
    const { userId: _guest, ...guests } = COUPON
    expect(restoredCoupon(guests, SAMPLE_TERMS, 7002).coupon).toEqual({ ...COUPON, userId: 7002 })
  })

  test('switches off what the brand no longer offers', () => {
    const stored = { ...COUPON, isOneClick: true, isAutoBet: true, isAdvance: true }
    const terms = {
      ...SAMPLE_TERMS,
      isPromoAllowed: false,
      isOneClickAllowed: false,
      isAutoBetAllowed: false,
      isAdvanceAllowed: false,
    }
    expect(restoredCoupon(stored, terms, 7001).coupon).toMatchObject({
      promo: '',
      isOneClick: false,
      isAutoBet: false,
      isAdvance: false,
    })
    expect(restoredCoupon(stored, SAMPLE_TERMS, 7001).coupon).toMatchObject({
      promo: 'X',
      isOneClick: true,
      isAutoBet: true,
      isAdvance: true,
    })
  })
})

test('BET-15: a code brings its outcomes, without faulty ones', () => {
  const { coupon, notice } = loadedCoupon(COUPON, { code: 'K7', entries: [sampleEntry(5), {}] }, SAMPLE_TERMS)
  expect([coupon.entries, coupon.couponCode, notice]).toEqual([
    [sampleEntry(5)],
    'K7',
    { code: 'entries_dropped', count: 1 },
  ])
  expect(loadedCoupon(COUPON, { code: 'K7', entries: [sampleEntry(5)] }, SAMPLE_TERMS).notice).toBeNull()
  expect(withEntries(coupon, [sampleEntry(6)], SAMPLE_TERMS).couponCode).toBeUndefined()
})

test.each([
  [{ httpStatus: 403 }, true],
  [{ httpStatus: 422 }, true],
  [{ httpStatus: 409 }, true],
  [{ httpStatus: 408 }, false],
  [{ httpStatus: 500 }, false],
  [{ httpStatus: 200 }, false],
  [{ code: 'request.offline' }, false],
  [null, false],
])('PLACE-3: %j is a definite refusal: %s', (error, isDefinite) => {
  expect(isRefusal(error)).toBe(isDefinite)
})

test('PLACE-3: it is asked after 1, 2, 4 … and at most 30 s', () => {
  expect([0, 1, 2, 5, 6, 400].map(pollDelayMs)).toEqual([1000, 2000, 4000, 30_000, 30_000, 30_000])
})

describe('BET-6, CFG-25: the terms of a brand', () => {
  const place = (order: number, isAvailable = true) => ({ order, isAvailable })
  const currencies = {
    EUR: { exponent: 2, baseRate: '1', minimumBetMinor: 20 },
    UZS: { exponent: 2, baseRate: '13500', minimumBetMinor: 250_000 },
  } as unknown as GlobalConfig['currencies']
  const coupon = {
    maximumBets: 50,
    maximumSystemBets: 20,
    betTypes: { express: place(20), single: place(10), chain: place(30, false) },
    quickStakesMinor: [500],
    maximumStakeMinor: 100_000,
    maximumPayoutMinor: 1_000_000,
    overAmountText: '4000',
    pricePolicy: 'higher',
  } as unknown as CouponConfig
  const taxes: BettingConfig['taxes'] = {
    type: 'net',
    stakeTaxPercent: 5,
    payoutTaxPercent: 12.5,
    activationThresholdMinor: 20_000,
    thresholdMode: 'whole',
    coefficientLimit: '0',
    hasReturnTax: false,
    stakeTaxMode: 'deducted',
  }
  const BOOST = { minimumOdds: '1.3', steps: [] }
  const AUTO_BETS = { isContinuedLive: true, maximumLiveMinutes: 60 }
  const ADVANCE = { sharePercent: 50, maximumMinor: 10_000, windowHours: 24 }
  const config = (changes: BettingConfig['taxes']) => ({
    coupon,
    betting: {
      taxes: changes,
      vipBets: { countries: [], maximumStakeMinor: 1_000_000 },
      advance: ADVANCE,
      bids: AUTO_BETS,
      expressBoost: BOOST,
    },
    boolean: { isOneClickBetAllowed: true } as BooleanConfig,
    global: { currencies, defaultCurrency: 'EUR' },
  })

  test('are converted from the default currency, also when another has the same rate', () => {
    const usdt = { exponent: 6, baseRate: '1', minimumBetMinor: 200_000 } as unknown as (typeof currencies)[string]
    const site = { ...config(taxes), global: { currencies: { ...currencies, USDT: usdt }, defaultCurrency: 'USDT' } }
    // 0.10 of the default currency
    expect(couponTerms(site, 'USDT').maximumStakeMinor).toBe(100_000)
    expect(couponTerms(site, 'EUR').maximumStakeMinor).toBe(10)
  })

  test('are in the currency of the player', () => {
    expect(couponTerms(config(taxes), 'UZS')).toMatchObject({
      minimumStakeMinor: 250_000,
      quickStakesMinor: [7_000_000],
      maximumStakeMinor: 1_350_000_000,
      maximumPayoutMinor: 13_500_000_000,
      largePayoutMinor: 5_400_000_000,
      betTypes: ['single', 'express'],
      pricePolicy: { kind: 'higher' },
      isOneClickAllowed: true,
      advanceHours: 24,
      isAutoBetContinuedLive: true,
      tax: {
        stakeRate: '0.050000',
        payoutRate: '0.125000',
        base: 'net',
        thresholdMinor: 270_000_000,
        returnTax: false,
      },
    })
    expect(couponTerms(config({ ...taxes, type: 'none' }), 'EUR').tax).toEqual({})
    expect(() => couponTerms(config(taxes), 'XXX')).toThrow('XXX')
  })

  test('BET-11: VIP bets are offered when their flag is on and the country is one of theirs', () => {
    const vip = (isVipBetAllowed: boolean, country?: string) => {
      const vipBets = { countries: ['kz'], maximumStakeMinor: 1_000_000 }
      const site = {
        ...config(taxes),
        betting: { taxes, vipBets, advance: ADVANCE, bids: AUTO_BETS, expressBoost: BOOST },
        boolean: { isVipBetAllowed } as BooleanConfig,
      }
      return couponTerms(site, 'EUR', country).vipStakeMinor
    }
    expect(vip(true, 'kz')).toBe(1_000_000)
    expect([vip(false, 'kz'), vip(true, 'de'), vip(true)]).toEqual([undefined, undefined, undefined])
  })
})
