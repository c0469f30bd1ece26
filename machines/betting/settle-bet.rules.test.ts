import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rational, rationalOf, roundTo } from '#machines/odds/rational.rules.ts'
import type { BetLeg, BetSettlement, SettledBet, SettledCover } from '#schemas'
import { validate as isSettlement } from '#schemas/generated/validators/betting/bet-settlement.js'
import { validate as isBet } from '#schemas/generated/validators/betting/settled-bet.js'
import { COVER_BETS } from './cover-bets.ts'
import { settleBet } from './settle-bet.rules.ts'

type Result = Exclude<BetLeg['result'], 'dead-heat'>

const leg = (odds: string, result: Result = 'win'): BetLeg => ({ odds, result })
const deadHeat = (odds: string, places: number, tied: number): BetLeg => ({ odds, result: 'dead-heat', places, tied })
const won = (...odds: string[]): BetLeg[] => odds.map((one) => leg(one))

function settled(bet: SettledBet): BetSettlement {
  expect(isBet(bet), JSON.stringify(isBet.errors)).toBe(true)
  const result = settleBet(bet)
  if (!result.ok) throw new Error(`${result.fault.code} at ${result.fault.path}`)
  expect(isSettlement(result.settlement), JSON.stringify(isSettlement.errors)).toBe(true)
  return result.settlement
}

/** In the currency, with two places. */
const payout = (bet: SettledBet) => (settled(bet).payoutMinor / 100).toFixed(2)
const fault = (bet: SettledBet) => {
  const result = settleBet(bet)
  return result.ok ? null : `${result.fault.code} ${result.fault.path}`
}

const single = (stakeMinor: number, only: BetLeg, tax?: SettledBet['tax']): SettledBet => ({
  type: 'single',
  stakeMinor,
  legs: [only],
  ...(tax ? { tax } : {}),
})
const express = (stakeMinor: number, legs: BetLeg[]): SettledBet => ({ type: 'express', stakeMinor, legs })
const system = (stakeMinor: number, sizes: number[], legs: BetLeg[]): SettledBet => ({
  type: 'system',
  stakeMinor,
  sizes,
  legs,
})
const cover = (name: SettledCover['cover'], legs: BetLeg[]): SettledBet => ({
  type: 'cover',
  cover: name,
  stakeMinor: 100,
  stakeIs: 'per-line',
  legs,
})

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

describe('laws', () => {
  const odds = fc.integer({ min: 100, max: 3000 }).map((cents) => (cents / 100).toFixed(2))
  const anyLeg: fc.Arbitrary<BetLeg> = fc.oneof(
    fc.record({ odds, result: fc.constantFrom<Result>('win', 'lose', 'void', 'half-win', 'half-lose') }),
    fc
      .record({ odds, places: fc.integer({ min: 1, max: 3 }), tied: fc.integer({ min: 3, max: 7 }) })
      .map((one) => ({ ...one, result: 'dead-heat' as const })),
  )
  const legs = (minLength: number, maxLength: number) => fc.array(anyLeg, { minLength, maxLength })

  /** All combinations of so many of the first n numbers, in lexicographic order. */
  function combinations(count: number, size: number, from = 0): number[][] {
    if (size === 0) return [[]]
    const firsts = Array.from({ length: Math.max(0, count - from) }, (_, index) => from + index)
    return firsts.flatMap((first) => combinations(count, size - 1, first + 1).map((rest) => [first, ...rest]))
  }

  test('MATH-5: a system equals the sum of its lines, each with its own stake, up to twelve legs', () => {
    const cases = legs(3, 12).chain((some) =>
      fc.record({
        some: fc.constant(some),
        sizes: fc.uniqueArray(fc.integer({ min: 1, max: some.length }), { minLength: 1, maxLength: 3 }),
        stake: fc.integer({ min: 5000, max: 1_000_000 }),
      }),
    )
    fc.assert(
      fc.property(cases, ({ some, sizes, stake }) => {
        fc.pre(some.some(({ result }) => result !== 'void'))
        const lines = sizes.toSorted((one, other) => one - other).flatMap((size) => combinations(some.length, size))
        // Times a common denominator of all factors, so that the sum is of whole numbers.
        const scale = 2n * 100n * 3n * 4n * 5n * 6n * 7n
        const factors = some.map((one) => {
          const price = BigInt(one.odds.replace('.', ''))
          const by = { win: price, lose: 0n, void: 100n, 'half-win': (price + 100n) / 2n, 'half-lose': 50n } as const
          if (one.result === 'dead-heat') return (price * (scale / 100n) * BigInt(one.places)) / BigInt(one.tied)
          const exact = one.result === 'half-win' ? ((price + 100n) * scale) / 200n : (by[one.result] * scale) / 100n
          return exact
        })
        const deepest = BigInt(Math.max(...sizes))
        let sum = 0n
        for (const [index, line] of lines.entries()) {
          const own = Math.floor(stake / lines.length) + (index < stake % lines.length ? 1 : 0)
          const product = line.reduce((product, at) => product * (factors[at] ?? 0n), 1n)
          sum += BigInt(own) * product * scale ** (deepest - BigInt(line.length))
        }
        const expected = roundTo(rational(sum, scale ** deepest), 'half-up')
        expect(BigInt(settled(system(stake, sizes, some)).payoutMinor)).toBe(expected)
      }),
      { numRuns: 60 },
    )
  })

  test('MATH-6: with singles a cover is the product of one more than each factor, less one; without, less their sum', () => {
    fc.assert(
      fc.property(fc.array(odds, { minLength: 4, maxLength: 4 }), (prices) => {
        const all = prices.reduce((product, price) => product * (BigInt(price.replace('.', '')) + 100n), 1n)
        const expected = roundTo(rational((all - 100n ** 4n) * 100n, 100n ** 4n), 'half-up')
        expect(BigInt(settled(cover('lucky15', won(...prices))).payoutMinor)).toBe(expected)
        // The factors of singles are whole minor units: they change no rounding.
        const singles = prices.reduce((sum, price) => sum + BigInt(price.replace('.', '')), 0n)
        expect(BigInt(settled(cover('yankee', won(...prices))).payoutMinor)).toBe(expected - singles)
      }),
    )
  })

  test('MATH-4: the order of an express never matters, and a lost leg loses it', () => {
    fc.assert(
      fc.property(legs(2, 10), fc.integer({ min: 1, max: 1_000_000 }), (some, stake) => {
        const paid = settled(express(stake, some)).payoutMinor
        expect(settled(express(stake, some.toReversed())).payoutMinor).toBe(paid)
        if (some.some(({ result }) => result === 'lose')) expect(paid).toBe(0)
      }),
    )
  })

  test('MATH-2: what is paid is within half a minor unit of the exact payout', () => {
    fc.assert(
      fc.property(odds, fc.integer({ min: 1, max: 100_000_000 }), (price, stake) => {
        const { numerator, denominator } = rationalOf(price)
        const paid = BigInt(settled(single(stake, leg(price))).payoutMinor)
        const off = 2n * (paid * denominator - BigInt(stake) * numerator)
        expect(off > -denominator && off <= denominator).toBe(true)
      }),
    )
  })

  test('MATH-10: stake, taxes and payout add up, and no tax is more than what it is taken from', () => {
    const rate = fc.integer({ min: 0, max: 100 }).map((percent) => (percent / 100).toFixed(2))
    const tax = fc.record({
      stakeRate: rate,
      stakeMode: fc.constantFrom('deducted' as const, 'inclusive' as const),
      payoutRate: rate,
      base: fc.constantFrom('net' as const, 'gross' as const),
      thresholdMinor: fc.integer({ min: 0, max: 100_000 }),
      thresholdMode: fc.constantFrom('whole' as const, 'excess' as const),
      returnTax: fc.boolean(),
    })
    fc.assert(
      fc.property(anyLeg, fc.integer({ min: 1, max: 100_000 }), tax, (one, stake, rules) => {
        const result = settleBet(single(stake, one, rules))
        if (!result.ok) {
          expect(result.fault.code).toBe('stake_below_lines')
          return
        }
        const { payoutMinor, stakeTaxMinor, payoutTaxMinor } = result.settlement
        const effective = one.result === 'void' && rules.returnTax ? stake : stake - stakeTaxMinor
        const untaxed = settled(single(effective, one)).payoutMinor
        expect(payoutMinor + payoutTaxMinor).toBe(untaxed)
        expect(Math.min(payoutMinor, payoutTaxMinor, stakeTaxMinor)).toBeGreaterThanOrEqual(0)
        if (rules.base === 'net') expect(payoutTaxMinor).toBeLessThanOrEqual(Math.max(0, untaxed - effective))
      }),
    )
  })

  test('MATH-12: the last step says what is paid, and every factor stands in the explanation', () => {
    fc.assert(
      fc.property(legs(3, 8), fc.integer({ min: 1000, max: 100_000 }), (some, stake) => {
        const { explanation, payoutMinor } = settled(system(stake, [2, 3], some))
        expect(explanation.at(-1)).toMatchObject({ step: 'payout', value: String(payoutMinor / 100) })
        expect(explanation.filter(({ step }) => step === 'leg')).toHaveLength(some.length)
      }),
    )
  })

  test('MATH-5: ten of twenty takes less than 5 ms', () => {
    const bet = system(
      18_475_700,
      [10],
      Array.from({ length: 20 }, (_, index) => leg((1.5 + index / 20).toFixed(2))),
    )
    const times = Array.from({ length: 9 }, () => {
      const from = performance.now()
      expect(settled(bet).lines).toBe(184_756)
      return performance.now() - from
    })
    expect(Math.min(...times)).toBeLessThan(5)
  })
})
