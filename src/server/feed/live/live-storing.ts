import { sql } from 'kysely'
import { marketStatus } from '#machines/feed/board/game-status.rules.ts'
import {
  type LiveGame,
  type LiveMarket,
  type LiveOutcome,
  marketKey,
} from '#machines/feed/simulator/live-game.rules.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableJson } from '#server/db/storable.ts'
import { addResult, setStatus } from '../game-results.ts'

/** Writes what a batch has changed: one statement a table and kind of change, and a few more for each result. */
export async function storeGames(tx: FeedTransaction, games: readonly LiveGame[], now: Date): Promise<void> {
  await updateGames(tx, games, now)
  await updateEvents(tx, games)
  const ids = await insertMarkets(tx, games)
  await updateMarkets(tx, games)
  const moved = [...(await insertOutcomes(tx, games, ids)), ...(await updateOutcomes(tx, games))]
  await keepPrices(tx, moved, now)
  for (const game of games) if (game.result) await storeResult(tx, game, now)
}

/** A price that goes into the history. */
interface Moved {
  readonly outcome_id: number
  readonly phase: 'line' | 'live'
  readonly odds: string
}

async function updateGames(tx: FeedTransaction, games: readonly LiveGame[], now: Date): Promise<void> {
  const rows = games
    .filter(({ isChanged }) => isChanged)
    .map(({ id, kind, isSuspended, score, clock, hasNewClock, ball, statistics }) => ({
      game_id: id,
      kind,
      is_suspended: isSuspended,
      score,
      clock,
      has_new_clock: hasNewClock,
      ball,
      statistics,
    }))
  if (rows.length === 0) return
  await sql`
    update feed.game set kind = given.kind, is_suspended = given.is_suspended, score = given.score, clock = given.clock,
      clock_at = case when given.has_new_clock then ${now}::timestamptz else game.clock_at end, ball = given.ball,
      statistics = given.statistics,
      changed_at = ${now}::timestamptz
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as given(game_id bigint, kind smallint, is_suspended boolean,
      score jsonb, clock jsonb, has_new_clock boolean, ball jsonb, statistics jsonb)
    where game.game_id = given.game_id`.execute(tx)
}

/** What players did, replacing what was reported before. */
async function updateEvents(tx: FeedTransaction, games: readonly LiveGame[]): Promise<void> {
  const rows = games.flatMap(({ id, events }) => (events ? { game_id: id, events: storableJson(events) } : []))
  if (rows.length === 0) return
  await tx
    .insertInto('feed.match_sheet')
    .values(rows)
    .onConflict((conflict) => conflict.column('game_id').doUpdateSet({ events: (of) => of.ref('excluded.events') }))
    .execute()
}

const marketsOf = (games: readonly LiveGame[]) =>
  games.flatMap((game) => [...game.markets.values()].map((market) => ({ game, market })))

function statusOf({ isOffered }: LiveMarket) {
  return marketStatus(MARKET_STATUS.BETS_ARE_BEING_ACCEPTED, isOffered)
}

/** @returns ids of the new markets by game and key */
async function insertMarkets(tx: FeedTransaction, games: readonly LiveGame[]): Promise<ReadonlyMap<string, number>> {
  const values = marketsOf(games)
    .filter(({ market }) => market.id === null)
    .map(({ game, market }) => ({
      game_id: game.id,
      type_id: market.typeId,
      parameter: market.parameter,
      status: statusOf(market),
      is_suspended: market.isSuspended,
    }))
  if (values.length === 0) return new Map()
  const rows = await tx
    .insertInto('feed.market')
    .values(values)
    .returning(['market_id', 'game_id', 'type_id', 'parameter'])
    .execute()
  return new Map(rows.map((row) => [`${row.game_id} ${marketKey(row.type_id, row.parameter)}`, row.market_id]))
}

async function updateMarkets(tx: FeedTransaction, games: readonly LiveGame[]): Promise<void> {
  const rows = marketsOf(games)
    .filter(({ market }) => market.id !== null && market.isChanged)
    .map(({ market }) => ({ market_id: market.id, status: statusOf(market), is_suspended: market.isSuspended }))
  if (rows.length === 0) return
  await sql`
    update feed.market set status = given.status, is_suspended = given.is_suspended
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given(market_id bigint, status smallint, is_suspended boolean)
    where market.market_id = given.market_id`.execute(tx)
}

const outcomesOf = (games: readonly LiveGame[]) =>
  marketsOf(games).flatMap(({ game, market }) =>
    [...market.outcomes.values()].map((outcome) => ({ game, market, outcome })),
  )

const phaseOf = ({ kind }: LiveGame): Moved['phase'] => (kind === FEED_KIND.live ? 'live' : 'line')

async function insertOutcomes(
  tx: FeedTransaction,
  games: readonly LiveGame[],
  ids: ReadonlyMap<string, number>,
): Promise<Moved[]> {
  const fresh = outcomesOf(games)
    .filter(({ outcome }) => outcome.id === null)
    .map(({ game, market, outcome }) => {
      const key = `${game.id} ${marketKey(market.typeId, market.parameter)}`
      return { phase: phaseOf(game), row: outcomeRow(market.id ?? ids.get(key) ?? 0, outcome) }
    })
  if (fresh.length === 0) return []
  const stored = await tx
    .insertInto('feed.outcome')
    .values(fresh.map(({ row }) => row))
    .returning(['outcome_id', 'market_id', 'type_id'])
    .execute()
  const outcomeIds = new Map(stored.map((row) => [`${row.market_id} ${row.type_id}`, row.outcome_id]))
  return fresh.map(({ phase, row }) => ({
    outcome_id: outcomeIds.get(`${row.market_id} ${row.type_id}`) ?? 0,
    phase,
    odds: row.odds,
  }))
}

function outcomeRow(marketId: number, { typeId, odds, isSuspended }: LiveOutcome) {
  return { market_id: marketId, type_id: typeId, odds, is_suspended: isSuspended }
}

async function updateOutcomes(tx: FeedTransaction, games: readonly LiveGame[]): Promise<Moved[]> {
  const changed = outcomesOf(games).filter(({ outcome }) => outcome.id !== null && outcome.isChanged)
  if (changed.length === 0) return []
  const rows = changed.map(({ outcome }) => ({
    outcome_id: outcome.id,
    odds: outcome.odds,
    is_suspended: outcome.isSuspended,
  }))
  await sql`
    update feed.outcome set odds = given.odds, is_suspended = given.is_suspended
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given(outcome_id bigint, odds numeric, is_suspended boolean)
    where outcome.outcome_id = given.outcome_id`.execute(tx)
  return changed.flatMap(({ game, outcome }) =>
    outcome.hasMoved ? { outcome_id: outcome.id ?? 0, phase: phaseOf(game), odds: outcome.odds } : [],
  )
}

async function keepPrices(tx: FeedTransaction, moved: readonly Moved[], now: Date): Promise<void> {
  if (moved.length === 0) return
  await sql`
    insert into feed.price (outcome_id, sequence, phase, odds, known_at)
    select given.outcome_id,
      coalesce((select max(sequence) from feed.price known where known.outcome_id = given.outcome_id), 0) + 1,
      given.phase, given.odds, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as given(outcome_id bigint, phase text, odds numeric)`.execute(
    tx,
  )
}

/** A result of the feed; one that an operator has entered stays in force. */
async function storeResult(tx: FeedTransaction, { id: gameId, result }: LiveGame, now: Date): Promise<void> {
  const score = result?.score
  const { ending, deadHeats, events } = result ?? {}
  const kind = score || ending ? 'played' : 'void'
  const told = { gameId, kind, score, ending, deadHeats, events, source: 'feed', reason: null, now } as const
  const inForce = await addResult(tx, told)
  const status = inForce === 'void' ? MARKET_STATUS.CANCELED : MARKET_STATUS.SETTLED
  await setStatus(tx, { gameId, status, now })
}
