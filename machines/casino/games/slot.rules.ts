import type { FairDraw } from '#machines/odds/fair-draw.rules.ts'
import {
  add,
  compare,
  divide,
  multiply,
  ONE,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '#machines/odds/rational.rules.ts'
import type { SlotView } from '#schemas'
import { type GameRules, mainStake, refuse, type SettingsOf } from './game-rules.ts'

/** A spin and the free spins that it led to: where the reels have stopped each time. */
export interface SlotState {
  readonly stakeMinor: number
  readonly spins: readonly (readonly number[])[]
}

type Settings = SettingsOf<'slot'>
type Spin = SlotView['spins'][number]

/** The symbols in sight of a reel that has stopped. */
function windowOf(strip: readonly string[], stop: number, rows: number): string[] {
  const seen = strip.slice(stop, stop + rows)
  for (let row = seen.length; row < rows; row++) seen.push(strip[(stop + row) % strip.length] ?? '')
  return seen
}

/** The prize of symbols on a line, from the left: which symbol, how many of it, and how many times the stake of a line they pay. Wilds
 *  before the first other symbol stand for it; of both readings, the one that pays more. */
export function linePrize(
  { pays, wild, scatter }: Pick<Settings, 'pays' | 'wild' | 'scatter'>,
  symbols: readonly string[],
): { readonly symbol: string; readonly count: number; readonly times: number } {
  const runOf = (symbol: string) => {
    const end = symbols.findIndex((one) => one !== symbol && one !== wild)
    return end === -1 ? symbols.length : end
  }
  const prizeOf = (symbol: string, count: number) => ({
    ...{ symbol, count },
    times: Object.hasOwn(pays, symbol) && count >= 3 ? (pays[symbol]?.[count - 3] ?? 0) : 0,
  })
  const first = symbols.find((symbol) => symbol !== wild) ?? wild
  const led = first === scatter ? prizeOf(wild, 0) : prizeOf(first, runOf(first))
  const wilds = symbols.findIndex((symbol) => symbol !== wild)
  const ofWilds = prizeOf(wild, wilds === -1 ? symbols.length : wilds)
  return ofWilds.times > led.times ? ofWilds : led
}

/** Reads a spin from where the reels have stopped. */
function readSpin(
  settings: Settings,
  stops: readonly number[],
  { isFree, stakeMinor }: { isFree: boolean; stakeMinor: number },
): Spin {
  const { rows, reels, lines, scatter, scatterPays, freeSpins, freeMultiplier } = settings
  const grid = reels.map((strip, reel) => windowOf(strip, stops[reel] ?? 0, rows))
  const wins = lines.flatMap((line, place) => {
    const symbols = line.map((row, reel) => grid[reel]?.[row] ?? '')
    const prize = linePrize(settings, symbols)
    return prize.times > 0 ? [{ line: place, ...prize }] : []
  })
  const scatters = grid.flat().filter((symbol) => symbol === scatter).length
  const counted = Math.min(scatters, 5)
  const scatterTimes = counted >= 3 ? (scatterPays[counted - 3] ?? 0) : 0
  const given = counted >= 3 ? (freeSpins[counted - 3] ?? 0) : 0
  const multiplier = isFree ? freeMultiplier : 1
  const lineTimes = wins.reduce((sum, { times }) => sum + times, 0)
  const shares = (lineTimes + scatterTimes * lines.length) * multiplier
  const payMinor = Number((BigInt(stakeMinor) * BigInt(shares)) / BigInt(lines.length))
  return { stops: [...stops], grid, wins, scatters, scatterTimes, freeSpins: given, isFree, multiplier, payMinor }
}

function spinsOf(settings: Settings, { spins, stakeMinor }: SlotState): Spin[] {
  return spins.map((stops, place) => readSpin(settings, stops, { isFree: place > 0, stakeMinor }))
}

function stopAll({ reels }: Settings, draw: FairDraw): number[] {
  return reels.map((strip) => draw.below(strip.length))
}

/** A slot of five reels with lines, scatters and free spins (CAS-11). */
export const SLOT: GameRules<'slot', SlotState> = {
  kind: 'slot',
  open(settings, { stakes }, draw) {
    const stakeMinor = mainStake(stakes)
    if (stakeMinor === null) return refuse('casino.stake_invalid')
    const spins: number[][] = []
    for (let left = 1; left > 0; left--) {
      const stops = stopAll(settings, draw)
      spins.push(stops)
      left += readSpin(settings, stops, { isFree: spins.length > 1, stakeMinor }).freeSpins
    }
    return { state: { stakeMinor, spins } }
  },
  act: () => refuse('casino.out_of_turn'),
  finish: (_settings, state) => state,
  isOver: () => true,
  stakeMinor: ({ stakeMinor }) => stakeMinor,
  payoutMinor: (settings, state) => spinsOf(settings, state).reduce((sum, { payMinor }) => sum + payMinor, 0),
  view: (settings, state) => ({ kind: 'slot', spins: spinsOf(settings, state) }),
  returns(settings) {
    const { base, free, given } = oneSpin(settings)
    // Each free spin gives so many more in the mean: what a spin leads to is given / (1 − given).
    const spins = divide(given, subtract(ONE, given))
    const exact = add(base, multiply(spins, free))
    return { lowest: exact, highest: exact }
  },
  faults,
}

/** What one spin gives in the mean: of the stake in the base game, of the stake in a free spin, and free spins. */
function oneSpin(settings: Settings): { readonly base: Rational; readonly free: Rational; readonly given: Rational } {
  const { scatterPays, freeSpins, freeMultiplier } = settings
  const chances = scatterChances(settings)
  const mean = (values: readonly number[]) =>
    chances.reduce((sum, chance, count) => {
      const value = count >= 3 ? (values[Math.min(count, 5) - 3] ?? 0) : 0
      return add(sum, multiply(chance, rational(value)))
    }, ZERO)
  // A line is worth the same wherever it is: each shows one symbol of each reel, all equally likely.
  const base = add(lineReturn(settings), mean(scatterPays))
  return { base, free: multiply(base, rational(freeMultiplier)), given: mean(freeSpins) }
}

/** What a line pays in the mean, in stakes of a line. */
function lineReturn(settings: Settings): Rational {
  const counts = settings.reels.map((strip) => [...countsOf(strip)])
  let paid = 0n
  const walk = (symbols: readonly string[], ways: bigint): void => {
    const reel = counts[symbols.length]
    if (!reel) {
      paid += ways * BigInt(linePrize(settings, symbols).times)
      return
    }
    for (const [symbol, count] of reel) walk([...symbols, symbol], ways * BigInt(count))
  }
  walk([], 1n)
  return rational(
    paid,
    settings.reels.reduce((all, strip) => all * BigInt(strip.length), 1n),
  )
}

function countsOf(strip: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const symbol of strip) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return counts
}

/** The chance of so many scatters in sight: place → chance. */
function scatterChances({ reels, rows, scatter }: Settings): Rational[] {
  let chances: Rational[] = [ONE]
  for (const strip of reels) {
    const seen = Array.from({ length: rows + 1 }, () => 0)
    for (let stop = 0; stop < strip.length; stop++) {
      const count = windowOf(strip, stop, rows).filter((symbol) => symbol === scatter).length
      seen[count] = (seen[count] ?? 0) + 1
    }
    const next = Array.from({ length: chances.length + rows }, () => ZERO)
    for (const [before, chance] of chances.entries())
      for (const [count, stops] of seen.entries())
        next[before + count] = add(next[before + count] ?? ZERO, multiply(chance, rational(stops, strip.length)))
    chances = next
  }
  return chances
}

function faults(settings: Settings): string[] {
  const { reels, rows, lines, pays, wild, scatter } = settings
  const known = new Set([...Object.keys(pays), wild, scatter])
  const found = [
    ...[...new Set(reels.flat())]
      .filter((symbol) => !known.has(symbol))
      .map((symbol) => `${symbol} is on a reel and pays nothing`),
    ...lines.flatMap((line, place) =>
      line.some((row) => row >= rows) ? [`line ${place} names a row that is not there`] : [],
    ),
    ...reels.flatMap((strip, reel) => (strip.length < rows ? [`reel ${reel} is shorter than what is in sight`] : [])),
    ...(wild === scatter ? ['the wild symbol cannot be the scatter too'] : []),
  ]
  if (found.length > 0) return found
  return compare(oneSpin(settings).given, ONE) < 0
    ? []
    : ['free spins give one or more free spins each: they never end']
}
