import { describe, expect, test } from 'vitest'
import type { BetLeg, BetTax, SettledBet, SettledCover } from '#schemas'
import { isSettledBet as isBet } from '#schemas/generated/validators/betting.js'
import { COVER_BETS } from '../coupon/cover-bets.ts'
import {
  cover,
  deadHeat,
  express,
  fault,
  leg,
  payout,
  type Result,
  settled,
  single,
  system,
  won,
} from './settle-bet.test-support.ts'

describe('worked numbers', () => {
  test.each([
    ['win', '190.00'],
    ['half-win', '145.00'],
    ['void', '100.00'],
    ['half-lose', '50.00'],
    ['lose', '0.00'],
  ] as const)('MATH-3: 100 at 1.90, %s: %s', (result, paid) => {
    expect(payout(single(10_000, leg('1.90', result)))).toBe(paid)
  })

  test('MATH-3: a dead heat pays the share of the places', () => {
    expect(payout(single(5000, deadHeat('2.5', 1, 2)))).toBe('62.50')
    expect(payout(single(5000, deadHeat('3.0', 3, 6)))).toBe('75.00')
    expect(payout(express(1000, [leg('1.80'), deadHeat('5.0', 1, 2)]))).toBe('45.00')
    // A third is not 0.33.
    expect(payout(single(10_000, deadHeat('5.0', 1, 3)))).toBe('166.67')
  })

  test('MATH-4: an express multiplies; a void leg counts 1; all void returns the stake', () => {
    expect(payout(express(1000, [leg('1.80'), leg('1.95', 'void'), leg('2.20')]))).toBe('39.60')
    expect(payout(express(10_000, won('1.85', '1.85', '1.85')))).toBe('633.16')
    expect(payout(express(777, [leg('1.80', 'void'), leg('3.00', 'void')]))).toBe('7.77')
    expect(payout(express(1000, [leg('2.00', 'half-win'), ...won('2.2', '1.91', '2.5')]))).toBe('157.58')
    expect(
      payout({ ...express(1000, [leg('2.00', 'half-win'), ...won('2.2', '1.91', '2.5')]), rounding: 'truncate' }),
    ).toBe('157.57')
    expect(payout(express(1000, [leg('2', 'half-lose'), leg('2', 'half-lose'), ...won('1.91', '2.5')]))).toBe('11.94')
  })

  test('MATH-5: a system of two of three', () => {
    expect(payout(system(3000, [2], won('1.5', '2.0', '3.0')))).toBe('135.00')
    expect(payout(system(3000, [2], [...won('1.5', '2.0'), leg('3.0', 'lose')]))).toBe('30.00')
    expect(payout(system(3000, [2], [leg('1.5'), leg('2.0', 'void'), leg('3.0')]))).toBe('90.00')
    expect(payout(system(3000, [2], [leg('1.5', 'lose'), leg('2.0', 'void'), leg('3.0')]))).toBe('30.00')
    expect(payout(system(3000, [2], [leg('1.90', 'half-win'), ...won('2.0', '3.0')]))).toBe('132.50')
    expect(payout(system(10_000, [2], won('1.5', '2.0', '3.0')))).toBe('449.99')
  })

  test('MATH-6: full-cover bets, and how many lines they have', () => {
    expect(payout(cover('trixie', won('2', '3', '4')))).toBe('50.00')
    expect(payout(cover('patent', won('2', '3', '4')))).toBe('59.00')
    expect(payout(cover('yankee', won('2', '2.5', '3', '1.5')))).toBe('95.00')
    expect(payout(cover('lucky15', won('2', '2.5', '3', '1.5')))).toBe('104.00')
    expect(payout(cover('yankee', [...won('2', '2.5', '3'), leg('1.5', 'lose')]))).toBe('33.50')
    const lines = Object.entries(COVER_BETS).map(([name, { legs }]) => {
      const bet = cover(name as SettledCover['cover'], won(...Array.from({ length: legs }, () => '2')))
      return [name, settled(bet).lines]
    })
    expect(Object.fromEntries(lines)).toEqual({
      trixie: 4,
      patent: 7,
      yankee: 11,
      lucky15: 15,
      canadian: 26,
      lucky31: 31,
      heinz: 57,
      lucky63: 63,
      'super-heinz': 120,
      goliath: 247,
    })
  })

  test('MATH-7: an anti-express pays when the express loses, at the price of the server', () => {
    const anti = (antiExpressCoef: string, legs: BetLeg[]): SettledBet => ({
      type: 'anti-express',
      stakeMinor: 10_000,
      antiExpressCoef,
      legs,
    })
    const legs = (last: Result) => [...won('1.5', '2'), leg('2.6', last)]
    expect(payout(anti('1.08', legs('lose')))).toBe('108.00')
    expect(payout(anti('1.08', legs('win')))).toBe('0.00')
    expect(payout(anti('1.08', legs('half-lose')))).toBe('0.00')
    expect(payout(anti('1.08', [leg('1.5', 'void'), leg('2', 'void')]))).toBe('100.00')
    // 7.80 of 6.80 is fair for the three, 3 of 2 for the two that are left.
    expect(payout(anti('1.1471', [leg('1.5', 'lose'), leg('2'), leg('2.6', 'void')]))).toBe('150.00')
    expect(payout(anti('1.08', [leg('1.5', 'lose'), leg('2'), leg('2.6', 'void')]))).toBe('141.23')
  })

  test('MATH-8: a chain stakes the smaller of unit and account, in order', () => {
    const chain = (legs: BetLeg[]): SettledBet => ({ type: 'chain', stakeMinor: 300, legs })
    expect(payout(chain([leg('2.0'), leg('1.5'), leg('2', 'lose'), leg('3.0'), leg('2', 'lose')]))).toBe('7.50')
    expect(payout(chain([leg('2', 'lose'), ...won('9', '9')]))).toBe('0.00')
    expect(payout(chain([leg('2.0'), leg('1.5', 'void'), leg('2', 'lose')]))).toBe('3.00')
    const accounts = settled(chain([leg('2.0'), leg('1.5'), leg('2', 'lose'), leg('3.0'), leg('2', 'lose')]))
      .explanation.filter(({ step }) => step === 'link')
      .map(({ value }) => value)
    expect(accounts).toEqual(['6', '7.5', '4.5', '10.5', '7.5'])
  })

  test('MATH-9: the lobby multiplies the system, or loses it', () => {
    const lobby = (only: BetLeg, legs = won('1.5', '2', '3')): SettledBet => ({
      type: 'lobby',
      sizes: [2],
      stakeMinor: 3000,
      lobby: only,
      legs,
    })
    expect(payout(lobby(leg('1.80')))).toBe('243.00')
    expect(payout(lobby(leg('1.80', 'lose')))).toBe('0.00')
    expect(payout(lobby(leg('1.80', 'void')))).toBe('135.00')
    expect(payout(lobby(leg('1.80'), [leg('1.5', 'lose'), leg('2', 'lose'), leg('3')]))).toBe('0.00')
  })

  test('a conditional bet pays block by block, and is lost with its first', () => {
    const blocks = (first: Result, second: Result): SettledBet => ({
      type: 'conditional',
      stakeMinor: 1000,
      blocks: [{ legs: [leg('2.00', first)] }, { stakeMinor: 1500, legs: [leg('1.50', second), leg('2.00')] }],
    })
    expect(payout(blocks('win', 'win'))).toBe('50.00')
    expect(payout(blocks('win', 'lose'))).toBe('5.00')
    expect(payout(blocks('lose', 'win'))).toBe('0.00')
    expect(payout(blocks('void', 'win'))).toBe('30.00')
  })
})

describe('taxes', () => {
  const onStake = { stakeRate: '0.05', payoutRate: '0.20', base: 'net', thresholdMinor: 20_000 } as const

  test.each([
    ['net 20 %', 50_000, '1.5', { payoutRate: '0.20', base: 'net' }, [70_000, 0, 5000]],
    ['gross 20 %, below the stake', 100_000, '1.2', { payoutRate: '0.20', base: 'gross' }, [96_000, 0, 24_000]],
    ['on stake and payout', 10_000, '3.00', onStake, [24_700, 500, 3800]],
    ['below the threshold', 10_000, '2.00', onStake, [19_000, 500, 0]],
    ['the stake includes its tax', 10_500, '2.00', { stakeRate: '0.05', stakeMode: 'inclusive' }, [20_000, 500, 0]],
    ['up to the coefficient limit', 10_000, '1.30', { payoutRate: '0.2', coefficientLimit: '1.30' }, [13_000, 0, 0]],
    ['beyond the coefficient limit', 10_000, '1.31', { payoutRate: '0.2', coefficientLimit: '1.30' }, [12_480, 0, 620]],
  ] as const)('MATH-10: %s', (_, stake, odds, tax, [paid, stakeTaxMinor, payoutTaxMinor]) => {
    expect(settled(single(stake, leg(odds), tax))).toMatchObject({ payoutMinor: paid, stakeTaxMinor, payoutTaxMinor })
  })

  test('MATH-12: a tax is explained by what it is taken from, whole or beyond the threshold', () => {
    const told = (tax: BetTax) =>
      settled(single(10_000, leg('3.00'), tax))
        .explanation.filter(({ step }) => step.endsWith('_tax'))
        .map(({ expression, value }) => `${expression} = ${value}`)
    expect(told({ ...onStake, stakeRate: '0.050000' })).toEqual(['100 × 0.05 = 5', '190 × 0.2 = 38'])
    expect(told({ payoutRate: '0.15', base: 'gross', thresholdMinor: 25_000, thresholdMode: 'excess' })).toEqual([
      '50 × 0.15 = 7.5',
    ])
  })

  test.each([
    ['999', '0.00', '0.00'],
    ['1000', '150.00', '0.00'],
    ['1001', '150.15', '0.15'],
    ['5000', '750.00', '600.00'],
  ])(
    'MATH-10: 15 % of a payout of %s with a threshold of 1000: %s of the whole, %s of the excess',
    (gross, whole, excess) => {
      const tax = (thresholdMode: 'whole' | 'excess') =>
        settled(single(100, leg(gross), { payoutRate: '0.15', base: 'gross', thresholdMinor: 100_000, thresholdMode }))
          .payoutTaxMinor
      expect([tax('whole'), tax('excess')]).toEqual([Number(whole) * 100, Number(excess) * 100].map(Math.round))
    },
  )

  test('MATH-10: of net winnings no more than they are is taxed beyond a threshold', () => {
    const tax = { payoutRate: '0.5', base: 'net', thresholdMinor: 1000, thresholdMode: 'excess' } as const
    expect(settled(single(10_000, leg('1.10'), tax)).payoutTaxMinor).toBe(500)
    expect(settled(single(10_000, leg('1.10'), { ...tax, thresholdMinor: 10_500 })).payoutTaxMinor).toBe(250)
  })

  test('MATH-10: a void bet is never taxed; its stake tax comes back where the rules say so', () => {
    const voided = (tax: SettledBet['tax']) => settled(single(10_000, leg('3.00', 'void'), tax))
    expect(voided({ ...onStake, thresholdMinor: 0, base: 'gross' })).toMatchObject({
      payoutMinor: 9500,
      stakeTaxMinor: 500,
      payoutTaxMinor: 0,
    })
    expect(voided({ ...onStake, returnTax: true })).toMatchObject({
      payoutMinor: 10_000,
      stakeTaxMinor: 0,
      payoutTaxMinor: 0,
    })
  })
})

describe('bets that cannot be computed', () => {
  test.each<[string, SettledBet]>([
    ['odds_below_one /legs/0/odds', single(100, leg('0.99'))],
    [
      'odds_below_one /lobby/odds',
      { type: 'lobby', sizes: [2], stakeMinor: 300, lobby: leg('0'), legs: won('2', '2', '2') },
    ],
    [
      'odds_below_one /antiExpressCoef',
      { type: 'anti-express', stakeMinor: 300, antiExpressCoef: '0.5', legs: won('2', '2') },
    ],
    ['places_above_tied /legs/0/places', single(100, deadHeat('2', 3, 2))],
    ['size_above_legs /sizes/1', system(3000, [2, 4], won('2', '2', '2'))],
    ['cover_legs /legs', cover('yankee', won('2', '2', '2'))],
    ['stake_below_lines /stakeMinor', system(2, [2], won('2', '2', '2'))],
    ['stake_below_lines /stakeMinor', single(1, leg('2'), { stakeRate: '1' })],
    [
      'price_without_risk /legs',
      { type: 'anti-express', stakeMinor: 300, antiExpressCoef: '2', legs: won('1', '1.00') },
    ],
    [
      'conditional_legs /blocks',
      { type: 'conditional', stakeMinor: 100, blocks: [{ legs: won('2') }, { stakeMinor: 100, legs: won('2') }] },
    ],
    [
      'block_stake /blocks/1/stakeMinor',
      { type: 'conditional', stakeMinor: 100, blocks: [{ legs: won('2') }, { legs: won('2', '2') }] },
    ],
    [
      'block_stake /blocks/1/stakeMinor',
      { type: 'conditional', stakeMinor: 100, blocks: [{ legs: won('2') }, { stakeMinor: 201, legs: won('2', '2') }] },
    ],
    [
      'block_stake /blocks/0/stakeMinor',
      {
        type: 'conditional',
        stakeMinor: 100,
        blocks: [
          { stakeMinor: 100, legs: won('2') },
          { stakeMinor: 1, legs: won('2', '2') },
        ],
      },
    ],
    ['payout_too_large /stakeMinor', express(Number.MAX_SAFE_INTEGER, won('2', '2'))],
    [
      'payout_too_large /stakeMinor',
      { ...system(Number.MAX_SAFE_INTEGER, [1], won('1', '1', '1')), stakeIs: 'per-line' } as SettledBet,
    ],
  ])('%s', (expected, bet) => {
    expect(isBet(bet), JSON.stringify(isBet.errors)).toBe(true)
    expect(fault(bet)).toBe(expected)
  })

  test('each type says what it needs', () => {
    const wrong = (bet: object) => expect(isBet(bet), JSON.stringify(bet)).toBe(false)
    for (const type of [
      'single',
      'express',
      'system',
      'cover',
      'anti-express',
      'chain',
      'lobby',
      'conditional',
      'other',
    ]) {
      wrong({ type, stakeMinor: 100 })
    }
    wrong({ type: 'single', stakeMinor: 0, legs: won('2') })
    wrong({ type: 'single', stakeMinor: 1.5, legs: won('2') })
    wrong({ type: 'single', stakeMinor: 100, legs: won('2', '2') })
    wrong({ type: 'single', stakeMinor: 100, legs: won('1.23456') })
    wrong({ type: 'single', stakeMinor: 100, legs: [{ odds: '2', result: 'dead-heat' }] })
    wrong({ type: 'system', stakeMinor: 100, sizes: [], legs: won('2', '2', '2') })
    wrong({ type: 'system', stakeMinor: 100, sizes: [2, 2], legs: won('2', '2', '2') })
    wrong({ type: 'system', stakeMinor: 100, sizes: [2], legs: won(...Array.from({ length: 21 }, () => '2')) })
    wrong({ type: 'express', stakeMinor: 100, legs: won(...Array.from({ length: 51 }, () => '2')) })
  })
})
