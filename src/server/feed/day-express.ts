import { type ExpressCandidate, pickExpresses } from '#machines/feed/board/day-express.rules.ts'
import { MARKET_TYPE } from '#machines/feed/markets/market-types.ts'
import { productOf, rationalOf, toPlaces } from '#machines/odds/rational.rules.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { BoardGame, DayExpress, ExpressLeg } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { readBoard } from './board.ts'
import { isOneOf } from './offer.queries.ts'
import type { ExpressWish } from './offer-ports.ts'

const LEG_TYPES = [MARKET_TYPE.matchResult.typeId, MARKET_TYPE.winner.typeId]

/** The expresses of a day whose legs all take bets. */
export async function readDayExpresses(tx: FeedTransaction, wish: ExpressWish, now: Date): Promise<DayExpress[]> {
  const picked = pickExpresses(wish.seed, await candidates(tx, wish, now))
  const gameIds = picked.flat().map(({ gameId }) => gameId)
  const games = await readBoard(tx, gameIds, { marketTypes: LEG_TYPES, pinned: [], now })
  const byId = new Map(games.map((game) => [game.gameId, game]))
  return picked.flatMap((pickedLegs, place) => {
    const legs = pickedLegs.flatMap(({ gameId, outcomeId }) => legOf(byId.get(gameId), outcomeId))
    if (legs.length < pickedLegs.length) return []
    legs.sort((left, right) => left.leg.game.startsAt.localeCompare(right.leg.game.startsAt))
    const odds = toPlaces(productOf(legs.map((leg) => rationalOf(leg.odds))), 2)
    return [{ expressNum: place + 1, legs: legs.map(({ leg }) => leg), odds }]
  })
}

/** The leg with its price now; none when it takes no bets. */
function legOf(game: BoardGame | undefined, outcomeId: number): { readonly leg: ExpressLeg; readonly odds: string }[] {
  const market = game?.markets.find(({ outcomes }) => outcomes.some((outcome) => outcome.outcomeId === outcomeId))
  const outcome = market?.outcomes.find((one) => one.outcomeId === outcomeId)
  const isOpen = market?.status === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED && outcome?.isSuspended !== true
  return game && market && outcome && isOpen
    ? [{ leg: { game, marketId: market.marketId, outcomeId }, odds: outcome.odds }]
    : []
}

/** Games of the day that can still be bet on, with the first prices of their results. */
async function candidates(
  tx: FeedTransaction,
  { feed, startsBefore, except }: ExpressWish,
  now: Date,
): Promise<ExpressCandidate[]> {
  const rows = await tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .innerJoin('feed.market as market', 'market.game_id', 'game.game_id')
    .innerJoin('feed.outcome as outcome', 'outcome.market_id', 'market.market_id')
    .innerJoin('feed.price as price', 'price.outcome_id', 'outcome.outcome_id')
    .select(['game.game_id', 'outcome.outcome_id', 'price.odds'])
    .where('price.sequence', '=', 1)
    .where('market.type_id', 'in', LEG_TYPES)
    .where('game.main_game_id', 'is', null)
    .where('game.kind', '=', FEED_KIND[feed])
    .where('game.status', '=', MARKET_STATUS.BETS_ARE_BEING_ACCEPTED)
    .$if(feed === 'line', (query) => query.where('game.starts_at', '>', now).where('game.starts_at', '<', startsBefore))
    .where((where) => where.not(isOneOf('championship.sport_id', except)))
    .execute()
  return [...Map.groupBy(rows, (row) => row.game_id)].map(([gameId, outcomes]) => ({
    gameId,
    outcomes: outcomes.map(({ outcome_id: outcomeId, odds: firstOdds }) => ({ outcomeId, firstOdds })),
  }))
}
