import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CouponEntry, CouponFeedChange, FeedKind, FeedStatus } from '#schemas'
import { type FeedTransaction, forFeed } from '#server/db/for-feed.ts'
import type { Database } from '#server/db/tables/tables.ts'

/** The book of the feed while a scenario runs: it holds the scenario's games, under the scenario's numbers, and no others. */
export interface ScenarioBook {
  /** Forgets what the scenario before has left, and takes outcomes as they are shown in a coupon. */
  lay(entries: readonly CouponEntry[]): Promise<void>
  /** Takes a change as the feed tells it. */
  follow(change: CouponFeedChange): Promise<void>
  /** Prices an outcome and takes bets on it, on another line where one is named. */
  price(outcomeId: number, odds: string, parameter?: string): Promise<void>
  /** Takes no bets on an outcome for the moment. */
  suspend(outcomeId: number): Promise<void>
  /** Takes no bets on the market of an outcome any more. */
  close(outcomeId: number): Promise<void>
  /** A game is on the live side of the book from now on. */
  play(gameId: number): Promise<void>
  /** The game of an outcome is being played by now. */
  begin(outcomeId: number): Promise<void>
  /** The home side of the game of an outcome scores. */
  score(outcomeId: number): Promise<void>
  /** The feed tells the result of a game: the home side has won. */
  end(gameId: number): Promise<void>
}

/** Type of the markets of scenarios: the result of the game, which stands on every board. */
export const STORY_MARKET = 1

const SETTLED: FeedStatus = 2
const CLOSED: FeedStatus = 3
const LIVE: FeedKind = 1

export function scenarioBook(db: Kysely<Database>, now: () => Date): ScenarioBook {
  const door = forFeed(db)
  const change = (statement: RawBuilder<unknown>) => door.write(async (tx) => void (await statement.execute(tx)))
  return {
    async lay(entries) {
      await forgetResults(db)
      await door.write((tx) => layAll(tx, entries, now()))
    },
    async follow(told) {
      if (told.kind === 'price_changed')
        await change(sql`update feed.outcome set odds = ${told.odds}, is_suspended = ${told.isSuspended}
          where outcome_id = ${told.outcomeId}`)
      if (told.kind === 'market_changed')
        await change(sql`update feed.market set status = ${told.status}, parameter = ${told.parameter ?? null}
          where market_id = ${told.marketId}`)
      if (told.kind === 'game_changed')
        await change(sql`update feed.game set status = ${told.status} where game_id = ${told.gameId}`)
    },
    async price(outcomeId, odds, parameter) {
      await change(sql`update feed.outcome set odds = ${odds}, is_suspended = false where outcome_id = ${outcomeId}`)
      if (parameter !== undefined)
        await change(sql`update feed.market set parameter = ${parameter} where market_id = ${marketOf(outcomeId)}`)
    },
    suspend: (outcomeId) => change(sql`update feed.outcome set is_suspended = true where outcome_id = ${outcomeId}`),
    close: (outcomeId) =>
      change(sql`update feed.market set status = ${CLOSED} where market_id = ${marketOf(outcomeId)}`),
    play: (gameId) => change(sql`update feed.game set kind = ${LIVE} where game_id = ${gameId}`),
    begin: (outcomeId) =>
      change(sql`update feed.game set starts_at = ${now()}
        where game_id = (select game_id from feed.market where market_id = ${marketOf(outcomeId)})`),
    score: (outcomeId) =>
      change(sql`update feed.game
        set score = jsonb_build_object('home', coalesce((score ->> 'home')::int, 0) + 1, 'away', 0)
        where game_id = (select game_id from feed.market where market_id = ${marketOf(outcomeId)})`),
    async end(gameId) {
      await change(sql`insert into feed.result (game_id, version, kind, score, source, at)
        values (${gameId}, (select count(*) + 1 from feed.result where game_id = ${gameId}), 'played',
          '{"home": 1, "away": 0}'::jsonb, 'feed', ${now()})`)
      await change(sql`update feed.game set status = ${SETTLED} where game_id = ${gameId}`)
    },
  }
}

const marketOf = (outcomeId: number) => sql`(select market_id from feed.outcome where outcome_id = ${outcomeId})`

/** No bet is taken on a game that has a result, and no role of the server may take one away. */
async function forgetResults(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local role none`.execute(tx)
    await sql`delete from feed.result`.execute(tx)
  })
}

/** Games are never deleted from the feed: what a scenario before has left is over, and becomes what this one shows where it has the
 *  same numbers. */
async function layAll(tx: FeedTransaction, entries: readonly CouponEntry[], now: Date): Promise<void> {
  await sql`update feed.game set status = ${SETTLED} where producer = 'story'`.execute(tx)
  await sql`insert into feed.championship (champ_id, sport_id, code, name) overriding system value
    values (1, 1, 'story', 'League') on conflict do nothing`.execute(tx)
  const laid = new Set<number>()
  for (const entry of entries) {
    if (!laid.has(entry.outcomeId)) await layEntry(tx, entry, now)
    laid.add(entry.outcomeId)
  }
}

/** Who plays in a game of a scenario, at home and away: each game has sides of its own, by which it is found on a page. */
export function scenarioSides(gameId: number): readonly [string, string] {
  return [`Northgate ${gameId}`, `Harbour ${gameId}`]
}

/** Numbers are those of the scenario, which the tables would count by themselves. */
async function layEntry(tx: FeedTransaction, entry: CouponEntry, now: Date): Promise<void> {
  const { gameId, marketId, outcomeId, typeId, kind, startsAt, status, parameter = null, odds, isSuspended } = entry
  const [home, away] = scenarioSides(gameId)
  const [homeId, awayId] = [2 * gameId - 1, 2 * gameId]
  await sql`insert into feed.participant (participant_id, sport_id, name) overriding system value
    values (${homeId}, 1, ${home}), (${awayId}, 1, ${away}) on conflict do nothing`.execute(tx)
  await sql`
    insert into feed.game (game_id, champ_id, match_date, home_id, away_id, kind, starts_at, has_start_time, status,
      producer, row_mark, changed_at, source_code)
    overriding system value
    values (${gameId}, 1, ${startsAt.slice(0, 10)}, ${homeId}, ${awayId}, ${kind}, ${startsAt}, true, 1, 'story', '', ${now},
      ${String(gameId)})
    on conflict (game_id) do update set kind = excluded.kind, starts_at = excluded.starts_at, status = 1`.execute(tx)
  await sql`
    insert into feed.market (market_id, game_id, type_id, parameter, status) overriding system value
    values (${marketId}, ${gameId}, ${STORY_MARKET}, ${parameter}, ${status})
    on conflict (market_id) do update set game_id = excluded.game_id, parameter = excluded.parameter,
      status = excluded.status`.execute(tx)
  await sql`
    insert into feed.outcome (outcome_id, market_id, type_id, odds, is_suspended) overriding system value
    values (${outcomeId}, ${marketId}, ${typeId}, ${odds}, ${isSuspended})
    on conflict (outcome_id) do update set market_id = excluded.market_id, type_id = excluded.type_id,
      odds = excluded.odds, is_suspended = excluded.is_suspended`.execute(tx)
}
