import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fairDraw } from '#machines/odds/fair-draw.rules.ts'
import { add, compare, multiply, type Rational, rational } from '#machines/odds/rational.rules.ts'
import { PAYTABLE_RETURNS } from '#machines/site/tables/paytable-returns.ts'
import type { CasinoConfig, GameStake, Paytable } from '#schemas'
import { DICE } from './dice.rules.ts'
import { rulesOf } from './games.ts'
import { MINES, minesMultiplierE4 } from './mines.rules.ts'
import { PAYTABLES } from './paytables.ts'
import { PLINKO } from './plinko.rules.ts'
import { ROULETTE, ROULETTE_SPOTS, rouletteWins } from './roulette.rules.ts'
import { seededDraw } from './simulate.test-support.ts'
import { linePrize, SLOT } from './slot.rules.ts'

const CASINO = JSON.parse(
  readFileSync(new URL('../../../brands/_base/config/casino.json', import.meta.url), 'utf8'),
) as CasinoConfig
const settingsOf = (id: string) => PAYTABLES[CASINO.games[id]?.paytable ?? 'roulette'] as never
const main: GameStake[] = [{ on: 'main', amountMinor: 10_000 }]

describe('roulette', () => {
  test('each spot of the table gives 36/37 of its stake back', () => {
    for (const [spot, numbers] of ROULETTE_SPOTS) {
      let paid = 0
      for (let number = 0; number < 37; number++)
        paid += rouletteWins([{ on: spot, amountMinor: 36 }], number).reduce((sum, { payMinor }) => sum + payMinor, 0)
      expect([spot, paid]).toEqual([spot, 36 * 36])
      expect(36 % numbers.length, spot).toBe(0)
    }
    expect(ROULETTE_SPOTS.size).toBe(37 + 60 + 14 + 23 + 11 + 12)
  })

  test('spots that are not on the table, and spots named twice, are refused', () => {
    const play = (...on: string[]) =>
      ROULETTE.open(
        { kind: 'roulette' },
        { stakes: on.map((spot) => ({ on: spot, amountMinor: 1 })), choice: { kind: 'roulette' } },
        seededDraw(1),
      )
    for (const spots of [['split:1-3'], ['straight:37'], ['red', 'red'], ['toString'], []])
      expect(play(...spots)).toEqual({ refusal: 'casino.stake_invalid' })
    expect(play('split:1-2', 'red')).toHaveProperty('state')
  })
})

describe('slot', () => {
  const slot = {
    pays: { crown: [5, 20, 100], gem: [2, 4, 8], wild: [10, 50, 500] },
    wild: 'wild',
    scatter: 'star',
  } as never
  test('wilds stand for the first other symbol, and count as themselves where that pays more', () => {
    expect(linePrize(slot, ['crown', 'wild', 'crown', 'gem', 'gem'])).toEqual({ symbol: 'crown', count: 3, times: 5 })
    expect(linePrize(slot, ['wild', 'wild', 'wild', 'gem', 'crown'])).toMatchObject({ symbol: 'wild', times: 10 })
    expect(linePrize(slot, ['wild', 'gem', 'gem', 'gem', 'gem'])).toMatchObject({ symbol: 'gem', count: 5, times: 8 })
    expect(linePrize(slot, ['star', 'star', 'star', 'gem', 'gem'])).toMatchObject({ times: 0 })
  })

  test('the return by counts of symbols is the one by all stops of a small machine', () => {
    const reel = ['crown', 'gem', 'star', 'wild']
    const settings = {
      ...{ kind: 'slot', rows: 3, reels: [reel, reel, reel, reel, reel], lines: [[0, 1, 2, 1, 0]] },
      ...{ pays: { crown: [5, 20, 100], gem: [2, 4, 8], wild: [10, 50, 500] }, wild: 'wild', scatter: 'star' },
      ...{ scatterPays: [1, 2, 3], freeSpins: [0, 0, 0], freeMultiplier: 1 },
    } as never
    let sum: Rational = rational(0)
    for (let all = 0; all < 4 ** 5; all++) {
      const stops = Array.from({ length: 5 }, (_, at) => Math.floor(all / 4 ** at) % 4)
      sum = add(sum, rational(SLOT.payoutMinor(settings, { stakeMinor: 1, spins: [stops] }), 4 ** 5))
    }
    expect(SLOT.returns(settings).highest).toEqual(sum)
  })
})

describe('mines', () => {
  test('a clear field is worth its chance, and 24 mines leave one cell', () => {
    const settings = { kind: 'mines', returnE4: 10_000, highestE4: 10 ** 9 } as const
    expect(minesMultiplierE4(settings, 24, 1)).toBe(250_000)
    expect(minesMultiplierE4(settings, 3, 1)).toBe(11_363)
    const { highest } = MINES.returns(settings)
    expect(compare(highest, rational(1))).toBe(0)
  })

  test('mines are not seen before the round is over', () => {
    const opened = MINES.open(settingsOf('mines'), { stakes: main, choice: { kind: 'mines', mines: 5 } }, seededDraw(3))
    if ('refusal' in opened) throw new Error('refused')
    expect(MINES.view(settingsOf('mines'), opened.state)).toMatchObject({ minesAt: [], hit: [], opened: [] })
  })
})

test('a shipped table of plinko names half of its slots and gives back what its ways say', () => {
  expect(PLINKO.faults(settingsOf('plinko'))).toEqual([])
  const low8 = [56000, 21000, 11000, 10000, 5000]
  const ways = [1, 8, 28, 56, 70]
  const exact = low8.reduce(
    (sum, pays, at) => add(sum, multiply(rational(pays, 10_000), rational((ways[at] ?? 0) * (at === 4 ? 1 : 2), 256))),
    rational(0),
  )
  expect(PLINKO.returns({ kind: 'plinko', tables: [{ rows: 8, risk: 'low', paysE4: low8 }] }).lowest).toEqual(exact)
})

test('dice pay the return by the chance, rounded down', () => {
  const view = DICE.view(settingsOf('dice'), { stakeMinor: 100, target: 4950, isOver: true, roll: 4950 })
  expect(view).toMatchObject({ isWin: true, multiplierE4: 19_603, payMinor: 196 })
  expect(DICE.view(settingsOf('dice'), { stakeMinor: 100, target: 4950, isOver: true, roll: 4949 }).isWin).toBe(false)
})

describe('exact returns', () => {
  test.each(Object.entries(PAYTABLES))(
    'the paytable %s is without faults, in the band of the engine, and returns what is published',
    (name, settings) => {
      const rules = rulesOf(settings)
      expect(rules.faults(settings as never)).toEqual([])
      const { lowest, highest } = rules.returns(settings as never)
      const e4 = ({ numerator, denominator }: Rational) => Number((numerator * 10_000n) / denominator)
      expect({ lowestE4: e4(lowest), highestE4: e4(highest) }).toEqual(PAYTABLE_RETURNS[name as Paytable])
      expect(compare(lowest, rational(CASINO.lowestReturnE4, 10_000))).toBeGreaterThanOrEqual(0)
      expect(compare(highest, rational(CASINO.highestReturnE4, 10_000))).toBeLessThanOrEqual(0)
    },
  )
})

describe('fair draws', () => {
  test('numbers of a known seed are the published ones', () => {
    const source = {
      serverSeed: '01'.padStart(64, '0'),
      clientSeed: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
      nonce: 0,
    }
    const draw = fairDraw(source)
    const left = Array.from({ length: 80 }, (_, at) => at + 1)
    const taken = Array.from({ length: 20 }, () => left.splice(draw.below(left.length), 1)[0])
    expect(taken).toEqual([8, 7, 35, 41, 34, 24, 17, 76, 2, 21, 50, 62, 54, 42, 38, 72, 59, 14, 23, 52])
  })

  /** Chi-square of counts that should be equal. */
  const chiSquare = (counts: readonly number[]) => {
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
    return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0)
  }
  const countsOf = (next: () => number) => {
    const counts = Array.from({ length: 80 }, () => 0)
    for (let drawn = 0; drawn < 80_000; drawn++) {
      const number = next()
      counts[number] = (counts[number] ?? 0) + 1
    }
    return counts
  }
  // 79 degrees of freedom: above 137 once in ten thousand runs.
  const LIMIT = 137

  test('eighty numbers are equally likely, and a byte modulo eighty is noticed', () => {
    const draw = fairDraw({ serverSeed: '07'.padStart(64, '0'), clientSeed: 'text', nonce: 1 })
    expect(chiSquare(countsOf(() => draw.below(80)))).toBeLessThan(LIMIT)
    const bytes = fairDraw({ serverSeed: '07'.padStart(64, '0'), clientSeed: 'text', nonce: 2 })
    expect(chiSquare(countsOf(() => bytes.below(256) % 80))).toBeGreaterThan(LIMIT)
  })

  test('a draw continues where it was left', () => {
    const source = { serverSeed: '05'.padStart(64, '0'), clientSeed: 'a', nonce: 9 }
    const whole = fairDraw(source)
    const numbers = Array.from({ length: 30 }, () => whole.below(1000))
    const first = fairDraw(source)
    const head = Array.from({ length: 11 }, () => first.below(1000))
    const rest = fairDraw(source, first.taken())
    expect([...head, ...Array.from({ length: 19 }, () => rest.below(1000))]).toEqual(numbers)
  })
})
