import { AppError } from '#calls/app-error.ts'
import { forecastOf } from '#machines/feed/statistics/elo.rules.ts'
import { seasonTable } from '#machines/feed/statistics/season-table.rules.ts'
import { seasonIdOf } from '#machines/feed/statistics/statistics-address.rules.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type {
  FormSide,
  GameStatisticsAnswer,
  Participant,
  ResultGame,
  SideRating,
  TeamSeason,
  TeamStatisticsAnswer,
} from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import { isNoDuel } from '../duel-offer.ts'
import { selectGames } from '../game-reading.ts'
import { resultGames } from '../results.queries.ts'
import { readHeadToHead } from '../statistics.queries.ts'
import { seasonGame, selectPlayed } from './played-games.queries.ts'
import type { RankedRatings, RatingBook } from './rating-book.ts'
import { playedIn } from './season.queries.ts'
import type { GameStatisticsWish, TeamStatisticsWish } from './statistics-ports.ts'

/** Games that show the form of a side. */
const FORM_GAMES = 10
/** Changes of a rating that a chart of a game shows, and one of a side. */
const GAME_HISTORY = 30
const TEAM_HISTORY = 100
const MEETINGS = 10
const NEXT_GAMES = 5
const MOST_SEASONS = 10
const OVER = [MARKET_STATUS.SETTLED, MARKET_STATUS.CANCELED]

/** A game with the form of its sides, how they have played each other, and what their ratings expect. */
export async function readGameStatistics(
  tx: FeedTransaction,
  book: RatingBook,
  wish: GameStatisticsWish,
  now: Date,
): Promise<GameStatisticsAnswer> {
  const row = await selectGames(tx).where('game.game_id', '=', storableId(wish.gameId)).executeTakeFirst()
  if (!row || wish.except.includes(row.sport_id) || row.sport_id !== (wish.sportId ?? row.sport_id))
    throw new AppError('game.unknown')
  const [game] = await resultGames(tx, [row.game_id], now)
  if (!game) throw new AppError('game.unknown')
  const facts = {
    game,
    ...(row.season && { season: row.season, seasonId: seasonIdOf(row.season) }),
    isOver: row.result_kind !== null,
    counts: row.statistics ?? [],
  }
  const [home, away] = game.participants
  if (!home || !away) return facts
  const ratings = await book.of(tx, row.sport_id, wish.rules)
  const except = { line: wish.except, live: wish.except }
  const forecast = row.result_kind === null ? forecastOf(ratings, home.participantId, away.participantId) : null
  return {
    ...facts,
    home: await formOf(tx, ratings, { side: home, game, now }),
    away: await formOf(tx, ratings, { side: away, game, now }),
    headToHead: await readHeadToHead(tx, { gameId: row.game_id, except, count: MEETINGS }, now),
    ...(forecast && { forecast }),
  }
}

/** How a side has played before a game. */
async function formOf(
  tx: FeedTransaction,
  ratings: RankedRatings,
  { side, game, now }: { readonly side: Participant; readonly game: ResultGame; readonly now: Date },
): Promise<FormSide> {
  const rating = ratingOf(ratings, side.participantId)
  const changes = ratings.sides.get(side.participantId)?.changes ?? []
  const before = changes.filter(({ gameId, startsAt }) => gameId !== game.gameId && startsAt <= game.startsAt)
  return {
    participant: side,
    ...(rating && { rating }),
    games: await lastGames(tx, { sideId: side.participantId, before: new Date(game.startsAt), now }),
    history: before.slice(-GAME_HISTORY),
  }
}

function ratingOf(ratings: RankedRatings, id: number): SideRating | null {
  const row = ratings.ranked.find(({ participant }) => participant.participantId === id)
  return row ? { rating: row.rating, place: row.place, sides: ratings.ranked.length } : null
}

async function lastGames(
  tx: FeedTransaction,
  { sideId, before, now }: { readonly sideId: number; readonly before?: Date; readonly now: Date },
): Promise<ResultGame[]> {
  const rows = await selectPlayed(tx)
    .where(({ or, eb }) => or([eb('game.home_id', '=', sideId), eb('game.away_id', '=', sideId)]))
    .$if(before !== undefined, (query) => query.where('game.starts_at', '<', before as Date))
    .orderBy('game.starts_at', 'desc')
    .orderBy('game.game_id', 'desc')
    .limit(FORM_GAMES)
    .execute()
  return resultGames(
    tx,
    rows.map(({ game_id }) => game_id),
    now,
  )
}

/** A side: its rating and what made it, its last games and its next ones, and its seasons. */
export async function readTeamStatistics(
  tx: FeedTransaction,
  book: RatingBook,
  wish: TeamStatisticsWish,
  now: Date,
): Promise<TeamStatisticsAnswer> {
  const team = await tx
    .selectFrom('feed.participant')
    .selectAll()
    .where('participant_id', '=', storableId(wish.teamId))
    .executeTakeFirst()
  if (!team || wish.except.includes(team.sport_id) || team.sport_id !== (wish.sportId ?? team.sport_id))
    throw new AppError('page.unknown')
  const { participant_id: sideId, name, sport_id: sportId } = team
  const ratings = await book.of(tx, sportId, wish.rules)
  const rating = ratingOf(ratings, sideId)
  const games = await lastGames(tx, { sideId, now })
  const next = await nextGames(tx, sideId, now)
  if (games.length === 0 && next.length === 0) throw new AppError('page.unknown')
  return {
    team: { participantId: sideId, name },
    sportId,
    ...(rating && { rating }),
    history: (ratings.sides.get(sideId)?.changes ?? []).slice(-TEAM_HISTORY),
    games,
    next,
    seasons: await seasonsOf(tx, sportId, sideId),
  }
}

async function nextGames(tx: FeedTransaction, sideId: number, now: Date): Promise<ResultGame[]> {
  const rows = await tx
    .selectFrom('feed.game as game')
    .select('game.game_id')
    .where(({ or, eb }) => or([eb('game.home_id', '=', sideId), eb('game.away_id', '=', sideId)]))
    .where('game.away_id', 'is not', null)
    .where('game.main_game_id', 'is', null)
    .where('game.status', 'not in', OVER)
    .where(isNoDuel('game.game_id'))
    .orderBy('game.starts_at')
    .orderBy('game.game_id')
    .limit(NEXT_GAMES)
    .execute()
  return resultGames(
    tx,
    rows.map(({ game_id }) => game_id),
    now,
  )
}

/** How a side has done in its seasons, the latest first. */
async function seasonsOf(tx: FeedTransaction, sportId: number, sideId: number): Promise<TeamSeason[]> {
  const rows = await tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .select(({ fn }) => ['game.champ_id', 'championship.name', 'game.season', fn.max('game.starts_at').as('last')])
    .where(({ or, eb }) => or([eb('game.home_id', '=', sideId), eb('game.away_id', '=', sideId)]))
    .where('game.season', 'is not', null)
    .where('game.status', '=', MARKET_STATUS.SETTLED)
    .where('game.main_game_id', 'is', null)
    .groupBy(['game.champ_id', 'championship.name', 'game.season'])
    .orderBy('last', 'desc')
    .limit(MOST_SEASONS)
    .execute()
  const seasons: TeamSeason[] = []
  for (const { champ_id: champId, name: champName, season } of rows) {
    if (season === null) continue
    const table = seasonTable(sportId, (await playedIn(tx, champId, season)).map(seasonGame), 'overall')
    const own = table.find(({ row }) => row.participant.participantId === sideId)
    if (own)
      seasons.push({ champId, champName, season, seasonId: seasonIdOf(season), sides: table.length, row: own.row })
  }
  return seasons
}
