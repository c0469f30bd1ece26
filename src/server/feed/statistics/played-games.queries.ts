import type { SeasonGame } from '#machines/feed/statistics/season-table.rules.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { isNoDuel } from '../duel-offer.ts'

/** Games of two sides with the score of the result in force; parts of games and duels of players are left out. */
export function selectPlayed(tx: FeedTransaction) {
  return tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .innerJoin('feed.participant as home', 'home.participant_id', 'game.home_id')
    .innerJoin('feed.participant as away', 'away.participant_id', 'game.away_id')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('feed.result as version')
          .select(['version.kind', 'version.score'])
          .whereRef('version.game_id', '=', 'game.game_id')
          .orderBy('version.version', 'desc')
          .limit(1)
          .as('result'),
      (join) => join.onTrue(),
    )
    .select(['game.game_id', 'game.champ_id', 'game.starts_at', 'game.season'])
    .select(['home.participant_id as home_id', 'home.name as home_name'])
    .select(['away.participant_id as away_id', 'away.name as away_name', 'result.score'])
    .where('game.status', '=', MARKET_STATUS.SETTLED)
    .where('game.main_game_id', 'is', null)
    .where('result.kind', '=', 'played')
    .where('result.score', 'is not', null)
    .where(isNoDuel('game.game_id'))
}

/** A row of {@link selectPlayed}. */
export type PlayedRow = Awaited<ReturnType<ReturnType<typeof selectPlayed>['execute']>>[number]

/** A row as the rules of tables and ratings read it. */
export function seasonGame(row: PlayedRow): SeasonGame {
  return {
    gameId: row.game_id,
    startsAt: row.starts_at.toISOString(),
    home: { participantId: row.home_id, name: row.home_name },
    away: { participantId: row.away_id, name: row.away_name },
    score: row.score ?? { home: 0, away: 0 },
  }
}
