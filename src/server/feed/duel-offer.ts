import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { DuelGame, DuelPlayersAnswer } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'

/** Whose players are asked for. */
export interface DuelWish {
  readonly sportId?: number | undefined
  /** Sports that are left out. */
  readonly except: readonly number[]
}

const DAY_MS = 86_400_000
/** Games whose players are told: the first of the day. */
const MOST_GAMES = 20

/** The players that duels can be built from, by their games (FEED-14): games of the line within a day, and of their
 *  players those who are to start and may score. A player with two games is listed in the first one alone. */
export async function readDuelPlayers(tx: FeedTransaction, wish: DuelWish, now: Date): Promise<DuelPlayersAnswer> {
  const rows = await selectDuelPlayers(tx, now)
    .$if(wish.sportId !== undefined, (query) => query.where('championship.sport_id', '=', wish.sportId ?? 0))
    .execute()
  const shown = rows.filter(({ sport_id }) => !wish.except.includes(sport_id))
  const games = [...Map.groupBy(firstOnly(shown), ({ game_id }) => game_id).values()].slice(0, MOST_GAMES)
  return { games: games.flatMap(duelGame) }
}

/** Players of the line within a day, a row a game in which they play, those that begin first. */
export function selectDuelPlayers(tx: FeedTransaction, now: Date) {
  return tx
    .selectFrom('feed.line_up as line_up')
    .innerJoin('feed.player as player', 'player.player_id', 'line_up.player_id')
    .innerJoin('feed.game as game', 'game.game_id', 'line_up.game_id')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .innerJoin('feed.participant as home', 'home.participant_id', 'game.home_id')
    .innerJoin('feed.participant as away', 'away.participant_id', 'game.away_id')
    .select(['player.player_id', 'player.name', 'line_up.side', 'line_up.number', 'line_up.position'])
    .select(sql<number>`line_up.expected_goals::float8`.as('expected_goals'))
    .select(['game.game_id', 'game.starts_at', 'game.producer', 'championship.sport_id'])
    .select(['championship.name as champ_name', 'game.home_id', 'home.name as home_name'])
    .select(['away.participant_id as away_id', 'away.name as away_name'])
    .where('game.kind', '=', FEED_KIND.line)
    .where('game.status', '=', MARKET_STATUS.BETS_ARE_BEING_ACCEPTED)
    .where('game.is_suspended', '=', false)
    .where('game.starts_at', '>', now)
    .where('game.starts_at', '<=', new Date(now.getTime() + DAY_MS))
    .where('line_up.is_starting', '=', true)
    .where('line_up.expected_goals', '>', '0')
    .orderBy('game.starts_at')
    .orderBy('game.game_id')
    .orderBy('line_up.place')
}

const DUEL_CHAMPS = 'duels/'

/** The championship under which duels of a sport stand, by its code; it is named in the language of the page. */
export const duelChampCode = (sportId: number): string => `${DUEL_CHAMPS}${sportId}`

/** Whether the code of a championship is that of duels. */
export const isDuelChamp = (code: string): boolean => code.startsWith(DUEL_CHAMPS)

/** Whether a game is none that was built of players: those stand on no board, and are parts of no other game's page.
 *  @param gameId column of the game's id */
export function isNoDuel(gameId: string): RawBuilder<SqlBool> {
  return sql`not exists (select from feed.duel_player where duel_player.game_id = ${sql.ref(gameId)})`
}

/** A player of the line, in one game. */
export type DuelRow = Awaited<ReturnType<ReturnType<typeof selectDuelPlayers>['execute']>>[number]

/** Each player once: in the first game. */
export function firstOnly(rows: readonly DuelRow[]): DuelRow[] {
  const seen = new Set<number>()
  return rows.filter(({ player_id }) => !seen.has(player_id) && seen.add(player_id))
}

function duelGame(rows: readonly DuelRow[]): DuelGame[] {
  const [row] = rows
  if (!row) return []
  const sideOf = (side: DuelRow['side']) =>
    rows
      .filter((one) => one.side === side)
      .sort((one, other) => other.expected_goals - one.expected_goals)
      .map(({ player_id: playerId, name, number, position, expected_goals: expectedGoals }) => {
        return { playerId, name, ...(number !== null && { number }), ...(position && { position }), expectedGoals }
      })
  const game = {
    gameId: row.game_id,
    sportId: row.sport_id,
    champName: row.champ_name,
    startsAt: row.starts_at.toISOString(),
    home: { participantId: row.home_id, name: row.home_name },
    away: { participantId: row.away_id, name: row.away_name },
    homePlayers: sideOf('home'),
    awayPlayers: sideOf('away'),
  }
  return [game]
}
