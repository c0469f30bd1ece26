import { marketStatus, statusNow } from '#machines/feed/board/game-status.rules.ts'
import { marketType } from '#machines/feed/markets/market-types.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { Clock, FeedStatus, Game, Market } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { entrantNames, named } from './field.queries.ts'

/** A game as it is now, with its markets, their prices, and the score of the result in force. */
export async function readGame(tx: FeedTransaction, gameId: number, now: Date): Promise<Game | null> {
  const row = await selectGames(tx).where('game.game_id', '=', gameId).executeTakeFirst()
  if (!row) return null
  const facts = gameFacts(row, now)
  const rows = await selectMarkets(tx).where('market.game_id', '=', gameId).execute()
  return { ...facts, markets: await withEntrants(tx, gameId, marketsOf(rows, facts.status)) }
}

async function withEntrants(tx: FeedTransaction, gameId: number, markets: Market[]): Promise<Market[]> {
  const names = await entrantNames(tx, new Map([[gameId, markets]]))
  return named(markets, names.get(gameId))
}

/** What the row of a game says of it now, without its markets. */
export function gameFacts(row: GameRow, now: Date): Omit<Game, 'markets'> {
  const startsAtMs = row.starts_at.getTime()
  const isLive = row.kind === FEED_KIND.live
  const score = row.result_kind === null ? row.score : row.result_score
  const clock = clockNow(row, now)
  return {
    gameId: row.game_id,
    ...(row.main_game_id !== null && { mainGameId: row.main_game_id }),
    sportId: row.sport_id,
    ...(row.country_id !== null && { countryId: row.country_id }),
    champId: row.champ_id,
    kind: row.kind,
    startsAt: row.starts_at.toISOString(),
    hasStartTime: row.has_start_time,
    status: statusNow({ status: row.status, isLive, startsAtMs, isSuspended: row.is_suspended }, now.getTime()),
    participants: [
      { participantId: row.home_id, name: row.home_name },
      ...(row.away_id === null ? [] : [{ participantId: row.away_id, name: row.away_name ?? '' }]),
    ],
    ...(score && { score }),
    ...(clock && { clock }),
    ...(row.ball && clock?.isRunning && { ball: row.ball }),
    ...(row.statistics && { statistics: row.statistics }),
    producer: row.producer,
  }
}

/** The clock of a game, advanced by the time since it was reported; null before it has one and once the game is
 *  over. */
export function clockNow(
  {
    clock,
    clock_at: at,
    status,
  }: { readonly clock: Clock | null; readonly clock_at: Date | null; readonly status: FeedStatus },
  now: Date,
): Clock | null {
  if (!clock || !at || status === MARKET_STATUS.SETTLED || status === MARKET_STATUS.CANCELED) return null
  const sinceS = clock.isRunning ? Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000)) : 0
  return { ...clock, seconds: clock.seconds + sinceS }
}

export type GameRow = Awaited<ReturnType<ReturnType<typeof selectGames>['execute']>>[number]
export type MarketRow = Awaited<ReturnType<ReturnType<typeof selectMarkets>['execute']>>[number]

/** Games with the names around them and the result in force. */
export function selectGames(tx: FeedTransaction) {
  return tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .innerJoin('feed.participant as home', 'home.participant_id', 'game.home_id')
    .leftJoin('feed.participant as away', 'away.participant_id', 'game.away_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('feed.result as version')
          .select(['version.kind as result_kind', 'version.score as result_score', 'version.ending as result_ending'])
          .whereRef('version.game_id', '=', 'game.game_id')
          .orderBy('version.version', 'desc')
          .limit(1)
          .as('result'),
      (join) => join.onTrue(),
    )
    .selectAll('game')
    .select(['championship.sport_id', 'championship.country_id', 'championship.name as champ_name'])
    .select('championship.code as champ_code')
    .select(['home.name as home_name', 'away.name as away_name', 'result.result_kind', 'result.result_score'])
    .select('result.result_ending')
}

/** Markets with their outcomes, a row an outcome, in the order in which they are shown. */
export function selectMarkets(tx: FeedTransaction) {
  return tx
    .selectFrom('feed.market as market')
    .innerJoin('feed.outcome as outcome', 'outcome.market_id', 'market.market_id')
    .select(['market.game_id', 'market.market_id', 'market.type_id', 'market.parameter', 'market.status'])
    .select('market.is_suspended as is_market_suspended')
    .select(['outcome.outcome_id', 'outcome.type_id as outcome_type_id', 'outcome.odds', 'outcome.is_suspended'])
    .orderBy('market.type_id')
    .orderBy('market.parameter')
    .orderBy('outcome.type_id')
}

/** The markets of rows of one game. @param gameNow status of the game as it is now */
export function marketsOf(rows: readonly MarketRow[], gameNow: FeedStatus): Market[] {
  return [...Map.groupBy(rows, (row) => row.market_id).values()].flatMap((outcomes) => {
    const [market] = outcomes
    if (!market) return []
    const { type_id: typeId, parameter } = market
    return {
      marketId: market.market_id,
      groupId: marketType(typeId).groupId,
      typeId,
      ...(parameter !== null && { parameter }),
      status: marketStatus(
        gameNow,
        market.status === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED && !market.is_market_suspended,
      ),
      outcomes: outcomes.map((outcome) => ({
        outcomeId: outcome.outcome_id,
        typeId: outcome.outcome_type_id,
        odds: outcome.odds,
        ...(outcome.is_suspended && { isSuspended: true }),
      })),
    }
  })
}
