import { compare, type Rational, rationalOf, subtract } from '#machines/odds/rational.rules.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { Market } from '#schemas'
import { MARKET_TYPE } from './market-types.ts'

/** The types of market that a list shows of a game, in their order. */
export const MAIN_TYPES: readonly number[] = [
  MARKET_TYPE.matchResult,
  MARKET_TYPE.winner,
  MARKET_TYPE.total,
  MARKET_TYPE.handicap,
  MARKET_TYPE.fieldWinner,
].map(({ typeId }) => typeId)

/** The types of market of the Asian view (FEED-6): handicaps and totals; of an event of many, which has neither, who wins it and who
 *  is placed. */
export const ASIAN_TYPES: readonly number[] = [
  MARKET_TYPE.handicap,
  MARKET_TYPE.total,
  MARKET_TYPE.fieldWinner,
  MARKET_TYPE.fieldPlace,
].map(({ typeId }) => typeId)

/** The markets that a list shows: of each type one, the first that takes bets, and of lines the one whose prices are the most
 *  even; of equals the line that is nearest to zero. @param types ids in the order in which they are shown */
export function mainMarkets(markets: readonly Market[], types: readonly number[]): Market[] {
  return types.flatMap((typeId) => {
    const [best] = markets.filter((market) => market.typeId === typeId).sort(byEvenness)
    return best ?? []
  })
}

function byEvenness(left: Market, right: Market): number {
  return (
    Number(isOpen(right)) - Number(isOpen(left)) ||
    compare(spreadOf(left), spreadOf(right)) ||
    Math.abs(Number(left.parameter ?? 0)) - Math.abs(Number(right.parameter ?? 0)) ||
    Number(left.parameter ?? 0) - Number(right.parameter ?? 0)
  )
}

function isOpen({ status }: Market): boolean {
  return status === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED
}

/** How far the dearest price of a market is from its cheapest. */
function spreadOf({ outcomes }: Market): Rational {
  const prices = outcomes.map(({ odds }) => rationalOf(odds)).sort(compare)
  const [lowest, highest] = [prices[0], prices.at(-1)]
  return lowest && highest ? subtract(highest, lowest) : rationalOf('0')
}
