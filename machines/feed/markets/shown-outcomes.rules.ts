import { compare, rationalOf } from '#machines/odds/rational.rules.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { Market, Outcome } from '#schemas'
import { isOnPlayer, playerOf } from './derived-types.ts'
import type { MarketQuestion, MarketType } from './market-type.ts'
import { marketType } from './market-types.ts'

/** Questions with a list of outcomes of which some are out of reach before the game is over. */
const LISTS: readonly MarketQuestion[] = [
  'correct-score',
  'exact-score',
  'exact-total',
  'total-range',
  'part-whole',
  'first-goal-time',
  'scorer',
  'first-scorer',
  'last-scorer',
  'scorer-of-two',
  'result-both-score',
  'result-total',
  'winner-total',
  'both-score-total',
  'double-chance-total',
  'double-chance-both-score',
]

/** Whether a type of market has a list of outcomes. */
export function isListed({ question }: Pick<MarketType, 'question'>): boolean {
  return LISTS.includes(question)
}

/** The outcomes of a market in the order in which they are shown: of a list without those that alone take no bets while the market
 *  does, since they cannot win any more; players with the likeliest first, one side beside the other. Of other markets all, those
 *  that are not there too, so that each keeps its place. */
export function shownOutcomes({
  typeId,
  status,
  outcomes,
}: Pick<Market, 'typeId' | 'status' | 'outcomes'>): readonly number[] {
  const type = marketType(typeId)
  if (!isListed(type)) return type.outcomes
  const isOpen = status === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED
  const left = outcomes.filter(({ isSuspended }) => !isOpen || !isSuspended)
  if (!isOnPlayer(type.outcomes[0] ?? 0)) return left.map((outcome) => outcome.typeId)
  const nobody = left.filter((outcome) => playerOf(outcome.typeId) === null)
  return [...besideEachOther(left), ...nobody].map((outcome) => outcome.typeId)
}

function besideEachOther(outcomes: readonly Outcome[]): Outcome[] {
  const of = (side: 'home' | 'away') =>
    outcomes
      .filter(({ typeId }) => playerOf(typeId)?.side === side)
      .sort((one, other) => compare(rationalOf(one.odds), rationalOf(other.odds)))
  const [home, away] = [of('home'), of('away')]
  const pairs = Array.from({ length: Math.max(home.length, away.length) }, (_, at) => [home[at], away[at]])
  return pairs.flat().filter((outcome) => outcome !== undefined)
}
