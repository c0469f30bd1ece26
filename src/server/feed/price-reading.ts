import { marketStatus, statusNow } from '#machines/feed/board/game-status.rules.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedKind, FeedStatus } from '#schemas'
import type { FeedDoor, FeedTransaction } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import { PRODUCER_SILENT_MS } from './stream/channel-writer.ts'

/** What an outcome costs now, and whether a bet on it can be taken. */
export interface OutcomePrice {
  readonly outcomeId: number
  /** Which outcome of the market's type it is. */
  readonly outcomeTypeId: number
  readonly marketId: number
  readonly marketTypeId: number
  /** The line of the market, `'-0.25'`; absent where the type has none. */
  readonly parameter?: string
  readonly gameId: number
  readonly champId: number
  readonly sportId: number
  /** Decimal price, above 1. */
  readonly odds: string
  /** As they are now: a game before the match is closed once it has started, and what a producer suspends is closed. */
  readonly gameStatus: FeedStatus
  readonly marketStatus: FeedStatus
  readonly kind: FeedKind
  readonly startsAt: Date
  readonly producer: string
  /** False when the producer of the prices is down, or has been silent for twenty seconds (STREAM-6). */
  readonly isProducerUp: boolean
  /** Whether no bet is taken on it, for whichever of these reasons or its own. */
  readonly isSuspended: boolean
  /** Whether its game or market is over, or is offered no more: what is suspended for the moment is not. */
  readonly isClosed: boolean
}

/** The prices of outcomes as the book holds them now, in the order that was asked for; an id that is none is left out. To be read
 *  before a transaction on a brand is opened.
 *  @throws Error inside an open transaction */
export async function readPrices(door: FeedDoor, outcomeIds: readonly number[], now: Date): Promise<OutcomePrice[]> {
  return outcomeIds.length === 0 ? [] : door.read((tx) => pricesIn(tx, outcomeIds, now))
}

/** The same within a transaction that reads more. */
export async function pricesIn(tx: FeedTransaction, outcomeIds: readonly number[], now: Date): Promise<OutcomePrice[]> {
  const ids = [...new Set(outcomeIds.map(storableId))]
  if (ids.length === 0) return []
  const rows = await priceRows(tx, ids)
  const prices = new Map(rows.map((row) => [row.outcome_id, priceOf(row, now)]))
  return ids.flatMap((id) => prices.get(id) ?? [])
}

function priceRows(tx: FeedTransaction, ids: readonly number[]) {
  return tx
    .selectFrom('feed.outcome as outcome')
    .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
    .innerJoin('feed.game as game', 'game.game_id', 'market.game_id')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .leftJoin('feed.producer as producer', 'producer.producer', 'game.producer')
    .select(['outcome.outcome_id', 'outcome.type_id as outcome_type_id', 'outcome.odds'])
    .select(['market.market_id', 'market.type_id as market_type_id', 'market.parameter'])
    .select(['game.game_id', 'game.champ_id', 'championship.sport_id', 'game.kind', 'game.starts_at', 'game.producer'])
    .select(['game.status as game_status', 'market.status as market_status'])
    .select(['game.is_suspended as is_game_suspended', 'market.is_suspended as is_market_suspended'])
    .select(['outcome.is_suspended', 'producer.is_up', 'producer.heard_at'])
    .where('outcome.outcome_id', 'in', ids)
    .execute()
}

type PriceRow = Awaited<ReturnType<typeof priceRows>>[number]

function priceOf(row: PriceRow, now: Date): OutcomePrice {
  const nowMs = now.getTime()
  const { game_status: status, kind, parameter, is_game_suspended: isSuspended } = row
  const asIs = { status, isLive: kind === FEED_KIND.live, startsAtMs: row.starts_at.getTime(), isSuspended }
  const gameStatus = statusNow(asIs, nowMs)
  const isOffered = row.market_status === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED && !row.is_market_suspended
  const marketNow = marketStatus(gameStatus, isOffered)
  const isProducerUp =
    row.heard_at === null || (row.is_up === true && nowMs - row.heard_at.getTime() <= PRODUCER_SILENT_MS)
  return {
    outcomeId: row.outcome_id,
    outcomeTypeId: row.outcome_type_id,
    marketId: row.market_id,
    marketTypeId: row.market_type_id,
    ...(parameter !== null && { parameter }),
    gameId: row.game_id,
    champId: row.champ_id,
    sportId: row.sport_id,
    odds: row.odds,
    gameStatus,
    marketStatus: marketNow,
    kind,
    startsAt: row.starts_at,
    producer: row.producer,
    isProducerUp,
    isSuspended: row.is_suspended || !isProducerUp || marketNow !== MARKET_STATUS.BETS_ARE_BEING_ACCEPTED,
    isClosed: [status, row.market_status].some((one) => one !== MARKET_STATUS.BETS_ARE_BEING_ACCEPTED),
  }
}
