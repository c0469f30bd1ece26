import { AppError } from '#calls/app-error.ts'
import { MAIN_TYPES } from '#machines/feed/markets/main-markets.rules.ts'
import { entrantOf, marketType } from '#machines/feed/markets/market-types.ts'
import type { GraphMarket, PriceGap, PriceGraphAnswer, PriceLine } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import { fieldsOf } from '../field.queries.ts'
import { type GameRow, selectGames } from '../game-reading.ts'
import { resultGames } from '../results.queries.ts'
import { PRODUCER_SILENT_MS } from '../stream/channel-writer.ts'
import type { PriceGraphWish } from './statistics-ports.ts'

const MOST_MARKETS = 24
/** Prices of an outcome that are drawn: the latest. */
const MOST_POINTS = 400
const MOST_LINES = 40
const MOST_GAPS = 100

/** How the prices of a market have moved (WID-12): what is kept of them, and when nobody knew them. */
export async function readPriceGraph(tx: FeedTransaction, wish: PriceGraphWish, now: Date): Promise<PriceGraphAnswer> {
  const row = await selectGames(tx).where('game.game_id', '=', storableId(wish.gameId)).executeTakeFirst()
  if (!row || wish.except.includes(row.sport_id)) throw new AppError('game.unknown')
  const [game] = await resultGames(tx, [row.game_id], now)
  if (!game) throw new AppError('game.unknown')
  const markets = await marketsOf(tx, row.game_id)
  const market = chosen(markets, wish)
  if (!market && wish.typeId !== undefined) throw new AppError('game.unknown')
  const lines = market ? await linesOf(tx, row.game_id, market) : []
  const moments = lines.flatMap(({ points }) => points.map(({ at }) => Date.parse(at)))
  const until = await endOf(tx, row, Math.max(...moments, 0), now)
  const from = new Date(Math.min(...moments, until.getTime()))
  return {
    game,
    markets: markets.slice(0, MOST_MARKETS).map(({ marketId: _id, ...shown }) => shown),
    ...(market && { market: { typeId: market.typeId, movements: market.movements, ...parameterOf(market) } }),
    lines,
    gaps: market ? await gapsOf(tx, row.producer, { from, until, now }) : [],
    until: until.toISOString(),
  }
}

interface KeptMarket extends GraphMarket {
  readonly marketId: number
}

const parameterOf = ({ parameter }: GraphMarket) => (parameter === undefined ? {} : { parameter })

/** Markets of a game with kept prices: the main ones first, then those that moved most. */
async function marketsOf(tx: FeedTransaction, gameId: number): Promise<KeptMarket[]> {
  const rows = await tx
    .selectFrom('feed.market as market')
    .innerJoin('feed.outcome as outcome', 'outcome.market_id', 'market.market_id')
    .innerJoin('feed.price as price', 'price.outcome_id', 'outcome.outcome_id')
    .select(['market.market_id', 'market.type_id', 'market.parameter'])
    .select(({ fn }) => fn.countAll<number>().as('movements'))
    .where('market.game_id', '=', gameId)
    .groupBy('market.market_id')
    .execute()
  const rank = ({ typeId }: GraphMarket) => {
    const place = MAIN_TYPES.indexOf(typeId)
    return place < 0 ? MAIN_TYPES.length : place
  }
  return rows
    .map((row) => ({
      marketId: row.market_id,
      typeId: row.type_id,
      ...(row.parameter !== null && { parameter: row.parameter }),
      movements: Number(row.movements),
    }))
    .sort((one, other) => rank(one) - rank(other) || other.movements - one.movements || one.marketId - other.marketId)
}

/** The market that is asked for; of one without a parameter the one that moved most, and the first of all when none is named. */
function chosen(markets: readonly KeptMarket[], { typeId, parameter }: PriceGraphWish): KeptMarket | undefined {
  if (typeId === undefined) return markets[0]
  return markets.find(
    (market) =>
      market.typeId === typeId &&
      (parameter === undefined || Number(market.parameter ?? Number.NaN) === Number(parameter)),
  )
}

async function linesOf(tx: FeedTransaction, gameId: number, { marketId, typeId }: KeptMarket): Promise<PriceLine[]> {
  const rows = await tx
    .selectFrom('feed.outcome as outcome')
    .innerJoin('feed.price as price', 'price.outcome_id', 'outcome.outcome_id')
    .select(['outcome.type_id', 'price.odds', 'price.phase', 'price.known_at'])
    .where('outcome.market_id', '=', marketId)
    .orderBy('outcome.type_id')
    .orderBy('price.sequence')
    .execute()
  const type = marketType(typeId)
  const field = (await fieldsOf(tx, [gameId])).get(gameId)
  const names = new Map(field?.entrants.map(({ number, name }) => [number, name]))
  return [...Map.groupBy(rows, ({ type_id }) => type_id)].slice(0, MOST_LINES).map(([outcomeTypeId, own]) => {
    const name = names.get(entrantOf(type, outcomeTypeId) ?? 0)
    return {
      outcomeTypeId,
      ...(name !== undefined && { name }),
      points: own.slice(-MOST_POINTS).map(({ odds, phase, known_at }) => ({ at: known_at.toISOString(), odds, phase })),
    }
  })
}

/** Where the graph ends: with the result of the game, else now. */
async function endOf(tx: FeedTransaction, { game_id: gameId, result_kind: kind }: GameRow, lastMs: number, now: Date) {
  if (kind === null) return now
  const result = await tx
    .selectFrom('feed.result')
    .select('at')
    .where('game_id', '=', gameId)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()
  return new Date(Math.max(lastMs, result?.at.getTime() ?? lastMs))
}

async function gapsOf(
  tx: FeedTransaction,
  producer: string,
  { from, until, now }: { readonly from: Date; readonly until: Date; readonly now: Date },
): Promise<PriceGap[]> {
  const rows = await tx
    .selectFrom('feed.silence')
    .select(['since', 'until'])
    .where('producer', '=', producer)
    .where('since', '<', until)
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>', from)]))
    .orderBy('since', 'desc')
    .limit(MOST_GAPS)
    .execute()
  const heard = await tx
    .selectFrom('feed.producer')
    .select(['is_up', 'heard_at'])
    .where('producer', '=', producer)
    .executeTakeFirst()
  const isSilentNow = heard?.is_up === true && now.getTime() - heard.heard_at.getTime() > PRODUCER_SILENT_MS
  const since = isSilentNow && heard.heard_at < until ? [{ since: heard.heard_at, until: null }] : []
  const within = (at: Date) => new Date(Math.min(Math.max(at.getTime(), from.getTime()), until.getTime())).toISOString()
  return [...rows.reverse(), ...since].map((row) => ({ from: within(row.since), to: within(row.until ?? until) }))
}
