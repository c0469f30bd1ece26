import { sql } from 'kysely'
import type { PlayerAction, PlayerInfo } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'

/** What the results in force count of a player. */
export type PlayerRecord = Pick<PlayerInfo, 'games' | 'goals' | 'yellowCards' | 'redCards'>

const NOTHING: PlayerRecord = { games: 0, goals: 0, yellowCards: 0, redCards: 0 }

/** What the results in force count of players (FEED-16): who neither began nor came on did not play.
 *  @returns the record of a player by the id */
export async function readRecords(
  tx: FeedTransaction,
  playerIds: readonly number[],
): Promise<(playerId: number) => PlayerRecord> {
  if (playerIds.length === 0) return () => NOTHING
  const played = await tx
    .selectFrom('feed.line_up')
    .select(['game_id', 'player_id', 'is_starting'])
    .where('player_id', 'in', playerIds)
    .execute()
  const events = await resultEvents(tx, [...new Set(played.map(({ game_id }) => game_id))])
  return (playerId) => {
    const games = played.filter((row) => row.player_id === playerId && events.has(row.game_id))
    const did = games.map(({ game_id }) => (events.get(game_id) ?? []).filter((event) => event.playerId === playerId))
    const count = (kind: PlayerAction['kind']) => did.flat().filter((event) => event.kind === kind).length
    return {
      games: games.filter(({ is_starting }, at) => is_starting || did[at]?.some(({ kind }) => kind === 'came_on'))
        .length,
      goals: count('goal'),
      yellowCards: count('yellow_card'),
      redCards: count('red_card'),
    }
  }
}

/** What players did in games, according to the results in force; games without a result, void ones and those without
 *  reported actions are left out. */
export async function resultEvents(
  tx: FeedTransaction,
  gameIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PlayerAction[]>> {
  if (gameIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('feed.result')
    .distinctOn('game_id')
    .select(['game_id', 'events'])
    .where('game_id', 'in', gameIds)
    .orderBy('game_id')
    .orderBy(sql`version desc`)
    .execute()
  return new Map(rows.flatMap(({ game_id, events }) => (events ? [[game_id, events] as const] : [])))
}
