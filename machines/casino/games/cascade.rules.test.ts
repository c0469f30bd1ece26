import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, compare, multiply, type Rational, rational, toPlaces, ZERO } from '#machines/odds/rational.rules.ts'
import { CASCADE } from './cascade.rules.ts'
import type { SettingsOf } from './game-rules.ts'
import { MANY_ROUNDS, scriptedDraw, seededDraw, simulate } from './simulate.test-support.ts'

type Settings = SettingsOf<'cascade'>

/** Small enough to be worked by hand; drawn are 0 for a bell, 1 or 2 for a crown, 3 to 5 for a gem. */
const SMALL: Settings = {
  ...{ kind: 'cascade', columns: 3, rows: 3, fewest: 4, multipliers: [1, 3] },
  symbols: {
    gem: { weight: 3, pays: [20, 50] },
    bell: { weight: 1, pays: [101, 500, 1000] },
    crown: { weight: 2, pays: [40] },
  },
}

const LARGE: Settings = {
  ...{ kind: 'cascade', columns: 5, rows: 3, fewest: 5, multipliers: [1, 2, 3, 5, 8] },
  symbols: {
    top: { weight: 8, pays: [40, 120, 500, 1500, 10_000] },
    high: { weight: 10, pays: [30, 80, 200, 800, 3000] },
    upper: { weight: 12, pays: [20, 40, 120, 400, 1500] },
    middle: { weight: 14, pays: [10, 30, 80, 200, 800] },
    ace: { weight: 16, pays: [10, 20, 60, 150, 400] },
    king: { weight: 18, pays: [10, 20, 40, 100, 300] },
  },
}

function asked(amountMinor: number) {
  return { stakes: [{ on: 'main', amountMinor }], choice: { kind: 'cascade' } } as const
}

/** A spin with these symbols, by their first letters; all of them are used. */
function spin(text: string, amountMinor: number, settings = SMALL) {
  const draw = scriptedDraw([...text.replaceAll(' ', '')].map((letter) => ({ b: 0, c: 1, g: 3 })[letter] ?? 6))
  const played = CASCADE.open(settings, asked(amountMinor), draw)
  if ('refusal' in played) throw new Error(played.refusal)
  expect(draw.taken()).toBe(text.replaceAll(' ', '').length)
  const { steps } = CASCADE.view(settings, played.state)
  return { steps, payoutMinor: CASCADE.payoutMinor(settings, played.state), state: played.state }
}

function letters(grid: readonly (readonly string[])[]): string {
  return grid.map((column) => column.map((symbol) => symbol[0]).join('')).join(' ')
}

test('a spin without wins is one step that pays nothing', () => {
  const { steps, payoutMinor } = spin('bbb ccc ggg', 100)
  expect(steps).toEqual([
    {
      grid: [
        ['bell', 'bell', 'bell'],
        ['crown', 'crown', 'crown'],
        ['gem', 'gem', 'gem'],
      ],
      ...{ wins: [], multiplier: 1, payMinor: 0 },
    },
  ])
  expect(payoutMinor).toBe(0)
})

test('winning cells vanish, the rest falls down and new symbols come from above, column by column', () => {
  const { steps } = spin('gcg bgc cgb cb bc', 100)
  expect(steps.map(({ grid }) => letters(grid))).toEqual(['gcg bgc cgb', 'cbc bbc ccb'])
  expect(steps.map(({ wins }) => wins)).toEqual([
    [{ symbol: 'gem', cells: [0, 2, 4, 7], times: 20 }],
    [
      { symbol: 'bell', cells: [1, 3, 4, 8], times: 101 },
      { symbol: 'crown', cells: [0, 2, 5, 6, 7], times: 40 },
    ],
  ])
})

test('each step has its multiplier, and the last one ends the spin though it wins', () => {
  const { steps, payoutMinor } = spin('gcg bgc cgb cb bc', 100)
  expect(steps.map(({ multiplier, payMinor }) => [multiplier, payMinor])).toEqual([
    [1, 20],
    [3, 423],
  ])
  expect(payoutMinor).toBe(443)
})

test('the grid after the last win is a step without wins', () => {
  const { steps } = spin('gcg bgc cgb bg gg', 100)
  expect(steps.map(({ grid, wins }) => [letters(grid), wins.length])).toEqual([
    ['gcg bgc cgb', 1],
    ['bgc gbc gcb', 0],
  ])
  expect(steps[1]).toMatchObject({ multiplier: 3, payMinor: 0 })
})

test('more of a symbol than are listed pay as the last, and pays are rounded down for each step', () => {
  const { steps } = spin('ggg ggg ggg bbb bbb bcc', 7)
  expect(steps[0]).toMatchObject({ wins: [{ symbol: 'gem', times: 50 }], payMinor: 3 })
  // Seven bells pay as six: 10 times the stake, three times.
  expect(steps[1]).toMatchObject({ wins: [{ symbol: 'bell', times: 1000 }], payMinor: 210 })
  expect(spin('bbb bcc cgg gcg g', 7).steps[0]?.payMinor).toBe(7)
})

test('the order of the symbols in the settings does not count', () => {
  const symbols = Object.fromEntries(Object.entries(SMALL.symbols).reverse())
  expect(spin('gcg bgc cgb cb bc', 100, { ...SMALL, symbols })).toEqual(spin('gcg bgc cgb cb bc', 100))
})

test('there is one stake, and nothing can be done in a spin', () => {
  const choice = { kind: 'cascade' } as const
  for (const spots of [[], ['other'], ['main', 'main']]) {
    const stakes = spots.map((on) => ({ on, amountMinor: 1 }))
    expect(CASCADE.open(SMALL, { stakes, choice }, seededDraw(1))).toEqual({ refusal: 'casino.stake_invalid' })
  }
  const { state } = spin('bbb ccc ggg', 100)
  expect(CASCADE.isOver(state)).toBe(true)
  expect(CASCADE.stakeMinor(state)).toBe(100)
  expect(CASCADE.act(SMALL, state, { kind: 'hit' }, seededDraw(1))).toEqual({ refusal: 'casino.out_of_turn' })
  expect(CASCADE.finish(SMALL, state, seededDraw(1))).toBe(state)
})

test('any spin ends at a step without wins or at the last multiplier, and keeps what has not won', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 0xffff_ffff }), (seed) => {
      const played = CASCADE.open(LARGE, asked(100), seededDraw(seed))
      if ('refusal' in played) throw new Error(played.refusal)
      expect(JSON.parse(JSON.stringify(played.state))).toEqual(played.state)
      const { steps } = CASCADE.view(LARGE, played.state)
      for (const [place, { grid, wins, multiplier }] of steps.entries()) {
        expect(multiplier).toBe(LARGE.multipliers[place])
        const next = steps[place + 1]
        expect(next === undefined).toBe(wins.length === 0 || place === 4)
        for (const [column, symbols] of next ? grid.entries() : []) {
          const left = symbols.filter((symbol) => wins.every((win) => win.symbol !== symbol))
          expect(next?.grid[column]?.slice(symbols.length - left.length)).toEqual(left)
        }
      }
    }),
  )
})

test('settings that cannot win, and those whose return takes too long, are faults', () => {
  expect(CASCADE.faults(SMALL)).toEqual([])
  expect(CASCADE.faults(LARGE)).toEqual([])
  const never = { ...SMALL, fewest: 10 }
  expect(CASCADE.faults(never)).toEqual(['10 of a symbol have to be in sight and there are 9 cells'])
  expect(CASCADE.returns(never).highest).toEqual(ZERO)
  const names = Array.from({ length: 12 }, (_, at) => `symbol${at}`)
  const symbols = Object.fromEntries(names.map((name) => [name, { weight: 1, pays: [10] }]))
  const large = { ...LARGE, columns: 6, rows: 5, symbols }
  expect(CASCADE.faults(large)).toHaveLength(1)
  expect(() => CASCADE.returns(large)).toThrow(RangeError)
})

test('the return of one step follows from how often each symbol is there', () => {
  const settings: Settings = {
    ...{ ...SMALL, fewest: 8, multipliers: [2] },
    symbols: { heads: { weight: 1, pays: [100, 700] }, tails: { weight: 1, pays: [0] } },
  }
  // Eight of nine in 9 of 512 ways and nine in one: 2 × (9 × 1 + 7) / 512.
  expect(CASCADE.returns(settings).lowest).toEqual(rational(32, 512))
})

/** The return by drawing one symbol after the other, each with its chance: slow, and shares nothing with the rules. */
function slowReturn({ columns, rows, symbols, fewest, multipliers }: Settings): Rational {
  const list = Object.values(symbols)
  const all = list.reduce((sum, { weight }) => sum + weight, 0)
  const known = new Map<string, Rational>()
  const from = (counts: readonly number[], step: number): Rational => {
    const key = `${counts.join()} ${step}`
    const before = known.get(key)
    if (before) return before
    const missing = columns * rows - counts.reduce((sum, count) => sum + count, 0)
    const value = missing === 0 ? ofFull(counts, step) : ofNext(counts, step)
    known.set(key, value)
    return value
  }
  const ofNext = (counts: readonly number[], step: number): Rational =>
    list.reduce((sum, { weight }, symbol) => {
      const next = counts.map((count, at) => (at === symbol ? count + 1 : count))
      return add(sum, multiply(rational(weight, all), from(next, step)))
    }, ZERO)
  const ofFull = (counts: readonly number[], step: number): Rational => {
    const multiplier = multipliers[step]
    if (multiplier === undefined || counts.every((count) => count < fewest)) return ZERO
    const paid = list.reduce((sum, { pays }, at) => {
      const over = (counts[at] ?? 0) - fewest
      return over < 0 ? sum : sum + (pays[over] ?? pays.at(-1) ?? 0) * multiplier
    }, 0)
    const left = counts.map((count) => (count < fewest ? count : 0))
    return add(rational(paid, 100), from(left, step + 1))
  }
  return from(
    list.map(() => 0),
    0,
  )
}

test('the return is that of drawing symbol after symbol', () => {
  expect(CASCADE.returns(SMALL).lowest).toEqual(slowReturn(SMALL))
  const one = { gem: { weight: 5, pays: [10] } }
  for (const settings of [
    { ...SMALL, fewest: 3, multipliers: [1, 2, 4, 7] },
    { ...SMALL, columns: 4, fewest: 5, multipliers: [3, 0, 1] },
    { ...SMALL, symbols: one, multipliers: [1, 10] },
    { ...LARGE, columns: 3, rows: 3, fewest: 3, multipliers: [1, 2, 3] },
  ])
    expect(CASCADE.returns(settings).lowest).toEqual(slowReturn(settings))
})

test('the return of fifteen cells and five multipliers is that of drawing symbol after symbol too', () => {
  const { top, upper, ace, king } = LARGE.symbols
  if (!top || !upper || !ace || !king) throw new Error('a symbol is missing')
  const settings = { ...LARGE, symbols: { top, upper, ace, king } }
  expect(CASCADE.returns(settings).lowest).toEqual(slowReturn(settings))
})

test('the return of six symbols is exact', () => {
  const { lowest, highest } = CASCADE.returns(LARGE)
  expect(compare(lowest, highest)).toBe(0)
  expect(toPlaces(lowest, 12)).toBe('0.959050345305')
})

test.each([
  ['nine', SMALL, 41],
  ['fifteen', LARGE, 42],
])('many spins of %s cells return what is exact', (_cells, settings, seed) => {
  const exact = Number(toPlaces(CASCADE.returns(settings).lowest, 12))
  const { mean, standardError } = simulate(CASCADE, settings, asked(100), () => ({ kind: 'hit' }), MANY_ROUNDS, seed)
  expect(Math.abs(mean - exact)).toBeLessThan(4 * standardError)
})
