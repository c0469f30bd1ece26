import type { LineUpPlayer, LineUpsAnswer, PlayersInfoAnswer, StadiumAnswer } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import type { StatisticsWish } from './offer-ports.ts'
import { readRecords, resultEvents } from './player-records.ts'
import { gameOf } from './statistics.queries.ts'

/** Who plays in a game, and what the players did: from the result in force, or before that from the last report
 *  (FEED-16). */
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

/** What the results in force count of the players of a game (FEED-16). */
export async function readPlayersInfo(tx: FeedTransaction, wish: StatisticsWish): Promise<PlayersInfoAnswer> {
  const { game_id: gameId } = await gameOf(tx, wish)
  const players = await playersOf(tx, gameId)
  const recordOf = await readRecords(
    tx,
    players.map(({ player_id }) => player_id),
  )
  const items = players.map((row) => {
    const { isStarting: _isStarting, ...player } = lineUpPlayer(row)
    return { ...player, participantId: row.participant_id, ...recordOf(row.player_id) }
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
