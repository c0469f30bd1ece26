import { marketStatus } from '#machines/feed/board/game-status.rules.ts'
import type { FeedRow, FeedStatus, RowPrice } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'

/** The prices of a row for a game that is in the book. */
export interface NewPrices {
  readonly gameId: number
  /** Of the game. */
  readonly status: FeedStatus
  readonly prices: FeedRow['prices']
  readonly now: Date
}

type Phase = keyof FeedRow['prices']

const PHASES: readonly Phase[] = ['opening', 'closing']

/** One price of the row. */
interface RowOdds {
  readonly typeId: number
  readonly parameter: string | null
  readonly outcomeTypeId: number
  readonly phase: Phase
  readonly odds: string
}

/** Brings the markets of a game to what a row has: the closing prices are its prices where there are some, markets that it does not
 *  offer any more are closed, and every price that changes goes into the history. */
export async function takePrices(tx: FeedTransaction, { gameId, status, prices, now }: NewPrices): Promise<void> {
  await tx
    .updateTable('feed.market')
    .set({ status: marketStatus(status, false) })
    .where('game_id', '=', gameId)
    .execute()
  const all = PHASES.flatMap((phase) => prices[phase].flatMap((price) => rowOdds(price, phase)))
  if (all.length === 0) return
  const offered: Phase = prices.closing.length > 0 ? 'closing' : 'opening'
  const markets = await takeMarkets(tx, { gameId, status, all, offered })
  const outcomes = await takeOutcomes(tx, all, markets)
  await keepHistory(tx, { all, outcomes, now })
}

function rowOdds(price: RowPrice, phase: Phase): RowOdds[] {
  const { typeId, outcomes } = price
  const parameter = price.parameter ?? null
  return outcomes.map((outcome) => ({ typeId, parameter, outcomeTypeId: outcome.typeId, phase, odds: outcome.odds }))
}

const marketKey = ({ typeId, parameter }: Pick<RowOdds, 'typeId' | 'parameter'>) => `${typeId} ${parameter ?? ''}`

/** @returns ids of the markets by their keys */
async function takeMarkets(
  tx: FeedTransaction,
  row: {
    readonly gameId: number
    readonly status: FeedStatus
    readonly all: readonly RowOdds[]
    readonly offered: Phase
  },
): Promise<ReadonlyMap<string, number>> {
  const values = [...Map.groupBy(row.all, marketKey).values()].flatMap((odds) => {
    const [first] = odds
    if (!first) return []
    const status = marketStatus(
      row.status,
      odds.some(({ phase }) => phase === row.offered),
    )
    return { game_id: row.gameId, type_id: first.typeId, parameter: first.parameter, status }
  })
  const markets = await tx
    .insertInto('feed.market')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['game_id', 'type_id', 'parameter']).doUpdateSet({ status: (of) => of.ref('excluded.status') }),
    )
    .returning(['market_id', 'type_id', 'parameter'])
    .execute()
  return new Map(
    markets.map((market) => [marketKey({ typeId: market.type_id, parameter: market.parameter }), market.market_id]),
  )
}

const outcomeKey = (market: number | undefined, outcomeTypeId: number) => `${market} ${outcomeTypeId}`

/** @returns id of the outcome of a price */
async function takeOutcomes(
  tx: FeedTransaction,
  all: readonly RowOdds[],
  markets: ReadonlyMap<string, number>,
): Promise<(odds: RowOdds) => number> {
  const keyOf = (odds: RowOdds) => outcomeKey(markets.get(marketKey(odds)), odds.outcomeTypeId)
  // The closing price stands behind the opening one, so it is the one that stays.
  const current = [...new Map(all.map((odds) => [keyOf(odds), odds])).values()]
  const rows = await tx
    .insertInto('feed.outcome')
    .values(
      current.map((odds) => ({
        market_id: markets.get(marketKey(odds)) ?? 0,
        type_id: odds.outcomeTypeId,
        odds: odds.odds,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['market_id', 'type_id']).doUpdateSet({ odds: (of) => of.ref('excluded.odds') }),
    )
    .returning(['outcome_id', 'market_id', 'type_id'])
    .execute()
  const ids = new Map(rows.map((row) => [outcomeKey(row.market_id, row.type_id), row.outcome_id]))
  return (odds) => ids.get(keyOf(odds)) ?? 0
}

async function keepHistory(
  tx: FeedTransaction,
  row: { readonly all: readonly RowOdds[]; readonly outcomes: (odds: RowOdds) => number; readonly now: Date },
): Promise<void> {
  const known = await tx
    .selectFrom('feed.price')
    .select(['outcome_id', 'sequence', 'phase', 'odds'])
    .where('outcome_id', 'in', [...new Set(row.all.map(row.outcomes))])
    .orderBy('sequence')
    .execute()
  const sequences = new Map(known.map(({ outcome_id, sequence }) => [outcome_id, sequence]))
  const latest = new Map(known.map(({ outcome_id, phase, odds }) => [`${outcome_id} ${phase}`, odds]))
  const values = row.all.flatMap((price) => {
    const id = row.outcomes(price)
    if (latest.get(`${id} ${price.phase}`) === price.odds) return []
    const sequence = (sequences.get(id) ?? 0) + 1
    sequences.set(id, sequence)
    return { outcome_id: id, sequence, phase: price.phase, odds: price.odds, known_at: row.now }
  })
  if (values.length > 0) await tx.insertInto('feed.price').values(values).execute()
}
