import { compare, rationalOf } from '#machines/odds/rational.rules.ts'

/** A game of the day with the first prices of its result or winner. */
export interface ExpressCandidate {
  readonly gameId: number
  readonly outcomes: readonly { readonly outcomeId: number; readonly firstOdds: string }[]
}

/** A leg that was picked. */
export interface PickedLeg {
  readonly gameId: number
  readonly outcomeId: number
}

/** Legs of the expresses of a day, one after another. */
const SIZES = [3, 4, 5] as const
/** Prices between which a favourite makes a leg: a dearer one is a gamble, a cheaper one adds nothing. */
const LOWEST = rationalOf('1.2')
const HIGHEST = rationalOf('2.5')

/** The expresses of a day (SPORT-5), each of the favourites of other games. They follow from brand, day and the games that still take
 *  bets: all visitors see the same, and as first prices never change, only a game that starts makes place for another.
 *  @param seed of the brand and its day, `'aurora/2026-03-14'` */
export function pickExpresses(
  seed: string,
  candidates: readonly ExpressCandidate[],
): readonly (readonly PickedLeg[])[] {
  const legs = candidates
    .flatMap((game) => favouriteOf(game))
    .map((leg) => ({ leg, rank: hashOf(`${seed}/${leg.gameId}`) }))
    .sort((left, right) => left.rank - right.rank || left.leg.gameId - right.leg.gameId)
    .map(({ leg }) => leg)
  let first = 0
  return SIZES.flatMap((size) => {
    const picked = legs.slice(first, first + size)
    if (picked.length < size) return []
    first += size
    return [picked]
  })
}

function favouriteOf({ gameId, outcomes }: ExpressCandidate): PickedLeg[] {
  const priced = outcomes.map(({ outcomeId, firstOdds }) => ({ outcomeId, odds: rationalOf(firstOdds) }))
  const [best] = priced.sort((left, right) => compare(left.odds, right.odds) || left.outcomeId - right.outcomeId)
  if (!best || compare(best.odds, LOWEST) < 0 || compare(best.odds, HIGHEST) > 0) return []
  return [{ gameId, outcomeId: best.outcomeId }]
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
