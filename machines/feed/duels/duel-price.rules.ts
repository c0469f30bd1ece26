import type { RowOutcome } from '#schemas'
import { MARKET_TYPE } from '../markets/market-types.ts'
import { LEAST_ODDS, oddsText } from '../simulator/fair-price.rules.ts'

/** Goals that are to be expected of the two teams of a duel. */
export interface DuelMeans {
  readonly home: number
  readonly away: number
}

/** How a duel may end. */
export interface DuelChances {
  readonly home: number
  readonly draw: number
  readonly away: number
}

/** By how much the prices of a duel exceed what is fair. */
export const DUEL_MARGIN = 0.08
/** What is likelier has no price that keeps the margin: it would be below the least price there is. */
const MOST_CHANCE = 100 / (LEAST_ODDS * (1 + DUEL_MARGIN))
/** What is less likely is as good as decided. */
const LEAST_CHANCE = 0.02
/** What is left of the chances when the count of goals ends. */
const TAIL = 1e-12

/** Which of two teams of players scores more. Goals of a player are taken to fall independently and evenly (Poisson), so those of
 *  a team do, with the sum of the means; the difference of two teams is distributed as Skellam has it:
 *  P(home by k) = Σ e^-(λ+μ) · λ^(n+k) μ^n / ((n+k)! n!). Counted out up to a tail of 10^-12.
 *  @param means of the teams, 0 at least @throws RangeError for a mean that is negative or no number */
export function duelChances({ home, away }: DuelMeans): DuelChances {
  if (!(home >= 0 && away >= 0)) throw new RangeError(`expected goals must be 0 or more, not ${home} and ${away}`)
  const [ones, others] = [poisson(home), poisson(away)]
  const chances = { home: 0, draw: 0, away: 0 }
  for (const [goals, one] of ones.entries())
    for (const [against, other] of others.entries())
      chances[goals > against ? 'home' : goals === against ? 'draw' : 'away'] += one * other
  const sum = chances.home + chances.draw + chances.away
  return { home: chances.home / sum, draw: chances.draw / sum, away: chances.away / sum }
}

/** Chances of 0, 1, 2 … goals. */
function poisson(mean: number): number[] {
  const chances: number[] = []
  let [chance, left] = [Math.exp(-mean), 1]
  for (let goals = 0; left > TAIL && goals <= mean + 200; goals += 1) {
    chances.push(chance)
    left -= chance
    chance *= mean / (goals + 1)
  }
  return chances
}

/** The prices of a duel: the first team, a draw, the second team. @returns null when it is as good as decided */
export function duelPrices(means: DuelMeans): RowOutcome[] | null {
  const { home, draw, away } = duelChances(means)
  const chances = [home, draw, away]
  if (chances.some((chance) => !(chance <= MOST_CHANCE && chance >= LEAST_CHANCE))) return null
  return MARKET_TYPE.duel.outcomes.map((typeId, place) => ({
    typeId,
    odds: oddsText(chances[place] ?? 0, DUEL_MARGIN),
  }))
}
