import { describe, expect, test } from 'vitest'
import { bestBlackjackAct } from '#machines/casino/games/blackjack.rules.ts'
import { rulesOf } from '#machines/casino/games/games.ts'
import { chanceOfClear, minesMultiplierE4 } from '#machines/casino/games/mines.rules.ts'
import { PAYTABLES } from '#machines/casino/games/paytables.ts'
import { seededDraw, simulate } from '#machines/casino/games/simulate.test-support.ts'
import { bestHold } from '#machines/casino/games/video-poker.rules.ts'
import { type FairDraw, fairDraw } from '#machines/odds/fair-draw.rules.ts'
import { multiply, type Rational, rational, toPlaces } from '#machines/odds/rational.rules.ts'
import type { GameAct, GameChoice, GameSettings, GameStake, GameView, Paytable } from '#schemas'

const { LIVERY_LONG: isLong, LIVERY_PART: part } = process.env
/** Fewer say too little: a royal flush comes once in 40,000 rounds, and an error that is estimated from too few of them is too small. */
const FEWEST = 200_000
/** Of each paytable, two million in the long suite and in a part of it as large a part of them; ten million by `LIVERY_ROUNDS=10000000`,
 *  which takes a quarter of an hour of one core, and tells what each game gave. */
const ROUNDS = Number(
  process.env.LIVERY_ROUNDS ??
    (isLong ? Math.max(FEWEST, Math.ceil(2_000_000 / Number(part?.split('/')[1] ?? 1))) : 60_000),
)
/** So large that what is rounded down to a minor unit is far below the error of so many rounds. */
const STAKE_MINOR = 1_000_000
/** Of the numbers; the same ones come at every run. */
const SEED = 71
const MINES = 3
const CLEAR = 4

/** How a paytable is played: on what, by which acts, and what that gives back exactly. */
interface Played {
  readonly on?: string
  readonly choice?: object
  readonly act?: (view: GameView) => GameAct
  readonly exact: Rational
}

function playOf(settings: GameSettings): Played | null {
  const rules = rulesOf(settings)
  const returns = (of: object = settings) => rules.returns(of as never)
  switch (settings.kind) {
    case 'slot':
    case 'cascade':
      return { exact: returns().lowest }
    case 'roulette':
      return { on: 'straight:36', exact: rational(36, 37) }
    case 'blackjack':
      return {
        on: 'box1',
        act: (view) => bestBlackjackAct(settings, view as never) ?? { kind: 'stand' },
        exact: returns().lowest,
      }
    case 'baccarat':
      return { on: 'banker', exact: returns().highest }
    case 'video_poker':
      return {
        act: (view) => ({ kind: 'hold', held: bestHold(settings, (view as { cards: string[] }).cards) }),
        exact: returns().lowest,
      }
    case 'dice':
      return {
        choice: { target: 7500, isOver: true },
        exact: returns({ ...settings, fewest: 2500, most: 2500 }).lowest,
      }
    case 'mines':
      return {
        choice: { mines: MINES },
        act: (view) => {
          const { opened } = view as { opened: number[] }
          return opened.length < CLEAR ? { kind: 'reveal', cell: opened.length * 6 } : { kind: 'cash_out' }
        },
        exact: multiply(rational(minesMultiplierE4(settings, MINES, CLEAR), 10_000), chanceOfClear(MINES, CLEAR)),
      }
    case 'plinko': {
      const tables = settings.tables.filter(({ rows, risk }) => rows === 16 && risk === 'high')
      return { choice: { rows: 16, risk: 'high' }, exact: returns({ ...settings, tables }).lowest }
    }
    case 'wheel':
      return { on: 't2', exact: returns({ ...settings, paysE4: { t2: settings.paysE4.t2 } }).lowest }
    default:
      return null
  }
}

const GAMES = Object.entries(PAYTABLES).flatMap(([name, settings]) => {
  const played = playOf(settings)
  return played ? [[name as Paytable, settings, played] as const] : []
})

function simulated(
  settings: GameSettings,
  { on = 'main', choice, act }: Played,
  rounds: number,
  draw = seededDraw(SEED),
) {
  const stakes: GameStake[] = [{ on, amountMinor: STAKE_MINOR }]
  const asked = { stakes, choice: { kind: settings.kind, ...choice } as GameChoice as never }
  const play = act ?? (() => ({ kind: 'stand' as const }))
  return simulate(rulesOf(settings), settings, asked, play as never, rounds, draw)
}

describe('what games give back', () => {
  test('every paytable of an instant game is played here', () => {
    const left = Object.entries(PAYTABLES).filter(([name]) => !GAMES.some(([known]) => known === name))
    expect(left.map(([, { kind }]) => kind)).toEqual(['crash', 'crash', 'live_roulette'])
  })

  test.each(GAMES)(
    'CAS-11: %s, played round after round, returns its exact fraction within three standard errors',
    (name, settings, played) => {
      const beganAt = performance.now()
      const { mean, standardError } = simulated(settings, played, ROUNDS)
      const exact = Number(toPlaces(played.exact, 12))
      const errors = ((mean - exact) / standardError).toFixed(2)
      const seconds = Math.round((performance.now() - beganAt) / 1000)
      if (process.env.LIVERY_ROUNDS)
        console.log(
          `${name}: ${ROUNDS} rounds gave ${mean}, exactly ${exact}: ${errors} standard errors of ${standardError}, ${seconds} s`,
        )
      expect(Math.abs(mean - exact)).toBeLessThan(3 * standardError)
    },
    3_600_000,
  )
})

/** A draw as it must not be: a byte modulo the bound, which gives the lower numbers more often. */
function byteDraw(): FairDraw {
  const bytes = seededDraw(SEED)
  return { below: (bound) => bytes.below(256) % bound, taken: () => 0 }
}

/** How far counts are from being equally likely: chi-square, in standard deviations above its mean. */
function unevenness(draw: FairDraw, bound: number, draws: number): number {
  const counts = new Float64Array(bound)
  for (let drawn = 0; drawn < draws; drawn++) {
    const number = draw.below(bound)
    counts[number] = (counts[number] ?? 0) + 1
  }
  const expected = draws / bound
  const square = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  return (square - (bound - 1)) / Math.sqrt(2 * (bound - 1))
}

describe('the mapping of random words to numbers', { timeout: 240_000 }, () => {
  const draws = isLong ? 2_000_000 : 200_000

  // A deck, a wheel, the cells of mines, the numbers of keno, a roll of dice, and what is no divisor of anything.
  test.each([2, 25, 37, 52, 80, 97, 416, 10_000])('CAS-11: numbers below %i are equally likely', (bound) => {
    const source = { serverSeed: 'c5'.repeat(32), clientSeed: `below ${bound}`, nonce: 0 }
    expect(Math.abs(unevenness(fairDraw(source), bound, draws))).toBeLessThan(4)
  })

  test.each([25, 37, 52, 80, 97])('a byte modulo %i is noticed', (bound) => {
    expect(unevenness(byteDraw(), bound, draws)).toBeGreaterThan(20)
  })

  test('what a game gives back shows it too: the last number of a roulette comes too seldom', () => {
    const [, settings, played] = GAMES.find(([name]) => name === 'roulette') ?? []
    if (!settings || !played) throw new Error('there is no roulette')
    const { mean, standardError } = simulated(settings, played, 200_000, byteDraw())
    expect(Math.abs(mean - Number(toPlaces(played.exact, 12)))).toBeGreaterThan(6 * standardError)
  })
})
