import type { FairDraw } from '#machines/odds/fair-draw.rules.ts'
import { add, type Rational, rational, ZERO } from '#machines/odds/rational.rules.ts'
import { type GameRules, mainStake, refuse, type SettingsOf, type ViewOf } from './game-rules.ts'

/** A spin: what was in sight at each step. */
export interface CascadeState {
  readonly stakeMinor: number
  /** Steps, each with its columns from the left, each with its symbols from above. */
  readonly grids: readonly (readonly (readonly string[])[])[]
}

type Settings = SettingsOf<'cascade'>
type Grid = CascadeState['grids'][number]
type Step = ViewOf<'cascade'>['steps'][number]
type Win = Step['wins'][number]

type Weighted = readonly { readonly name: string; readonly weight: number }[]

/** By the symbols of settings, which nobody changes. */
const WEIGHTED = new WeakMap<Settings['symbols'], Weighted>()

/** The symbols by their names, so that the order of the settings does not count. */
function symbolsOf({ symbols }: Settings): Weighted {
  const known = WEIGHTED.get(symbols)
  if (known) return known
  const made = Object.entries(symbols)
    .map(([name, { weight }]) => ({ name, weight }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  WEIGHTED.set(symbols, made)
  return made
}

/** Draws symbols: of the numbers below the sum of all weights, the first symbol has as many as its weight from 0, and so on. */
function symbolDraw(settings: Settings, draw: FairDraw): () => string {
  const symbols = symbolsOf(settings)
  const all = symbols.reduce((sum, { weight }) => sum + weight, 0)
  return () => {
    let left = draw.below(all)
    for (const { name, weight } of symbols) {
      if (left < weight) return name
      left -= weight
    }
    throw new RangeError('the weights are below their sum')
  }
}

/** Hundredths of the stake that so many of a symbol pay, before the multiplier. */
function timesOf({ symbols, fewest }: Settings, symbol: string, count: number): number {
  const { pays } = symbols[symbol] ?? { pays: [] }
  return count < fewest ? 0 : (pays[Math.min(count - fewest, pays.length - 1)] ?? 0)
}

/** The symbols of a grid that are there often enough, by their names. */
function winsOf(settings: Settings, grid: Grid): Win[] {
  const cellsOf = new Map<string, number[]>()
  for (const [cell, symbol] of grid.flat().entries()) {
    const own = cellsOf.get(symbol)
    if (own) own.push(cell)
    else cellsOf.set(symbol, [cell])
  }
  const wins: Win[] = []
  for (const { name } of symbolsOf(settings)) {
    const cells = cellsOf.get(name) ?? []
    if (cells.length < settings.fewest) continue
    wins.push({ symbol: name, cells, times: timesOf(settings, name, cells.length) })
  }
  return wins
}

/** The grid after wins: what is left of a column falls down, and new symbols come from above. */
function fall(grid: Grid, wins: readonly Win[], next: () => string): Grid {
  const gone = new Set(wins.map(({ symbol }) => symbol))
  return grid.map((column) => {
    const left = column.filter((symbol) => !gone.has(symbol))
    return [...Array.from({ length: column.length - left.length }, next), ...left]
  })
}

function spin(settings: Settings, draw: FairDraw): Grid[] {
  const { columns, rows, multipliers } = settings
  const next = symbolDraw(settings, draw)
  const grids: Grid[] = []
  let grid: Grid = Array.from({ length: columns }, () => Array.from({ length: rows }, next))
  for (;;) {
    grids.push(grid)
    const wins = winsOf(settings, grid)
    if (wins.length === 0 || grids.length === multipliers.length) return grids
    grid = fall(grid, wins, next)
  }
}

function stepsOf(settings: Settings, { stakeMinor, grids }: CascadeState): Step[] {
  return grids.map((grid, place) => {
    const wins = winsOf(settings, grid)
    const multiplier = settings.multipliers[place] ?? 0
    const times = wins.reduce((sum, win) => sum + win.times * multiplier, 0)
    const payMinor = Number((BigInt(stakeMinor) * BigInt(times)) / 100n)
    return { grid: grid.map((column) => [...column]), wins, multiplier, payMinor }
  })
}

/** A slot whose symbols pay wherever they are, and make room for new ones when they win (CAS-11). Symbols are drawn column by column from
 *  above, those that fall too. The last grid is either one without wins, or that of the last multiplier, after which nothing falls. */
export const CASCADE: GameRules<'cascade', CascadeState> = {
  kind: 'cascade',
  open(settings, { stakes }, draw) {
    const stakeMinor = mainStake(stakes)
    if (stakeMinor === null) return refuse('casino.stake_invalid')
    return { state: { stakeMinor, grids: spin(settings, draw) } }
  },
  act: () => refuse('casino.out_of_turn'),
  finish: (_settings, state) => state,
  isOver: () => true,
  stakeMinor: ({ stakeMinor }) => stakeMinor,
  payoutMinor: (settings, state) => stepsOf(settings, state).reduce((sum, { payMinor }) => sum + payMinor, 0),
  view: (settings, state) => ({ kind: 'cascade', steps: stepsOf(settings, state) }),
  returns(settings) {
    if (workOf(settings) > MOST_WORK) throw new RangeError(TOO_LARGE)
    const exact = cascadeReturn(settings)
    return { lowest: exact, highest: exact }
  },
  faults(settings) {
    const { columns, rows, fewest } = settings
    const cells = columns * rows
    return [
      ...(fewest > cells ? [`${fewest} of a symbol have to be in sight and there are ${cells} cells`] : []),
      ...(workOf(settings) > MOST_WORK ? [TOO_LARGE] : []),
    ]
  },
}

const MOST_WORK = 20_000_000
const TOO_LARGE = 'the exact return takes too long to find: fewer symbols, cells or multipliers are needed'

/** About how many operations the exact return takes. */
function workOf({ columns, rows, symbols, fewest, multipliers }: Settings): number {
  const cells = columns * rows
  const names = Object.keys(symbols).length
  // How many ways there are to have so many symbols in sight, each below the fewest.
  let ways: number[] = Array.from({ length: cells + 1 }, (_, sum) => (sum === 0 ? 1 : 0))
  for (let symbol = 0; symbol < names; symbol++)
    ways = ways.map((_, sum) => ways.slice(Math.max(sum - fewest + 1, 0), sum + 1).reduce((all, one) => all + one, 0))
  const states = ways.reduce((all, count, sum) => all + count * (1 + Math.max(cells - fewest - sum + 1, 0)), 0)
  return states * names * Math.max(multipliers.length - 1, 1)
}

/** Symbols without their names, and how the counts of those that are left at a step become one number. */
interface Counting {
  readonly cells: number
  readonly fewest: number
  readonly weights: readonly bigint[]
  readonly all: bigint
  /** `draws[symbol][left][drawn]`: C(left, drawn) × weight^drawn, so many of the symbol among those that are still to be drawn. */
  readonly draws: readonly (readonly (readonly bigint[])[])[]
}

function countingOf(settings: Settings): Counting {
  const cells = settings.columns * settings.rows
  const weights = symbolsOf(settings).map(({ weight }) => BigInt(weight))
  const upTo = (most: number) => Array.from({ length: most + 1 }, (_, at) => at)
  const draws = weights.map((weight) =>
    upTo(cells).map((left) => upTo(left).map((drawn) => waysTo(left, drawn) * weight ** BigInt(drawn))),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  return { cells, fewest: settings.fewest, weights, all, draws }
}

/** In how many ways so many of all can be chosen. */
function waysTo(all: number, chosen: number): bigint {
  let ways = 1n
  for (let at = 1; at <= chosen; at++) ways = (ways * BigInt(all - at + 1)) / BigInt(at)
  return ways
}

/** How likely each count of what is left of the step before is, in shares of all^(cells × steps): the counts are digits of base fewest. */
type Left = ReadonlyMap<number, bigint>

/** Only the counts of symbols matter, and only how many are left of each: below the fewest, and none of what has won. From step to step,
 *  the chances of these counts are kept, as whole numbers of a common denominator. */
function cascadeReturn(settings: Settings): Rational {
  const counting = countingOf(settings)
  if (counting.fewest > counting.cells) return ZERO
  const perStep = counting.all ** BigInt(counting.cells)
  let left: Left = new Map([[0, 1n]])
  let denominator = 1n
  let sum: Rational = ZERO
  for (const [step, multiplier] of settings.multipliers.entries()) {
    // As if all cells were drawn: those that are left count as any symbol.
    const scaled = new Map(
      [...left].map(([code, chance]) => [code, chance * counting.all ** BigInt(sumOf(counting, code))]),
    )
    denominator *= perStep
    sum = add(sum, rational(stepPays(settings, counting, scaled) * BigInt(multiplier), denominator * 100n))
    if (step < settings.multipliers.length - 1) left = nextLeft(counting, scaled)
  }
  return sum
}

function digitsOf({ fewest, weights }: Counting, code: number): number[] {
  let rest = code
  return weights.map(() => {
    const digit = rest % fewest
    rest = (rest - digit) / fewest
    return digit
  })
}

function sumOf(counting: Counting, code: number): number {
  return digitsOf(counting, code).reduce((sum, digit) => sum + digit, 0)
}

/** What a step pays in the mean, in hundredths of the stake and shares of the denominator: by symbol, for a symbol among n new ones is
 *  drawn as if there were only it and all others. */
function stepPays(settings: Settings, counting: Counting, left: Left): bigint {
  const { cells, fewest, weights, all, draws } = counting
  const names = symbolsOf(settings).map(({ name }) => name)
  // For each symbol: how likely so many of it are left while so many cells are new.
  const chances = names.map(() => Array.from({ length: fewest * (cells + 1) }, () => 0n))
  for (const [code, chance] of left) {
    const digits = digitsOf(counting, code)
    const drawn = digits.reduce((sum, digit) => sum - digit, cells)
    for (const [symbol, digit] of digits.entries()) {
      const own = chances[symbol]
      const place = digit * (cells + 1) + drawn
      if (own) own[place] = (own[place] ?? 0n) + chance
    }
  }
  let paid = 0n
  for (const [symbol, own] of chances.entries())
    for (const [place, chance] of own.entries()) {
      if (chance === 0n) continue
      const [had, left] = [Math.floor(place / (cells + 1)), place % (cells + 1)]
      const others = all - (weights[symbol] ?? 0n)
      for (let drawn = Math.max(fewest - had, 0); drawn <= left; drawn++) {
        const ways = (draws[symbol]?.[left]?.[drawn] ?? 0n) * others ** BigInt(left - drawn)
        paid += chance * ways * BigInt(timesOf(settings, names[symbol] ?? '', had + drawn))
      }
    }
  return paid
}

/** What is left after a step that wins. Symbols are drawn one kind after the other: first how many of the new ones are of the first kind,
 *  then how many of the rest are of the second. Keys are code × (cells + 1) + how many are still to be drawn. */
function nextLeft(counting: Counting, left: Left): Left {
  const { cells, fewest, weights, draws } = counting
  const base = cells + 1
  let states = new Map<number, bigint>()
  for (const [code, chance] of left) states.set(code * base + cells - sumOf(counting, code), chance)
  for (const [symbol, ofSymbol] of draws.entries()) {
    const next = new Map<number, bigint>()
    const place = base * fewest ** symbol
    const isLast = symbol === weights.length - 1
    for (const [key, chance] of states) {
      const unseen = key % base
      const had = Math.floor(key / place) % fewest
      const ways = ofSymbol[unseen] ?? []
      for (let drawn = isLast ? unseen : 0; drawn <= unseen; drawn++) {
        const isWin = had + drawn >= fewest
        const to = key - drawn + (isWin ? -had : drawn) * place
        const more = chance * (ways[drawn] ?? 0n)
        const before = next.get(to)
        next.set(to, before === undefined ? more : before + more)
      }
    }
    states = next
  }
  // When nothing has won, all cells are still full, and the spin is over.
  const after = new Map<number, bigint>()
  for (const [key, chance] of states) {
    const code = key / base
    if (sumOf(counting, code) < cells) after.set(code, chance)
  }
  return after
}
