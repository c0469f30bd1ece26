import { entrantOutcome, MARKET_TYPE } from '../../markets/market-types.ts'
import { MOST_CHANCE, oddsText, type PricedMarket } from '../fair-price.rules.ts'
import { placesPaid } from '../game-end.rules.ts'

/** An entrant of a field: how likely it is to finish first against the others. */
export interface FieldStrength {
  readonly number: number
  readonly strength: number
}

/** Chances of the field to come in within so many places, in its order, by Harville's model: who is first is left out, and the
 *  others keep their shares (D. A. Harville, 1973). Chances of two places add up to 2. @param places 1 to 3 */
export function placeChances(strengths: readonly number[], places: number): number[] {
  const chances = strengths.map(() => 0)
  const isIn = strengths.map(() => true)
  const walk = (sum: number, chance: number, depth: number): void => {
    for (const [at, strength] of strengths.entries()) {
      if (isIn[at] !== true) continue
      const own = (chance * strength) / sum
      chances[at] = (chances[at] ?? 0) + own
      if (depth === places) continue
      isIn[at] = false
      walk(sum - strength, own, depth + 1)
      isIn[at] = true
    }
  }
  walk(
    strengths.reduce((sum, strength) => sum + strength, 0),
    1,
    1,
  )
  return chances
}

/** The markets on a field: who wins, and where places are paid who comes in within them. A market with an outcome that is as good
 *  as certain is not offered. @param margin 0.06 for six percent */
export function priceField(
  runners: readonly FieldStrength[],
  { margin, hasPlaces }: { readonly margin: number; readonly hasPlaces: boolean },
): PricedMarket[] {
  const places = hasPlaces ? placesPaid(runners.length) : null
  const { fieldWinner, fieldPlace } = MARKET_TYPE
  const market = (type: typeof fieldWinner | typeof fieldPlace, count: number): PricedMarket[] => {
    const chances = placeChances(
      runners.map(({ strength }) => strength),
      count,
    )
    if (chances.some((chance) => !(chance <= MOST_CHANCE))) return []
    const outcomes = runners.map(({ number }, at) => ({
      typeId: entrantOutcome(type, number),
      odds: oddsText(chances[at] ?? 0, margin),
      isSuspended: false,
    }))
    return [{ typeId: type.typeId, ...(type === fieldPlace && { parameter: String(count) }), outcomes }]
  }
  return [...market(fieldWinner, 1), ...(places === null ? [] : market(fieldPlace, places))]
}
