import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rational, rationalOf, roundTo } from '#machines/odds/rational.rules.ts'
import type { BetLeg } from '#schemas'
import { settleBet } from './settle-bet.rules.ts'
import { cover, express, leg, type Result, settled, single, system, won } from './settle-bet.test-support.ts'

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

  test('MATH-12: the last step says what is paid, and every factor appears in the explanation', () => {
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
