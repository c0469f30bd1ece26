import { sql } from 'kysely'
import type { LineUpPlayer, LineUpsAnswer, PlayerAction, PlayersInfoAnswer, StadiumAnswer } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import type { StatisticsWish } from './offer-ports.ts'
import { gameOf } from './statistics.queries.ts'

/** Who plays in a game, and what the players did: as the result in force has it, before as it was told last (FEED-16). */
export async function readLineUps(tx: FeedTransaction, wish: StatisticsWish): Promise<LineUpsAnswer> {
  const { game_id: gameId, result_kind: resultKind } = await gameOf(tx, wish)
  const rows = await playersOf(tx, gameId)
  const sideOf = (side: 'home' | 'away') => rows.filter((row) => row.side === side).map(lineUpPlayer)
  const sheet = await sheetOf(tx, gameId)
  const events = resultKind === null ? sheet?.events : (await resultEvents(tx, [gameId])).get(gameId)
  return {
    gameId,
    isConfirmed: sheet?.is_confirmed ?? false,
    home: sideOf('home'),
    away: sideOf('away'),
    events: [...(events ?? [])],
  }
}

/** Where a game is played (FEED-16). */
export async function readStadium(tx: FeedTransaction, wish: StatisticsWish): Promise<StadiumAnswer> {
  const { game_id: gameId } = await gameOf(tx, wish)
  const stadium = (await sheetOf(tx, gameId))?.stadium
  return { gameId, ...(stadium && { stadium }) }
}

/** What the results in force count of the players of a game (FEED-16). Who neither began nor came on did not play. */
export async function readPlayersInfo(tx: FeedTransaction, wish: StatisticsWish): Promise<PlayersInfoAnswer> {
  const { game_id: gameId } = await gameOf(tx, wish)
  const players = await playersOf(tx, gameId)
  if (players.length === 0) return { gameId, items: [] }
  const ids = players.map(({ player_id }) => player_id)
  const played = await tx
    .selectFrom('feed.line_up')
    .select(['game_id', 'player_id', 'is_starting'])
    .where('player_id', 'in', ids)
    .execute()
  const events = await resultEvents(tx, [...new Set(played.map(({ game_id }) => game_id))])
  const items = players.map((row) => {
    const own = played.filter(({ player_id }) => player_id === row.player_id)
    const games = own.filter(({ game_id }) => events.has(game_id))
    const did = games.map(({ game_id }) =>
      (events.get(game_id) ?? []).filter(({ playerId }) => playerId === row.player_id),
    )
    const count = (kind: PlayerAction['kind']) => did.flat().filter((event) => event.kind === kind).length
    const { isStarting: _isStarting, ...player } = lineUpPlayer(row)
    return {
      ...player,
      participantId: row.participant_id,
      games: games.filter(({ is_starting }, at) => is_starting || did[at]?.some(({ kind }) => kind === 'came_on'))
        .length,
      goals: count('goal'),
      yellowCards: count('yellow_card'),
      redCards: count('red_card'),
    }
  })
  return { gameId, items }
}

/** The players of a game in the order in which they are told, the home side first. */
function playersOf(tx: FeedTransaction, gameId: number) {
  return tx
    .selectFrom('feed.line_up as line_up')
    .innerJoin('feed.player as player', 'player.player_id', 'line_up.player_id')
    .select(['player.player_id', 'player.name', 'player.participant_id', 'line_up.side', 'line_up.number'])
    .select(['line_up.position', 'line_up.is_starting'])
    .where('line_up.game_id', '=', gameId)
    .orderBy('line_up.side', 'desc')
    .orderBy('line_up.is_starting', 'desc')
    .orderBy('line_up.place')
    .execute()
}

function lineUpPlayer({
  player_id: playerId,
  name,
  number,
  position,
  is_starting: isStarting,
}: Awaited<ReturnType<typeof playersOf>>[number]): LineUpPlayer {
  return { playerId, name, ...(number !== null && { number }), ...(position && { position }), isStarting }
}

function sheetOf(tx: FeedTransaction, gameId: number) {
  return tx.selectFrom('feed.match_sheet').selectAll().where('game_id', '=', gameId).executeTakeFirst()
}

/** What players did in games, as their results in force have it; games without a result, void ones and those of which nothing was
 *  told are left out. */
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
