import { sql } from 'kysely'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { BrandTransaction, FeedReader } from '#server/db/for-brand.ts'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { type GameRow, selectGames } from '#server/feed/game-reading.ts'
import type { GameNow, TotoGames } from '#server/lotteries/toto/toto-ports.ts'

/** The games of the feed's book, as draws need them. */
export const totoGames: TotoGames = {
  now: async (tx, gameIds) => {
    if (gameIds.length === 0) return new Map()
    const rows = await selectGames(readerOf(tx)).where('game.game_id', 'in', gameIds).execute()
    return new Map(rows.map((row) => [row.game_id, gameNow(row)]))
  },
  coming: async (tx, { sportIds, from, until, most }) => {
    const rows = await selectGames(readerOf(tx))
      .where('game.main_game_id', 'is', null)
      .where('game.away_id', 'is not', null)
      .where('game.kind', '=', FEED_KIND.line)
      .where('game.status', '=', MARKET_STATUS.BETS_ARE_BEING_ACCEPTED)
      .where('game.has_start_time', '=', true)
      .where('championship.sport_id', 'in', sportIds)
      .where('game.starts_at', '>=', from)
      .where('game.starts_at', '<=', until)
      .where(isNoDuel)
      .orderBy('game.starts_at')
      .orderBy('game.game_id')
      .limit(most)
      .execute()
    return rows.map(gameNow)
  },
}

const isNoDuel = sql<boolean>`not exists (select from feed.duel_player where duel_player.game_id = game.game_id)`

/** What reads the feed within a transaction of a brand reads nothing else. */
function readerOf(tx: BrandTransaction): FeedTransaction {
  return tx.feed satisfies FeedReader as FeedTransaction
}

function gameNow(row: GameRow): GameNow {
  const score = row.result_kind === null ? row.score : row.result_score
  return {
    ...{ gameId: row.game_id, kind: row.kind, sportId: row.sport_id, champId: row.champ_id, champName: row.champ_name },
    ...{ home: row.home_name, away: row.away_name ?? '', startsAt: row.starts_at },
    isLive: row.kind === FEED_KIND.live && row.result_kind === null,
    ...(score ? { score } : {}),
    ...(row.result_kind ? { end: row.result_kind } : {}),
  }
}
