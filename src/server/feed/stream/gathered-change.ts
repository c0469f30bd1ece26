import type { StreamBook } from '#machines/feed/stream/stream-book.rules.ts'
import type { StreamChange } from '#schemas'

/** Which ids several changes touched; their values are in the book. */
export interface Gathered {
  isGame: boolean
  readonly markets: Set<number>
  readonly outcomes: Set<number>
  readonly prices: Set<number>
  readonly removedMarkets: Set<number>
  readonly removedOutcomes: Set<number>
}

/** Before the first change. */
export function nothingGathered(): Gathered {
  return {
    isGame: false,
    markets: new Set(),
    outcomes: new Set(),
    prices: new Set(),
    removedMarkets: new Set(),
    removedOutcomes: new Set(),
  }
}

/** Notes what a change touches. What went and came back is both removed and written: removals are applied first. */
export function gather(gathered: Gathered, change: StreamChange): void {
  gathered.isGame ||= change.game !== undefined
  for (const id of change.removedMarkets ?? []) gathered.removedMarkets.add(id)
  for (const id of change.removedOutcomes ?? []) gathered.removedOutcomes.add(id)
  for (const [id = 0] of change.markets ?? []) gathered.markets.add(id)
  for (const [id = 0] of change.outcomes ?? []) gathered.outcomes.add(id)
  for (const [id = 0] of change.prices ?? []) gathered.prices.add(id)
}

/** One change with the effect of all that were gathered, with the last values alone. */
export function toChange(gathered: Gathered, book: StreamBook): StreamChange {
  const markets = rowsOf(gathered.markets, book.markets)
  const outcomes = rowsOf(gathered.outcomes, book.outcomes)
  const prices = rowsOf(gathered.prices, book.prices)
  const { removedMarkets, removedOutcomes } = gathered
  return {
    ...(gathered.isGame ? { game: book.game } : {}),
    ...(markets.length > 0 ? { markets } : {}),
    ...(outcomes.length > 0 ? { outcomes } : {}),
    ...(prices.length > 0 ? { prices } : {}),
    ...(removedMarkets.size > 0 ? { removedMarkets: [...removedMarkets] } : {}),
    ...(removedOutcomes.size > 0 ? { removedOutcomes: [...removedOutcomes] } : {}),
  }
}

/** The rows of those ids that are still there. */
function rowsOf(ids: ReadonlySet<number>, rows: ReadonlyMap<number, readonly number[]>): number[][] {
  return [...ids].flatMap((id) => {
    const row = rows.get(id)
    return row ? [[...row]] : []
  })
}
