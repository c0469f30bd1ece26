import { type SelectQueryBuilder, sql } from 'kysely'
import { marketType } from '#machines/feed/markets/market-types.ts'
import type { StreamedGame } from '#machines/feed/stream/stream-row.rules.ts'
import { marketRow, priceRow } from '#machines/feed/stream/stream-row.rules.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedDoor, FeedTransaction } from '#server/db/for-feed.ts'
import type { FeedDatabase } from '#server/db/tables/feed-tables.ts'

/** Rows of frames of one game. */
export interface GameRows {
  readonly markets: number[][]
  readonly outcomes: number[][]
  readonly prices: number[][]
}

/** What has changed in the book since a revision. */
export interface BookChanges {
  /** Up to which this is everything. */
  readonly revision: number
  readonly games: ReadonlyMap<number, StreamedGame>
  readonly rows: ReadonlyMap<number, GameRows>
  readonly producers: readonly { readonly producer: string; readonly isUp: boolean; readonly heardAtMs: number }[]
}

/** Whole games, or what changed since a revision. */
type Part = { readonly gameIds: readonly number[] } | { readonly since: number }

/** What came into the book after a revision, from any process; null when nothing did. The state of producers is
 *  included in each reading. */
export function readChanges(door: FeedDoor, since: number): Promise<BookChanges> {
  return door.read(async (tx) => {
    const revision = await latestRevision(tx)
    const part = { since }
    const isNews = revision > since
    const games = isNews ? await gamesOf(tx, part) : new Map<number, StreamedGame>()
    const rows = isNews ? await rowsOf(tx, part) : new Map<number, GameRows>()
    return { revision: Math.max(revision, since), games, rows, producers: await producersOf(tx) }
  })
}

/** Games as a whole. */
export function readWhole(door: FeedDoor, gameIds: readonly number[]): Promise<ReadonlyMap<number, GameRows>> {
  return gameIds.length === 0 ? Promise.resolve(new Map()) : door.read((tx) => rowsOf(tx, { gameIds }))
}

/** The games that may be streamed: games in play or to come, with the revision up to which nothing is missing. */
export function readOpenGames(
  door: FeedDoor,
  from: Date,
): Promise<{ readonly revision: number; readonly games: ReadonlyMap<number, StreamedGame> }> {
  return door.read(async (tx) => {
    const revision = await latestRevision(tx)
    const { BETS_ARE_BEING_ACCEPTED: open, BETS_ARE_NO_LONGER_ACCEPTED: closed } = MARKET_STATUS
    const rows = await gameColumns(tx.selectFrom('feed.game as game'))
      .where('game.status', 'in', [open, closed])
      .where((where) => where.or([where('game.kind', '=', FEED_KIND.live), where('game.starts_at', '>', from)]))
      .execute()
    return { revision, games: new Map(rows.map((row) => [row.game_id, streamedGame(row)])) }
  })
}

/** All reading of a transaction sees the book at one moment. */
async function latestRevision(tx: FeedTransaction): Promise<number> {
  await sql`set transaction isolation level repeatable read`.execute(tx)
  const { rows } = await sql<{ revision: number }>`
    select greatest((select max(revision) from feed.game), (select max(revision) from feed.market),
      (select max(revision) from feed.outcome), 0) as revision`.execute(tx)
  return rows[0]?.revision ?? 0
}

async function gamesOf(tx: FeedTransaction, { since }: { readonly since: number }) {
  const rows = await gameColumns(tx.selectFrom('feed.game as game')).where('game.revision', '>', since).execute()
  return new Map(rows.map((row) => [row.game_id, streamedGame(row)]))
}

// biome-ignore lint/complexity/noBannedTypes: kysely's own name for "nothing selected yet"
function gameColumns(query: SelectQueryBuilder<FeedDatabase & { game: FeedDatabase['feed.game'] }, 'game', {}>) {
  return query
    .select(['game.game_id', 'game.kind', 'game.status', 'game.is_suspended', 'game.starts_at', 'game.producer'])
    .select(['game.score', 'game.clock', 'game.clock_at'])
}

function streamedGame(row: Awaited<ReturnType<ReturnType<typeof gameColumns>['execute']>>[number]): StreamedGame {
  const { kind, status, producer, score, clock } = row
  return {
    kind,
    status,
    isSuspended: row.is_suspended,
    startsAtMs: row.starts_at.getTime(),
    producer,
    score,
    clock,
    clockAtMs: row.clock_at?.getTime() ?? 0,
  }
}

async function rowsOf(tx: FeedTransaction, part: Part): Promise<Map<number, GameRows>> {
  const games = new Map<number, GameRows>()
  const rowsFor = (gameId: number): GameRows => {
    const rows = games.get(gameId) ?? { markets: [], outcomes: [], prices: [] }
    games.set(gameId, rows)
    return rows
  }
  for (const row of await marketRows(tx, part)) {
    const { market_id: marketId, type_id: typeId, parameter, status, is_suspended: isSuspended } = row
    const shown = isSuspended && status === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED ? SUSPENDED_STATUS : status
    const { groupId } = marketType(typeId)
    rowsFor(row.game_id).markets.push(marketRow({ marketId, groupId, typeId, status: shown, parameter }))
  }
  for (const row of await outcomeRows(tx, part)) {
    const rows = rowsFor(row.game_id)
    rows.outcomes.push([row.outcome_id, row.market_id, row.type_id])
    rows.prices.push(priceRow(row.outcome_id, row.odds, row.is_suspended))
  }
  return games
}

const SUSPENDED_STATUS = MARKET_STATUS.BETS_ARE_NO_LONGER_ACCEPTED

function marketRows(tx: FeedTransaction, part: Part) {
  const query = tx
    .selectFrom('feed.market as market')
    .select(['market.game_id', 'market.market_id', 'market.type_id', 'market.parameter'])
    .select(['market.status', 'market.is_suspended'])
  return 'since' in part
    ? query.where('market.revision', '>', part.since).execute()
    : query.where('market.game_id', 'in', part.gameIds).execute()
}

function outcomeRows(tx: FeedTransaction, part: Part) {
  const query = tx
    .selectFrom('feed.outcome as outcome')
    .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
    .select(['market.game_id', 'market.market_id', 'outcome.outcome_id', 'outcome.type_id'])
    .select(['outcome.odds', 'outcome.is_suspended'])
  return 'since' in part
    ? query.where('outcome.revision', '>', part.since).execute()
    : query.where('market.game_id', 'in', part.gameIds).execute()
}

async function producersOf(tx: FeedTransaction): Promise<BookChanges['producers']> {
  const rows = await tx.selectFrom('feed.producer').select(['producer', 'is_up', 'heard_at']).execute()
  return rows.map((row) => ({ producer: row.producer, isUp: row.is_up, heardAtMs: row.heard_at.getTime() }))
}
