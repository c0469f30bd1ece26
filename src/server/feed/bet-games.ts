import type { HistoryGame } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { selectGames } from './game-reading.ts'

/** Where the games of bets are found now, and their scores by the results in force; a game that there is no more is left out.
 *  @returns number of the game → its place */
export async function readBetGames(
  tx: FeedTransaction,
  gameIds: readonly number[],
): Promise<ReadonlyMap<number, HistoryGame>> {
  if (gameIds.length === 0) return new Map()
  const rows = await selectGames(tx)
    .where('game.game_id', 'in', [...new Set(gameIds)])
    .execute()
  return new Map(
    rows.map((row) => {
      const score = row.result_kind === null ? row.score : row.result_score
      const { kind, sport_id: sportId, champ_id: champId, champ_name: champName } = row
      return [row.game_id, { kind, sportId, champId, champName, ...(score && { score }) }]
    }),
  )
}
