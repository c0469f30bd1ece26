import { drawOf, type FairDraw } from '#machines/odds/fair-draw.rules.ts'
import type { GameAct, GameKind, GameStake } from '#schemas'
import { type ChoiceOf, type GameRules, type SettingsOf, totalOf, type ViewOf } from './game-rules.ts'

/** Rounds of a simulation beside the exact figure; tests/money/game-returns.test.ts plays more. */
export const MANY_ROUNDS = 40_000

/** What many rounds gave for each unit of their first stakes. */
export interface Simulated {
  readonly mean: number
  readonly standardError: number
}

/** A draw for tests: the same seed always gives the same numbers (xorshift of 128 bits, by Marsaglia). */
export function seededDraw(seed: number): FairDraw {
  const words = Uint32Array.of(seed, seed ^ 0x9e3779b9, 0x243f6a88, 0xb7e15162)
  const next = (): number => {
    const [x = 0, y = 0, z = 0, w = 0] = words
    const mixed = x ^ (x << 11)
    words.set([y, z, w, w ^ (w >>> 19) ^ (mixed ^ (mixed >>> 8))])
    return words[3] ?? 0
  }
  for (let warming = 0; warming < 32; warming++) next()
  return drawOf(next)
}

/** A draw that gives these numbers in their order. @throws RangeError when one is not below the bound, or none is left */
export function scriptedDraw(numbers: readonly number[]): FairDraw {
  let place = 0
  return {
    below(bound) {
      const number = numbers[place++]
      if (number === undefined || number >= bound) throw new RangeError(`${number} is not below ${bound}`)
      return number
    },
    taken: () => place,
  }
}

/** Plays many rounds. The return of a round is 1 + (what it pays − all that was staked) / the first stakes, so that what a double adds
 *  counts as won or lost on the first stakes.
 *  @param play what the player does when they see this
 *  @param from a seed of {@link seededDraw}, or what draws
 *  @throws Error when the game refuses a stake or an act */
export function simulate<Kind extends GameKind, State>(
  rules: GameRules<Kind, State>,
  settings: SettingsOf<Kind>,
  asked: { readonly stakes: readonly GameStake[]; readonly choice: ChoiceOf<Kind> },
  play: (view: ViewOf<Kind>) => GameAct,
  rounds: number,
  from: number | FairDraw,
): Simulated {
  const draw = typeof from === 'number' ? seededDraw(from) : from
  const first = totalOf(asked.stakes)
  let sum = 0
  let squares = 0
  for (let round = 0; round < rounds; round++) {
    let played = rules.open(settings, asked, draw)
    while ('state' in played && !rules.isOver(played.state))
      played = rules.act(settings, played.state, play(rules.view(settings, played.state)), draw)
    if ('refusal' in played) throw new Error(played.refusal)
    const { state } = played
    const back = 1 + (rules.payoutMinor(settings, state) - rules.stakeMinor(state)) / first
    sum += back
    squares += back * back
  }
  const mean = sum / rounds
  return { mean, standardError: Math.sqrt((squares / rounds - mean * mean) / rounds) }
}
