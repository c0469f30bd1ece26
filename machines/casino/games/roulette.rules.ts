import { rational } from '#machines/odds/rational.rules.ts'
import type { GameStake } from '#schemas'
import { type GameRules, hasSpots, refuse, totalOf } from './game-rules.ts'

/** A spin. */
export interface RouletteState {
  readonly stakes: readonly GameStake[]
  readonly number: number
}

/** Numbers of a wheel with one zero. */
export const ROULETTE_NUMBERS = 37

/** The numbers in the order of the wheel. */
export const ROULETTE_WHEEL: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
]

const RED: ReadonlySet<number> = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

/** The colour of a number. */
export function colourOf(number: number): 'green' | 'red' | 'black' {
  if (number === 0) return 'green'
  return RED.has(number) ? 'red' : 'black'
}

const FROM_ONE = Array.from({ length: 36 }, (_, at) => at + 1)

const OUTSIDE: Readonly<Record<string, (number: number) => boolean>> = {
  red: (number) => RED.has(number),
  black: (number) => !RED.has(number),
  even: (number) => number % 2 === 0,
  odd: (number) => number % 2 === 1,
  low: (number) => number <= 18,
  high: (number) => number > 18,
  dozen1: (number) => number <= 12,
  dozen2: (number) => number > 12 && number <= 24,
  dozen3: (number) => number > 24,
  column1: (number) => number % 3 === 1,
  column2: (number) => number % 3 === 2,
  column3: (number) => number % 3 === 0,
}

/** The spots of the table: name → the numbers that win. A spot with several numbers names them in their order: `split:17-20`,
 *  `street:4-5-6`, `corner:1-2-4-5`, `line:1-2-3-4-5-6`. */
export const ROULETTE_SPOTS: ReadonlyMap<string, readonly number[]> = new Map(spotsOf())

function* spotsOf(): Generator<[string, readonly number[]]> {
  for (let number = 0; number < ROULETTE_NUMBERS; number++) yield [`straight:${number}`, [number]]
  const named = (kind: string, numbers: readonly number[]): [string, readonly number[]] => [
    `${kind}:${numbers.join('-')}`,
    numbers,
  ]
  for (const number of FROM_ONE) {
    if (number % 3 !== 0) yield named('split', [number, number + 1])
    if (number <= 33) yield named('split', [number, number + 3])
    if (number % 3 === 1) yield named('street', [number, number + 1, number + 2])
    if (number % 3 !== 0 && number <= 32) yield named('corner', [number, number + 1, number + 3, number + 4])
    if (number % 3 === 1 && number <= 31)
      yield named('line', [number, number + 1, number + 2, number + 3, number + 4, number + 5])
  }
  for (const number of [1, 2, 3]) yield named('split', [0, number])
  yield named('street', [0, 1, 2])
  yield named('street', [0, 2, 3])
  yield named('corner', [0, 1, 2, 3])
  for (const [name, wins] of Object.entries(OUTSIDE)) yield [name, FROM_ONE.filter(wins)]
}

/** What a spot pays for each unit, the unit included: 36 shared by its numbers. */
export function spotPays(spot: string): number {
  return 36 / (ROULETTE_SPOTS.get(spot)?.length ?? Number.POSITIVE_INFINITY)
}

/** What the stakes win at a number. */
export function rouletteWins(stakes: readonly GameStake[], number: number): { on: string; payMinor: number }[] {
  return stakes
    .filter(({ on }) => ROULETTE_SPOTS.get(on)?.includes(number))
    .map(({ on, amountMinor }) => ({ on, payMinor: amountMinor * spotPays(on) }))
}

/** Whether each stake is on a spot of the table. */
export function areRouletteStakes(stakes: readonly GameStake[]): boolean {
  return hasSpots(stakes, (on) => ROULETTE_SPOTS.has(on))
}

const RETURN = rational(36, 37)

/** Roulette with one zero (CAS-11). */
export const ROULETTE: GameRules<'roulette', RouletteState> = {
  kind: 'roulette',
  open(_settings, { stakes }, draw) {
    if (!areRouletteStakes(stakes)) return refuse('casino.stake_invalid')
    return { state: { stakes, number: draw.below(ROULETTE_NUMBERS) } }
  },
  act: () => refuse('casino.out_of_turn'),
  finish: (_settings, state) => state,
  isOver: () => true,
  stakeMinor: ({ stakes }) => totalOf(stakes),
  payoutMinor: (_settings, { stakes, number }) =>
    rouletteWins(stakes, number).reduce((sum, { payMinor }) => sum + payMinor, 0),
  view: (_settings, { stakes, number }) => ({ kind: 'roulette', number, wins: rouletteWins(stakes, number) }),
  returns: () => ({ lowest: RETURN, highest: RETURN }),
  faults: () => [],
}
