import type { Score } from '#schemas'
import type { LikelyScore } from './fair-price.rules.ts'
import { isSetWon } from './game-plan.rules.ts'
import { type Likely, likelyOf, likelyOfSides } from './likely-scores.rules.ts'
import type { GamePlan } from './planned-game.ts'
import type { ClockPlay, SetPlay } from './simulated-sport.ts'

/** What a game may end with, by the chances of its sides. */
export interface Forecast {
  readonly whole: Likely
  /** Of periods that are played or to come, by their number from 1. */
  readonly periods: ReadonlyMap<number, Likely>
}

/** Scores that are less likely are left out; the others share their chance. */
const LEAST_CHANCE = 1e-6
/** Above so many expected points their number is taken to be normal. */
const NORMAL_ABOVE = 12

/** What is to be expected of a game with this score after so much time. */
export function forecast(
  { play, strength }: { readonly play: ClockPlay | SetPlay; readonly strength: GamePlan['strength'] },
  periods: GamePlan['periods'],
  now: { readonly elapsedS: number; readonly score: Score | null },
): Forecast {
  return play.kind === 'clock'
    ? clockForecast(play, strength, periods, now)
    : setForecast(play, strength.home, now.score)
}

type Sides = GamePlan['strength']

function clockForecast(
  play: ClockPlay,
  strength: Sides,
  planned: GamePlan['periods'],
  { elapsedS, score }: { readonly elapsedS: number; readonly score: Score | null },
): Forecast {
  const left = Array.from({ length: play.periods }, (_, number) => {
    const { fromS, toS } = planned[number] ?? { fromS: 0, toS: 0 }
    return Math.min(1, Math.max(0, (toS - Math.max(elapsedS, fromS)) / (toS - fromS)))
  })
  const periods = new Map<number, Likely>()
  const rest = { home: 0, away: 0 }
  for (const [number, share] of left.entries()) {
    const means = periodMeans(play, strength, number, share)
    rest.home += means.home
    rest.away += means.away
    if (share > 0) periods.set(number + 1, joint(play, means, score?.periods?.[number]))
  }
  // A draw that may not stand is decided by overtime.
  const overtime = play.isDrawPossible ? null : strength.home / (strength.home + strength.away)
  return { whole: joint(play, rest, score ?? undefined, overtime), periods }
}

function periodMeans(play: ClockPlay, { home, away }: Sides, number: number, share: number): Sides {
  if (play.isByInnings) return { home: number === 0 ? home * share : 0, away: number === 1 ? away * share : 0 }
  return { home: (home / play.periods) * share, away: (away / play.periods) * share }
}

function joint(
  play: ClockPlay,
  means: Sides,
  from: Sides = { home: 0, away: 0 },
  overtime: number | null = null,
): Likely {
  const of = (mean: number, begun: number) =>
    pointChances(play, mean).map(([points, chance]) => [begun + points, chance] as const)
  return likelyOfSides(of(means.home, from.home), of(means.away, from.away), overtime)
}

function likely(all: readonly LikelyScore[]): LikelyScore[] {
  const kept = all.filter(({ chance }) => chance >= LEAST_CHANCE)
  const sum = kept.reduce((total, { chance }) => total + chance, 0)
  return kept.map((score) => ({ ...score, chance: score.chance / sum }))
}

/** Chances of numbers of points that a side still makes. @param mean on the average */
export function pointChances({ values }: Pick<ClockPlay, 'values'>, mean: number): [points: number, chance: number][] {
  if (mean <= 0) return [[0, 1]]
  if (mean <= NORMAL_ABOVE && values.length === 1) return poisson(mean)
  const squares = values.reduce((sum, value) => sum + value * value, 0)
  const variance = (mean * squares) / values.reduce((sum, value) => sum + value, 0)
  const deviation = Math.sqrt(Math.max(variance, 0.25))
  const [least, most] = [Math.max(0, Math.floor(mean - 4 * deviation)), Math.ceil(mean + 4 * deviation)]
  const found: [number, number][] = []
  for (let points = least; points <= most; points += 1)
    found.push([points, Math.exp(-((points - mean) ** 2) / (2 * deviation ** 2))])
  const sum = found.reduce((total, [, weight]) => total + weight, 0)
  return found.map(([points, weight]) => [points, weight / sum])
}

function poisson(mean: number): [number, number][] {
  const found: [number, number][] = []
  let chance = Math.exp(-mean)
  for (let points = 0; points <= mean || chance > LEAST_CHANCE; points += 1) {
    found.push([points, chance])
    chance *= mean / (points + 1)
  }
  return found
}

function setForecast(play: SetPlay, chance: number, score: Score | null): Forecast {
  const parts = score?.periods ?? []
  const current = parts.at(-1) && !isSetWon(play, parts.at(-1) ?? { home: 0, away: 0 }) ? parts.at(-1) : undefined
  const fresh = setChance(play, chance, { home: 0, away: 0 })
  const now = current ? setChance(play, chance, current) : fresh
  const needed = (play.mostSets + 1) / 2
  const won = { home: score?.home ?? 0, away: score?.away ?? 0 }
  const first = won.home + won.away + 1
  const periods = new Map<number, Likely>()
  const isOver = won.home === needed || won.away === needed
  if (!isOver) periods.set(first, likelyOf(winnerOf(now)))
  if (!isOver && first < needed + Math.min(won.home, won.away)) periods.set(first + 1, likelyOf(winnerOf(fresh)))
  return { whole: likelyOf(likely(finalSets(won, needed, { now, fresh }))), periods }
}

function winnerOf(chance: number): LikelyScore[] {
  return [
    { home: 1, away: 0, chance },
    { home: 0, away: 1, chance: 1 - chance },
  ]
}

function finalSets(
  won: { readonly home: number; readonly away: number },
  needed: number,
  { now, fresh }: { readonly now: number; readonly fresh: number },
): LikelyScore[] {
  if (won.home === needed || won.away === needed) return [{ ...won, chance: 1 }]
  const next = { now: fresh, fresh }
  const ifHome = finalSets({ ...won, home: won.home + 1 }, needed, next)
  const ifAway = finalSets({ ...won, away: won.away + 1 }, needed, next)
  const all = [
    ...ifHome.map((score) => ({ ...score, chance: score.chance * now })),
    ...ifAway.map((score) => ({ ...score, chance: score.chance * (1 - now) })),
  ]
  const byScore = Map.groupBy(all, ({ home, away }) => `${home}:${away}`)
  return [...byScore.values()].flatMap((same) => {
    const [one] = same
    return one ? [{ ...one, chance: same.reduce((sum, { chance }) => sum + chance, 0) }] : []
  })
}

/** How likely the home side is to win a set that stands so. @param chance of winning a point */
export function setChance(
  play: SetPlay,
  chance: number,
  from: { readonly home: number; readonly away: number },
): number {
  const known = new Map<string, number>()
  const deuce = chance ** 2 / (chance ** 2 + (1 - chance) ** 2)
  const look = (home: number, away: number): number => {
    if (isSetWon(play, { home, away })) return home > away ? 1 : 0
    const isDeuce = play.cap === undefined && home === away && home >= play.pointsToWin - 1
    if (isDeuce) return deuce
    const key = `${home}:${away}`
    const found = known.get(key) ?? chance * look(home + 1, away) + (1 - chance) * look(home, away + 1)
    known.set(key, found)
    return found
  }
  return look(from.home, from.away)
}
