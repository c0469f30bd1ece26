import type { MarketType } from '../markets/market-type.ts'
import type { LikelyScore } from './fair-price.rules.ts'

/** What is to be expected of a part of a game, as the questions about it need it: the fewer scores, the quicker a price. */
export interface Likely {
  readonly all: () => readonly LikelyScore[]
  /** Both sides together, all of it as the home side's. */
  readonly sums: () => readonly LikelyScore[]
  /** How far the home side is ahead. */
  readonly leads: () => readonly LikelyScore[]
  /** Who wins, beside how much both sides make together. */
  readonly results: () => readonly LikelyScore[]
  readonly homes: () => readonly LikelyScore[]
  readonly aways: () => readonly LikelyScore[]
}

/** Scores with what follows from them, each worked out once. */
export function likelyOf(all: readonly LikelyScore[]): Likely {
  return {
    all: () => all,
    sums: once(() => merged(all, ({ home, away }) => home + away, asHome)),
    leads: once(() => merged(all, ({ home, away }) => home - away, asLead)),
    results: once(() => merged(all, ({ home, away }) => resultNumber(home, away), asResult)),
    homes: once(() => merged(all, ({ home }) => home, asHome)),
    aways: once(() => merged(all, ({ away }) => away, asAway)),
  }
}

/** Chances of how many points a side makes. */
export type PointChances = readonly (readonly [points: number, chance: number])[]

/** Scores of two sides that make their points whatever the other does. Without going through each score as an object, since sides that
 *  make a hundred points have ten thousand.
 *  @param overtime chance of the home side to win by a point where both have made as many; null where a draw stands */
export function likelyOfSides(homes: PointChances, aways: PointChances, overtime: number | null): Likely {
  const each = (take: (home: number, away: number, chance: number) => void): void => {
    for (const [home, one] of homes)
      for (const [away, other] of aways) {
        const chance = one * other
        if (home !== away || overtime === null) take(home, away, chance)
        else {
          take(home + 1, away, chance * overtime)
          take(home, away + 1, chance * (1 - overtime))
        }
      }
  }
  // Numbers of any kind that is asked for are from minus to three times this.
  const most = (homes.at(-1)?.[0] ?? 0) + (aways.at(-1)?.[0] ?? 0) + 2
  const by = (numberOf: (home: number, away: number) => number, scoreOf: typeof asHome) =>
    once(() => {
      const chances = new Float64Array(most * 4 + 4)
      each((home, away, chance) => {
        const place = numberOf(home, away) + most
        chances[place] = (chances[place] ?? 0) + chance
      })
      const all: LikelyScore[] = []
      for (const [place, chance] of chances.entries()) if (chance > 0) all.push({ ...scoreOf(place - most), chance })
      return certain(all)
    })
  return {
    all: once(() => {
      const all: LikelyScore[] = []
      each((home, away, chance) => all.push({ home, away, chance }))
      return certain(all)
    }),
    sums: by((home, away) => home + away, asHome),
    leads: by((home, away) => home - away, asLead),
    results: by(resultNumber, asResult),
    homes: by((home) => home, asHome),
    aways: by((_, away) => away, asAway),
  }
}

/** Scores that are less likely are left out; the others share their chance. */
const LEAST_CHANCE = 1e-6

function certain(all: readonly LikelyScore[]): LikelyScore[] {
  const kept = all.filter(({ chance }) => chance >= LEAST_CHANCE)
  const sum = kept.reduce((total, { chance }) => total + chance, 0)
  return kept.map((score) => ({ ...score, chance: score.chance / sum }))
}

/** Chances of a number as such scores; for models that tell sums, leads and sides apart. */
export function asHome(number: number): Pick<LikelyScore, 'home' | 'away'> {
  return { home: number, away: 0 }
}

/** A lead as a score: `-2` → 0:2. */
export function asLead(lead: number): Pick<LikelyScore, 'home' | 'away'> {
  return { home: Math.max(0, lead), away: Math.max(0, -lead) }
}

const RESULTS = 3

function resultNumber(home: number, away: number): number {
  return (home + away) * RESULTS + (home > away ? 0 : home === away ? 1 : 2)
}

/** Who wins and how much is made as a score: all of it by the side that wins. */
function asResult(number: number): Pick<LikelyScore, 'home' | 'away'> {
  const [sum, place] = [Math.floor(number / RESULTS), number % RESULTS]
  if (place === 1) return { home: sum / 2, away: sum / 2 }
  return place === 0 ? { home: sum, away: 0 } : { home: 0, away: sum }
}

/** A number of the away side as a score. */
export function asAway(number: number): Pick<LikelyScore, 'home' | 'away'> {
  return { home: 0, away: number }
}

function once<Of>(make: () => Of): () => Of {
  let made: Of | undefined
  return () => {
    made ??= make()
    return made
  }
}

function merged(
  all: readonly LikelyScore[],
  numberOf: (score: LikelyScore) => number,
  scoreOf: (number: number) => Pick<LikelyScore, 'home' | 'away'>,
): LikelyScore[] {
  const chances = new Map<number, number>()
  for (const score of all) {
    const number = numberOf(score)
    chances.set(number, (chances.get(number) ?? 0) + score.chance)
  }
  return [...chances].map(([number, chance]) => ({ ...scoreOf(number), chance }))
}

/** The scores that a question needs. */
export function scoresFor({ question, side }: Pick<MarketType, 'question' | 'side'>, likely: Likely) {
  switch (question) {
    case 'result':
    case 'double-chance':
    case 'winner':
    case 'handicap':
    case 'margin':
    case 'wide-margin':
    case 'three-way-handicap':
      return likely.leads()
    case 'over-under':
    case 'odd-even':
    case 'exact-total':
      return side === undefined ? likely.sums() : side === 'home' ? likely.homes() : likely.aways()
    case 'clean-sheet':
      return side === 'home' ? likely.aways() : likely.homes()
    case 'result-total':
    case 'winner-total':
    case 'double-chance-total':
      return likely.results()
    case 'total-range':
    case 'any':
      return likely.sums()
    default:
      return likely.all()
  }
}
