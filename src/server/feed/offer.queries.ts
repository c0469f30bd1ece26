import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FeedName } from '#calls/feed.calls.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import { hasBroadcast } from './broadcasts.queries.ts'
import { isNoDuel } from './duel-offer.ts'
import type { OfferFilter } from './offer-ports.ts'

/** Whether a game is offered before the match: it takes bets and has not started. */
const isInLine = (now: Date): RawBuilder<boolean> =>
  sql`(game.kind = ${FEED_KIND.line} and game.status = ${MARKET_STATUS.BETS_ARE_BEING_ACCEPTED} and game.starts_at > ${now})`

/** Whether a game is played: it stays in the feed while it takes no bets for a moment. */
const isLive: RawBuilder<boolean> = sql`(game.kind = ${FEED_KIND.live} and game.status in
  (${MARKET_STATUS.BETS_ARE_BEING_ACCEPTED}, ${MARKET_STATUS.BETS_ARE_NO_LONGER_ACCEPTED}))`

/** Numbers as an array of SQL. */
const idArray = (ids: readonly number[]): RawBuilder<number[]> => sql`array[${sql.join(ids.map(storableId))}]::bigint[]`
const noIds = sql<number[]>`'{}'::bigint[]`
const ids = (list: readonly number[]) => (list.length > 0 ? idArray(list) : noIds)

/** Whether a number of a column is among others, be those larger than the column could hold. */
export const isOneOf = (column: string, list: readonly number[]): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} = any(${ids(list)})`

/** How a game stands by its score and its clock, and whether it can be watched. */
const PLAY_STATES: Readonly<Record<NonNullable<OfferFilter['playState']>, RawBuilder<SqlBool>>> = {
  level: sql`game.score -> 'home' = game.score -> 'away'`,
  break: sql`game.clock -> 'isRunning' = 'false'::jsonb`,
  watchable: hasBroadcast('game.game_id'),
}

/** What a filter asks of games and their championships, in whichever feed they are. */
function wishes(filter: OfferFilter): RawBuilder<SqlBool>[] {
  const { sports, champs, games, teams, opponents, countryId, startsFrom, startsBefore, withSubGames } = filter
  return [
    ...(sports ? [isOneOf('championship.sport_id', sports)] : []),
    ...(champs ? [isOneOf('game.champ_id', champs)] : []),
    ...(filter.isTop && filter.topChamps.length > 0 ? [isOneOf('game.champ_id', filter.topChamps)] : []),
    ...(games ? [isOneOf('game.game_id', games)] : []),
    ...(teams ? [sql<SqlBool>`(game.home_id = any(${ids(teams)}) or game.away_id = any(${ids(teams)}))`] : []),
    ...(opponents
      ? [sql<SqlBool>`(game.home_id = any(${ids(opponents)}) and game.away_id = any(${ids(opponents)}))`]
      : []),
    ...(countryId === undefined ? [] : [isOneOf('championship.country_id', [countryId])]),
    ...sectionWishes(filter),
    ...(startsFrom ? [sql<SqlBool>`game.starts_at >= ${startsFrom}`] : []),
    ...(startsBefore ? [sql<SqlBool>`game.starts_at < ${startsBefore}`] : []),
    ...(filter.playState ? [PLAY_STATES[filter.playState]] : []),
    ...(withSubGames || games ? [] : [sql<SqlBool>`game.main_game_id is null`]),
    ...(withSubGames && !games ? [isNoDuel('game.game_id')] : []),
  ]
}

/** What the section of a filter asks of games. */
function sectionWishes({ ofChamps, ofCountries, ofTeams }: OfferFilter): RawBuilder<SqlBool>[] {
  return [
    ...(ofChamps
      ? [sql<SqlBool>`(${isOneOf('game.champ_id', ofChamps.ids)} or ${isNamed('championship.name', ofChamps.names)})`]
      : []),
    ...(ofCountries ? [isOneOf('championship.country_id', ofCountries)] : []),
    ...(ofTeams
      ? [
          sql<SqlBool>`exists (select 1 from feed.participant as side
            where side.participant_id in (game.home_id, game.away_id) and ${isNamed('side.name', ofTeams)})`,
        ]
      : []),
  ]
}

/** Whether a name of a column is among others, whatever their case. */
const isNamed = (column: string, names: readonly string[]): RawBuilder<SqlBool> =>
  sql`lower(${sql.ref(column)}) = any(${names.length > 0 ? sql`array[${sql.join(names.map((name) => name.toLowerCase()))}]::text[]` : sql`'{}'::text[]`})`

/** Whether a game is in a feed for who is asking: what is left out by choice is not (FEED-21). */
function isIn(feed: FeedName, { except }: Pick<OfferFilter, 'except'>, now: Date): RawBuilder<SqlBool> {
  const isOffered = feed === 'line' ? isInLine(now) : isLive
  return sql`(${isOffered} and not ${isOneOf('championship.sport_id', except[feed])})`
}

const all = (conditions: readonly Expression<SqlBool>[]): RawBuilder<SqlBool> =>
  sql`(${conditions.length > 0 ? sql.join([...conditions], sql` and `) : sql`true`})`

/** The ids of a board's games in their order, and how many there are in all. */
export async function pickGames(
  tx: FeedTransaction,
  filter: OfferFilter,
  now: Date,
): Promise<{ readonly gameIds: readonly number[]; readonly total: number }> {
  const rows = await tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .select(['game.game_id', sql<number>`count(*) over ()`.as('total')])
    .where(all([isIn(filter.feed, filter, now), ...wishes(filter)]))
    .orderBy(sql`array_position(${ids(filter.pinned)}, game.game_id) nulls last`)
    .$if(filter.order !== 'time', (query) =>
      query.orderBy(sql`array_position(${ids(filter.topChamps)}, game.champ_id) nulls last`),
    )
    .$if(filter.order === 'top', (query) =>
      query.orderBy(sql`(select count(*) from feed.market where market.game_id = game.game_id) desc`),
    )
    .$if(filter.order === 'championship', (query) =>
      query
        .orderBy('championship.sport_id')
        .orderBy(sql`championship.country_id nulls first`)
        .orderBy('championship.name')
        .orderBy('game.champ_id'),
    )
    .orderBy('game.starts_at')
    .orderBy('game.champ_id')
    .orderBy('game.game_id')
    .limit(filter.count)
    .execute()
  return { gameIds: rows.map(({ game_id }) => game_id), total: Number(rows[0]?.total ?? 0) }
}

/** Sports with how many games and championships they offer. */
export async function countSports(tx: FeedTransaction, filter: OfferFilter, now: Date) {
  const [inLine, live, own] = [isIn('line', filter, now), isIn('live', filter, now), isIn(filter.feed, filter, now)]
  const rows = await tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .select([
      'championship.sport_id',
      sql<number>`count(*) filter (where ${inLine})`.as('line_games'),
      sql<number>`count(*) filter (where ${live})`.as('live_games'),
      sql<number>`count(distinct game.champ_id) filter (where ${own})`.as('champs'),
    ])
    .where(all(wishes(filter)))
    .where(sql<SqlBool>`(${inLine} or ${live})`)
    .groupBy('championship.sport_id')
    .having(sql<SqlBool>`bool_or(${own})`)
    .orderBy('championship.sport_id')
    .execute()
  return rows.map((row) => ({
    sportId: row.sport_id,
    lineGames: Number(row.line_games),
    liveGames: Number(row.live_games),
    champCount: Number(row.champs),
  }))
}

/** Championships with how many games they offer. With `top` as order, promoted ones are first, then those with the
 *  most games. */
export async function countChamps(tx: FeedTransaction, filter: OfferFilter, now: Date) {
  const [inLine, live, own] = [isIn('line', filter, now), isIn('live', filter, now), isIn(filter.feed, filter, now)]
  return tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .select(['championship.champ_id', 'championship.sport_id', 'championship.country_id', 'championship.name'])
    .select([
      'championship.code',
      sql<number>`count(*) filter (where ${inLine})`.as('line_games'),
      sql<number>`count(*) filter (where ${live})`.as('live_games'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where(all(wishes(filter)))
    .where(sql<SqlBool>`(${inLine} or ${live})`)
    .groupBy('championship.champ_id')
    .having(sql<SqlBool>`bool_or(${own})`)
    .orderBy(sql`array_position(${ids(filter.topChamps)}, championship.champ_id) nulls last`)
    .$if(filter.order === 'top', (query) => query.orderBy(sql`count(*) filter (where ${own}) desc`))
    .orderBy('championship.sport_id')
    .orderBy(sql`championship.country_id nulls first`)
    .orderBy('championship.name')
    .orderBy('championship.champ_id')
    .limit(filter.count)
    .execute()
}

/** How many markets of games take bets, and which games are parts of them. */
export async function marketCounts(
  tx: FeedTransaction,
  gameIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .selectFrom('feed.market as market')
    .select(['market.game_id', sql<number>`count(*)`.as('markets')])
    .where(isOneOf('market.game_id', gameIds))
    .where('market.status', '=', MARKET_STATUS.BETS_ARE_BEING_ACCEPTED)
    .groupBy('market.game_id')
    .execute()
  return new Map(rows.map(({ game_id, markets }) => [game_id, Number(markets)]))
}

/** The names in a feed: its games with those who play and their championship. */
export function namesInFeed(tx: FeedTransaction, filter: OfferFilter, now: Date) {
  return tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .innerJoin('feed.participant as home', 'home.participant_id', 'game.home_id')
    .leftJoin('feed.participant as away', 'away.participant_id', 'game.away_id')
    .select(['game.game_id', 'game.champ_id', 'championship.name as champ_name', 'championship.sport_id', 'game.kind'])
    .select(['game.home_id', 'home.name as home_name', 'game.away_id', 'away.name as away_name'])
    .where(all(wishes(filter)))
    .where(sql<SqlBool>`(${isIn('line', filter, now)} or ${isIn('live', filter, now)})`)
    .orderBy('game.starts_at')
    .orderBy('game.game_id')
    .execute()
}
