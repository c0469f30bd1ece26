import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TableBet } from '#schemas'
import { flightMs, multiplierE2 } from '../games/crash.rules.ts'
import { isTableRoundProved } from './table-replay.rules.ts'
import {
  cashOutBet,
  placeBets,
  seedParts,
  settleBets,
  sumsOfBets,
  tableClientSeed,
  tableResult,
} from './table-round.rules.ts'

const CRASH = { kind: 'crash', returnE4: 9700, highestE2: 100_000 } as const
const LIVE = { kind: 'live_roulette' } as const
const bet = (on: string, amountMinor: number, more: Partial<TableBet> = {}): TableBet => ({
  ...{ on, amountMinor, targetE2: 0, cashedE2: 0, payoutMinor: 0 },
  ...more,
})
const betsOf = (said: ReturnType<typeof placeBets>) => {
  if ('refusal' in said) throw new Error(said.refusal)
  return said.bets
}

describe('bets on a crash', () => {
  test('two bets are taken, each with a target of its own', () => {
    const first = betsOf(placeBets(CRASH, [], [{ on: 'first', amountMinor: 100, targetE2: 200 }]))
    expect(betsOf(placeBets(CRASH, first, [{ on: 'second', amountMinor: 50 }]))).toEqual([
      bet('first', 100, { targetE2: 200 }),
      bet('second', 50),
    ])
    expect(placeBets(CRASH, first, [{ on: 'first', amountMinor: 50 }])).toEqual({ refusal: 'casino.out_of_turn' })
  })

  test.each([
    ['another spot', [{ on: 'third', amountMinor: 1 }], 'casino.stake_invalid'],
    ['none', [], 'casino.stake_invalid'],
    [
      'one spot twice',
      [
        { on: 'first', amountMinor: 1 },
        { on: 'first', amountMinor: 1 },
      ],
      'casino.stake_invalid',
    ],
    ['a target of 1.00', [{ on: 'first', amountMinor: 1, targetE2: 100 }], 'casino.choice_invalid'],
    ['a target above the top', [{ on: 'first', amountMinor: 1, targetE2: 100_001 }], 'casino.choice_invalid'],
  ] as const)('%s is refused', (_name, stakes, refusal) => {
    expect(placeBets(CRASH, [], stakes)).toEqual({ refusal })
  })

  test('CAS-11: a cash-out is paid exactly when it comes before the crash, at the multiplier of its ms', () => {
    const moments = fc.record({
      result: fc.integer({ min: 100, max: 100_000 }),
      part: fc.double({ min: 0, max: 1.2, noNaN: true }),
    })
    void fc.assert(
      fc.property(moments, ({ result, part }) => {
        const endMs = flightMs(CRASH, result)
        const elapsedMs = Math.round(endMs * part)
        const said = cashOutBet(CRASH, [bet('first', 1000)], { on: 'first', elapsedMs, result })
        const atE2 = multiplierE2(elapsedMs)
        const refusal = elapsedMs >= endMs ? 'casino.crashed' : atE2 < 101 ? 'casino.out_of_turn' : null
        expect('refusal' in said ? said.refusal : null).toBe(refusal)
        if (refusal) return
        expect(betsOf(said)).toEqual([bet('first', 1000, { cashedE2: atE2, payoutMinor: Math.floor(10 * atE2) })])
        expect(atE2).toBeLessThanOrEqual(result)
      }),
    )
  })

  test('a bet is cashed out once, and at its target where that was reached before', () => {
    const at = { on: 'first', elapsedMs: 20_000, result: 5000 }
    const once = betsOf(cashOutBet(CRASH, [bet('first', 100, { targetE2: 150 }), bet('second', 70)], at))
    expect(once).toEqual([bet('first', 100, { targetE2: 150, cashedE2: 150, payoutMinor: 150 }), bet('second', 70)])
    expect(cashOutBet(CRASH, once, at)).toEqual({ refusal: 'casino.out_of_turn' })
    expect(cashOutBet(CRASH, [], at)).toEqual({ refusal: 'casino.out_of_turn' })
    expect(cashOutBet(CRASH, [bet('first', 100)], { ...at, elapsedMs: -1 })).toEqual({ refusal: 'casino.out_of_turn' })
  })

  test('the end pays targets that were reached, and keeps what was cashed out', () => {
    const bets = [bet('first', 100, { targetE2: 300 }), bet('second', 100, { cashedE2: 120, payoutMinor: 120 })]
    expect(sumsOfBets(settleBets(CRASH, bets, 300))).toEqual({ stakeMinor: 200, payoutMinor: 420 })
    expect(sumsOfBets(settleBets(CRASH, bets, 299))).toEqual({ stakeMinor: 200, payoutMinor: 120 })
  })
})

describe('bets on a live roulette', () => {
  test('chips on a spot add up, and pay as at the roulette', () => {
    const bets = betsOf(
      placeBets(
        LIVE,
        [bet('red', 100)],
        [
          { on: 'red', amountMinor: 50 },
          { on: 'straight:17', amountMinor: 10 },
        ],
      ),
    )
    expect(bets).toEqual([bet('red', 150), bet('straight:17', 10)])
    expect(settleBets(LIVE, bets, 17).map(({ payoutMinor }) => payoutMinor)).toEqual([0, 360])
    expect(settleBets(LIVE, bets, 19).map(({ payoutMinor }) => payoutMinor)).toEqual([300, 0])
  })

  test('there is nothing to cash out, no target, and no spot that the table lacks', () => {
    expect(cashOutBet(LIVE, [bet('red', 1)], { on: 'red', elapsedMs: 1000, result: 3 })).toEqual({
      refusal: 'casino.out_of_turn',
    })
    expect(placeBets(LIVE, [], [{ on: 'red', amountMinor: 1, targetE2: 200 }])).toEqual({
      refusal: 'casino.stake_invalid',
    })
    expect(placeBets(LIVE, [], [{ on: 'straight:37', amountMinor: 1 }])).toEqual({ refusal: 'casino.stake_invalid' })
  })
})

describe('the proof of a round', () => {
  const guids = ['a', 'b', 'c', 'd']
  const parts = seedParts('crash', guids)
  const source = { serverSeed: '5c'.repeat(32), clientSeed: tableClientSeed(parts), nonce: 31 }

  test('the seed is of the game and the first three bets', () => {
    expect(parts).toEqual(['crash', 'a', 'b', 'c'])
    expect(tableClientSeed(seedParts('crash', ['b', 'a', 'c']))).not.toBe(source.clientSeed)
  })

  test.each([CRASH, LIVE])(
    'CAS-11: $kind is proved as it was, and not with another result, seed, bet or payout',
    (settings) => {
      const result = tableResult(settings, source)
      const placed = settings.kind === 'crash' ? [bet('first', 100, { targetE2: 101 })] : [bet('red', 100)]
      const bets = settleBets(settings, placed, result)
      const { payoutMinor } = sumsOfBets(bets)
      const table = { roundId: 31, parts, result: [result], isRefunded: false, bets }
      const proved = (more: object, by: object = {}) =>
        isTableRoundProved(settings, { ...table, ...more }, { source, payoutMinor, ...by })
      expect(proved({})).toBe(true)
      expect(proved({ result: [result + 1] })).toBe(false)
      expect(proved({ result: [] })).toBe(false)
      expect(proved({ roundId: 32 })).toBe(false)
      expect(proved({ parts: ['crash'] })).toBe(false)
      expect(proved({}, { payoutMinor: payoutMinor + 1 })).toBe(false)
      expect(proved({}, { source: { ...source, serverSeed: '5d'.repeat(32) } })).toBe(false)
      expect(proved({ bets: bets.map((one) => ({ ...one, payoutMinor: one.payoutMinor + 1 })) })).toBe(false)
    },
  )

  test('a cash-out above the crash is not proved', () => {
    const result = tableResult(CRASH, source)
    const bets = [bet('first', 100, { cashedE2: result + 1, payoutMinor: result + 1 })]
    const table = { roundId: 31, parts, result: [result], isRefunded: false, bets }
    expect(isTableRoundProved(CRASH, table, { source, payoutMinor: result + 1 })).toBe(false)
  })
})
