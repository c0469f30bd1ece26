import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { ALL_RATINGS, seasonIdOf } from '#machines/feed/statistics/statistics-address.rules.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { RatingsAnswer, StatisticsOverviewAnswer } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { isOneOf } from '../offer.queries.ts'
import type { RatingBook } from './rating-book.ts'
import { champOf } from './season.queries.ts'
import type { FeedStatistics, RatingsWish } from './statistics-ports.ts'

const MOST_CHAMPS = 400
const MOST_ROWS = 100

/** Championships of which there are results, by sport, those with the most first. */
export async function readOverview(
  tx: FeedTransaction,
  { sportId, except }: Parameters<FeedStatistics['overview']>[0],
): Promise<StatisticsOverviewAnswer> {
  const rows = await tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .select(['championship.champ_id', 'championship.sport_id', 'championship.country_id', 'championship.name'])
    .select(({ fn }) => [fn.countAll<number>().as('games'), fn.max('game.starts_at').as('last')])
    .select(sql<string | null>`(array_agg(game.season order by game.starts_at desc))[1]`.as('season'))
    .where('game.status', '=', MARKET_STATUS.SETTLED)
    .where('game.main_game_id', 'is', null)
    .where('game.away_id', 'is not', null)
    .where((where) => where.not(isOneOf('championship.sport_id', except)))
    .$if(sportId !== undefined, (query) => query.where('championship.sport_id', '=', sportId as number))
    .groupBy('championship.champ_id')
    .orderBy('championship.sport_id')
    .orderBy('games', 'desc')
    .orderBy('championship.name')
    .limit(MOST_CHAMPS)
    .execute()
  const items = rows.map((row) => ({
    champId: row.champ_id,
    sportId: row.sport_id,
    ...(row.country_id !== null && { countryId: row.country_id }),
    name: row.name,
    ...(row.season !== null && { season: { seasonId: seasonIdOf(row.season), name: row.season } }),
    games: Number(row.games),
    lastAt: new Date(row.last).toISOString(),
  }))
  return { items }
}

/** A list of ratings: of all sides of a sport, or of those that have played in a championship. */
export async function readRatingList(
  tx: FeedTransaction,
  book: RatingBook,
  { sportId, ratingId, except, rules }: RatingsWish,
): Promise<RatingsAnswer> {
  if (except.includes(sportId)) throw new AppError('page.unknown')
  const champ = ratingId === ALL_RATINGS ? null : await champOf(tx, { champId: Number(ratingId), sportId, except })
  const ratings = await book.of(tx, sportId, rules)
  if (ratings.games === 0) throw new AppError('page.unknown')
  const own = champ && (await sidesOf(tx, champ.champId))
  const among = own ? ratings.ranked.filter(({ participant }) => own.has(participant.participantId)) : ratings.ranked
  const rows = among.slice(0, MOST_ROWS).map((row) => {
    // Within a championship places count from its best.
    const place = among.findIndex(({ rating }) => rating === row.rating) + 1
    return { ...row, place }
  })
  return {
    sportId,
    ratingId,
    ...(champ && { champName: champ.champName }),
    rules: ratings.rules,
    games: ratings.games,
    sides: among.length,
    rows,
  }
}

async function sidesOf(tx: FeedTransaction, champId: number): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('feed.game')
    .select(['home_id', 'away_id'])
    .distinct()
    .where('champ_id', '=', champId)
    .where('status', '=', MARKET_STATUS.SETTLED)
    .execute()
  return new Set(rows.flatMap(({ home_id, away_id }) => (away_id === null ? [home_id] : [home_id, away_id])))
}
