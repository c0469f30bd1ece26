import { sql } from 'kysely'
import type { AutoBetScore } from '#schemas'
import type { FeedReader } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'

/** The scores that concern bets on outcomes, each with how often it has changed: those of their games, of the games that these are
 *  parts of, and of the games in which the players of duels play. */
export async function autoBetScores(feed: FeedReader, outcomeIds: readonly number[]): Promise<AutoBetScore[]> {
  if (outcomeIds.length === 0) return []
  const own = feed
    .selectFrom('feed.outcome as outcome')
    .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
    .innerJoin('feed.game as own', 'own.game_id', 'market.game_id')
    .where('outcome.outcome_id', 'in', outcomeIds.map(storableId))
  const ofDuels = own
    .innerJoin('feed.duel_player as duel', 'duel.game_id', 'own.game_id')
    .select('duel.of_game_id as game_id')
  const rows = await feed
    .selectFrom('feed.game as game')
    .select(['game.game_id as gameId', 'game.score_changes as changes', 'game.score'])
    .where(
      'game.game_id',
      'in',
      own
        .select('own.game_id')
        .unionAll(own.select(sql<number>`own.main_game_id`.as('game_id')))
        .unionAll(ofDuels),
    )
    .orderBy('game.game_id')
    .execute()
  return rows.map(({ score, ...row }) => ({ ...row, ...(score && { score }) }))
}
