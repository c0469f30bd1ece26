import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { MAIN_TYPES } from '#machines/feed/markets/main-markets.rules.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { BoardGame, PlayerAnswer, PlayerGame, PlayerInfo, TeamPlayersAnswer } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import { readBoard, readWhole } from './board.ts'
import { gameFacts, selectGames } from './game-reading.ts'
import { pickGames } from './offer.queries.ts'
import type { PlayerWish, TeamPlayersWish } from './offer-ports.ts'
import { readRecords, resultEvents } from './player-records.ts'

/** Games in whose line-ups a player stands, that a page tells. */
const MOST_GAMES = 20
/** Games of the team, and duels, that a page tells. */
const MOST_OPEN = 5
/** Players of a team at most. */
const MOST_PLAYERS = 100

/** What is known of a player (SPORT-9): who it is, what it did in its games, what comes next, and what can be bet on it.
 *  @throws AppError player.unknown also when its sport is left out for who asks */
export async function readPlayer(tx: FeedTransaction, wish: PlayerWish, now: Date): Promise<PlayerAnswer> {
  const row = await selectPlayers(tx).where('player.player_id', '=', storableId(wish.playerId)).executeTakeFirst()
  if (!row || wish.except.line.includes(row.sport_id)) throw new AppError('player.unknown')
  const recordOf = await readRecords(tx, [row.player_id])
  return {
    player: { ...playerFacts(row), ...recordOf(row.player_id) },
    sportId: row.sport_id,
    team: { participantId: row.participant_id, name: row.team_name },
    games: await readGames(tx, row.player_id, now),
    next: await readNext(tx, row.participant_id, wish, now),
    duels: wish.hasDuels ? await readDuels(tx, row.player_id, now) : [],
  }
}

/** The players of a team, as its latest line-up has them first; none of a sport that is left out. */
export async function readTeamPlayers(tx: FeedTransaction, wish: TeamPlayersWish): Promise<TeamPlayersAnswer> {
  const rows = await selectPlayers(tx)
    .where('player.participant_id', '=', storableId(wish.teamId))
    .orderBy('latest.starts_at', (order) => order.desc().nullsLast())
    .orderBy('latest.is_starting', 'desc')
    .orderBy('latest.place')
    .orderBy('player.player_id')
    .limit(MOST_PLAYERS)
    .execute()
  const shown = rows.filter(({ sport_id }) => !wish.except.includes(sport_id))
  const recordOf = await readRecords(
    tx,
    shown.map(({ player_id }) => player_id),
  )
  const items = shown.map((row) => ({ ...playerFacts(row), ...recordOf(row.player_id) }))
  return { teamId: wish.teamId, items }
}

/** Players with their teams, and what the latest line-up says of each. */
function selectPlayers(tx: FeedTransaction) {
  return tx
    .selectFrom('feed.player as player')
    .innerJoin('feed.participant as team', 'team.participant_id', 'player.participant_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('feed.line_up as line_up')
          .innerJoin('feed.game as game', 'game.game_id', 'line_up.game_id')
          .select(['line_up.number', 'line_up.position', 'line_up.is_starting', 'line_up.place', 'game.starts_at'])
          .whereRef('line_up.player_id', '=', 'player.player_id')
          .orderBy('game.starts_at', 'desc')
          .orderBy('game.game_id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['player.player_id', 'player.name', 'player.participant_id', 'team.name as team_name', 'team.sport_id'])
    .select(['latest.number', 'latest.position'])
}

type PlayerRow = Awaited<ReturnType<ReturnType<typeof selectPlayers>['execute']>>[number]

function playerFacts({
  player_id: playerId,
  name,
  participant_id: participantId,
  number,
  position,
}: PlayerRow): Omit<PlayerInfo, 'games' | 'goals' | 'yellowCards' | 'redCards'> {
  return { playerId, name, participantId, ...(number !== null && { number }), ...(position && { position }) }
}

async function readGames(tx: FeedTransaction, playerId: number, now: Date): Promise<PlayerGame[]> {
  const rows = await selectGames(tx)
    .innerJoin('feed.line_up as line_up', 'line_up.game_id', 'game.game_id')
    .leftJoin('feed.match_sheet as sheet', 'sheet.game_id', 'game.game_id')
    .select(['line_up.side', 'line_up.is_starting', 'sheet.is_confirmed', 'sheet.events as reported'])
    .where('line_up.player_id', '=', playerId)
    .orderBy('game.starts_at', 'desc')
    .orderBy('game.game_id', 'desc')
    .limit(MOST_GAMES)
    .execute()
  const decided = await resultEvents(
    tx,
    rows.flatMap(({ game_id, result_kind }) => (result_kind === null ? [] : game_id)),
  )
  return rows.map((row) => {
    const { gameId, kind, sportId, champId, startsAt, hasStartTime, status, participants, score } = gameFacts(row, now)
    const events = (row.result_kind === null ? row.reported : decided.get(gameId)) ?? []
    return {
      ...{ gameId, kind, sportId, champId, champName: row.champ_name, startsAt, hasStartTime, status, participants },
      ...(score && { score }),
      side: row.side,
      isConfirmed: row.is_confirmed ?? false,
      isStarting: row.is_starting,
      events: events.filter((event) => event.playerId === playerId),
    }
  })
}

async function readNext(tx: FeedTransaction, teamId: number, { except }: PlayerWish, now: Date): Promise<BoardGame[]> {
  const filter = {
    except,
    teams: [teamId],
    isTop: false,
    topChamps: [],
    pinned: [],
    withSubGames: false,
    order: 'time' as const,
    marketTypes: MAIN_TYPES,
    count: MOST_OPEN,
  }
  const live = await pickGames(tx, { ...filter, feed: 'live' }, now)
  const line = await pickGames(tx, { ...filter, feed: 'line' }, now)
  return readBoard(tx, [...live.gameIds, ...line.gameIds].slice(0, MOST_OPEN), { ...filter, now })
}

async function readDuels(tx: FeedTransaction, playerId: number, now: Date): Promise<BoardGame[]> {
  const rows = await tx
    .selectFrom('feed.duel_player as duel')
    .innerJoin('feed.game as game', 'game.game_id', 'duel.game_id')
    .select('game.game_id')
    .where('duel.player_id', '=', playerId)
    .where('game.status', '=', MARKET_STATUS.BETS_ARE_BEING_ACCEPTED)
    .where('game.is_suspended', '=', false)
    .where(sql<boolean>`game.starts_at > ${now}`)
    .orderBy('game.starts_at')
    .orderBy('game.game_id')
    .limit(MOST_OPEN)
    .execute()
  const ids = rows.map(({ game_id }) => game_id)
  return readWhole(tx, ids, () => true, now)
}
