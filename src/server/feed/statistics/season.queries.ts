import { AppError } from '#calls/app-error.ts'
import { seasonMonths, seasonTable, seasonTotals } from '#machines/feed/statistics/season-table.rules.ts'
import { seasonIdOf } from '#machines/feed/statistics/statistics-address.rules.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { Scorer, SeasonAnswer, SeasonEntry } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import { resultEvents } from '../player-records.ts'
import { resultGames } from '../results.queries.ts'
import { type PlayedRow, seasonGame, selectPlayed } from './played-games.queries.ts'
import type { SeasonWish } from './statistics-ports.ts'

/** Results that are listed beside a table. */
const LAST_GAMES = 20
const MOST_SCORERS = 20
const MOST_SEASONS = 100

/** A season of a championship: its table of a type, its results, months and scorers. */
export async function readSeason(tx: FeedTransaction, wish: SeasonWish, now: Date): Promise<SeasonAnswer> {
  const { sportId, countryId, ...champ } = await champOf(tx, wish)
  const seasons = await seasonsOf(tx, champ.champId)
  const season = seasons.find(({ seasonId }) => seasonId === (wish.seasonId ?? seasons[0]?.seasonId))
  if (!season && wish.seasonId !== undefined) throw new AppError('championship.unknown')
  const rows = season ? await playedIn(tx, champ.champId, season.name) : []
  const games = rows.map(seasonGame)
  const last = rows.slice(0, LAST_GAMES).map(({ game_id }) => game_id)
  return {
    ...champ,
    sportId,
    ...(countryId !== null && { countryId }),
    table: wish.table,
    ...(season && { season }),
    seasons,
    rows: seasonTable(sportId, games, wish.table),
    totals: seasonTotals(games),
    months: seasonMonths(games),
    scorers: await scorersOf(tx, rows),
    games: await resultGames(tx, last, now),
  }
}

/** The championship that is asked about. @throws AppError championship.unknown also of another sport than the one that is named */
export async function champOf(
  tx: FeedTransaction,
  { champId, sportId, except }: Pick<SeasonWish, 'champId' | 'sportId' | 'except'>,
) {
  const row = await tx
    .selectFrom('feed.championship')
    .selectAll()
    .where('champ_id', '=', storableId(champId))
    .executeTakeFirst()
  if (!row || except.includes(row.sport_id) || row.sport_id !== (sportId ?? row.sport_id))
    throw new AppError('championship.unknown')
  return { champId: row.champ_id, sportId: row.sport_id, champName: row.name, countryId: row.country_id }
}

/** Seasons of which there are results, the one that was played last first. */
async function seasonsOf(tx: FeedTransaction, champId: number): Promise<SeasonEntry[]> {
  const rows = await tx
    .selectFrom('feed.game')
    .select(({ fn }) => ['season', fn.max('starts_at').as('last')])
    .where('champ_id', '=', champId)
    .where('season', 'is not', null)
    .where('status', '=', MARKET_STATUS.SETTLED)
    .where('main_game_id', 'is', null)
    .groupBy('season')
    .orderBy('last', 'desc')
    .limit(MOST_SEASONS)
    .execute()
  return rows.flatMap(({ season }) => (season ? { seasonId: seasonIdOf(season), name: season } : []))
}

/** The games of a season, the latest first. */
export function playedIn(tx: FeedTransaction, champId: number, season: string): Promise<PlayedRow[]> {
  return selectPlayed(tx)
    .where('game.champ_id', '=', champId)
    .where('game.season', '=', season)
    .orderBy('game.starts_at', 'desc')
    .orderBy('game.game_id', 'desc')
    .execute()
}

/** Who scored most by the results of games, those with as many by name. */
async function scorersOf(tx: FeedTransaction, rows: readonly PlayedRow[]): Promise<Scorer[]> {
  const ids = rows.map(({ game_id }) => game_id)
  if (ids.length === 0) return []
  const goals = new Map<number, number>()
  for (const events of (await resultEvents(tx, ids)).values())
    for (const { kind, playerId } of events) if (kind === 'goal') goals.set(playerId, (goals.get(playerId) ?? 0) + 1)
  const most = [...goals].sort(([, one], [, other]) => other - one).slice(0, MOST_SCORERS)
  if (most.length === 0) return []
  const players = await tx
    .selectFrom('feed.player as player')
    .innerJoin('feed.participant as team', 'team.participant_id', 'player.participant_id')
    .select(['player.player_id', 'player.name', 'team.participant_id', 'team.name as team_name'])
    .where(
      'player.player_id',
      'in',
      most.map(([playerId]) => playerId),
    )
    .execute()
  return players
    .map((row) => ({
      playerId: row.player_id,
      name: row.name,
      team: { participantId: row.participant_id, name: row.team_name },
      goals: goals.get(row.player_id) ?? 0,
    }))
    .sort((one, other) => other.goals - one.goals || one.name.localeCompare(other.name, 'en'))
}
