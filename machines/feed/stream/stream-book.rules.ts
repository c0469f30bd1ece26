import { takesBets } from '#machines/site/tables/tables.ts'
import type { StreamBoard, StreamChange, StreamGame } from '#schemas'

/** Bit of a price's flags: bets on the outcome are not accepted for now. */
export const SUSPENDED = 1
type Row = readonly number[]

/** A game with its markets and prices, by ids. */
export interface StreamBook {
  isUp: boolean
  game: StreamGame
  /** marketId → [marketId, groupId, typeId, status, parameter ×100] */
  readonly markets: Map<number, Row>
  /** outcomeId → [outcomeId, marketId, typeId] */
  readonly outcomes: Map<number, Row>
  /** outcomeId → [outcomeId, odds ×10,000, flags]; a row belongs to the book, and changes in its place */
  readonly prices: Map<number, number[]>
}

/** The book of a board; null when an outcome or a price in it hangs in the air. */
export function bookOf(board: StreamBoard): StreamBook | null {
  const book: StreamBook = {
    isUp: board.isUp,
    game: board.game,
    markets: new Map(),
    outcomes: new Map(),
    prices: new Map(),
  }
  for (const row of board.markets) book.markets.set(row[0] ?? 0, row)
  for (const row of board.outcomes) {
    if (!book.markets.has(row[1] ?? 0)) return null
    book.outcomes.set(row[0] ?? 0, row)
  }
  for (const row of board.prices) {
    const id = row[0] ?? 0
    if (!book.outcomes.has(id)) return null
    book.prices.set(id, row.slice())
  }
  return book
}

/** The board of a book. */
export function boardOf({ isUp, game, markets, outcomes, prices }: StreamBook): StreamBoard {
  return { isUp, game, markets: rows(markets), outcomes: rows(outcomes), prices: rows(prices) }
}

/** Applies a change: what goes first, then what comes. False, with nothing applied, when it names a market or an outcome that
 *  neither the book nor the change itself defines (STREAM-2). */
export function applyChange(book: StreamBook, change: StreamChange): boolean {
  if (hasUnknown(book, change)) return false
  const { prices = [] } = change
  if (isOfPricesAlone(change)) {
    for (const row of prices) putPrice(book, row)
    return true
  }
  const goneMarkets = new Set(change.removedMarkets)
  if (goneMarkets.size > 0) {
    for (const id of goneMarkets) book.markets.delete(id)
    for (const [id, [, marketId = 0]] of book.outcomes) if (goneMarkets.has(marketId)) removeOutcome(book, id)
  }
  for (const id of change.removedOutcomes ?? []) removeOutcome(book, id)
  for (const row of change.markets ?? []) book.markets.set(row[0] ?? 0, row)
  for (const row of change.outcomes ?? []) book.outcomes.set(row[0] ?? 0, row)
  for (const row of prices) putPrice(book, row)
  if (change.game) book.game = change.game
  return true
}

/** Whether no bet on the outcome of a price is accepted: by its own flag, its market or its game.
 *  @param price a row of the book: [outcomeId, odds ×10,000, flags] */
export function isSuspended(book: StreamBook, price: readonly number[]): boolean {
  if (((price[2] ?? SUSPENDED) & SUSPENDED) !== 0 || !takesBets(book.game.gameStatus)) return true
  const marketId = book.outcomes.get(price[0] ?? 0)?.[1] ?? 0
  return !takesBets(book.markets.get(marketId)?.[3] ?? 0)
}

/** Whether a change says nothing but prices, as nearly every one does. */
export function isOfPricesAlone({ game, markets, outcomes, removedMarkets, removedOutcomes }: StreamChange): boolean {
  return !(game || markets || outcomes || removedMarkets || removedOutcomes)
}

function hasUnknown(book: StreamBook, change: StreamChange): boolean {
  const { markets = [], outcomes = [], prices = [], removedMarkets = [], removedOutcomes = [] } = change
  if (isOfPricesAlone(change)) {
    for (const row of prices) if (!book.outcomes.has(row[0] ?? 0)) return true
    return false
  }
  const ownMarkets = new Set(markets.map(([id]) => id))
  const ownOutcomes = new Set(outcomes.map(([id]) => id))
  const goneMarkets = new Set(removedMarkets)
  const goneOutcomes = new Set(removedOutcomes)
  const isMarket = (id: number) => ownMarkets.has(id) || (book.markets.has(id) && !goneMarkets.has(id))
  const isOutcome = (id: number) => ownOutcomes.has(id) || (isKept(book, id, goneMarkets) && !goneOutcomes.has(id))
  return outcomes.some(([, id = 0]) => !isMarket(id)) || prices.some(([id = 0]) => !isOutcome(id))
}

function isKept(book: StreamBook, outcomeId: number, goneMarkets: ReadonlySet<number>): boolean {
  const row = book.outcomes.get(outcomeId)
  return row !== undefined && !goneMarkets.has(row[1] ?? 0)
}

/** Brings a price into the book, in the place of the one before. Keeping the rows as they come would have thousands a
 *  second outlive their text. */
export function putPrice(book: StreamBook, row: Row): void {
  const id = row[0] ?? 0
  const known = book.prices.get(id)
  if (!known) {
    book.prices.set(id, row.slice())
    return
  }
  known[1] = row[1] ?? 0
  known[2] = row[2] ?? SUSPENDED
}

function removeOutcome(book: StreamBook, id: number): void {
  book.outcomes.delete(id)
  book.prices.delete(id)
}

function rows(map: ReadonlyMap<number, Row>): number[][] {
  return [...map.values()].map((row) => [...row])
}
