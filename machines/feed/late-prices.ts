import type { PriceStore } from '#machines/odds/price-store.ts'
import { isSuspended, putPrice, type StreamBook } from './stream-book.rules.ts'

/** Prices of a channel that may wait for it; beyond that they are brought in, each once. */
const MOST_WAITING = 500
/** Numbers of a price: its outcome, odds and flags. */
const NUMBERS = 3

/** Prices of a channel that nobody looks at: they are kept as they came, and brought in when somebody asks for one. */
export interface LatePrices {
  /** Brings in the prices that somebody looks at, and keeps the others.
   *  @returns false, with nothing taken, when one of them is the first of its outcome */
  readonly take: (book: StreamBook, rows: readonly (readonly number[])[]) => boolean
  /** Brings in what was kept. */
  readonly settle: () => void
  /** Forgets what was kept. */
  readonly clear: () => void
}

/** Makes the keeper of a channel's prices. */
export function createLatePrices(store: PriceStore, channel: string): LatePrices {
  /** Number after number, so that what waits costs no objects. */
  const waiting: number[] = []
  let of: StreamBook | null = null

  const show = (book: StreamBook, row: readonly number[]): void =>
    store.write(channel, row[0] ?? 0, row[1] ?? 0, isSuspended(book, row))
  const clear = (): void => {
    waiting.length = 0
    if (of) store.settleBy(channel, null)
    of = null
  }
  const settle = (): void => {
    const book = of
    if (!book) return
    const outcomeIds = new Set<number>()
    for (let at = 0; at < waiting.length; at += NUMBERS) {
      const row = waiting.slice(at, at + NUMBERS)
      putPrice(book, row)
      outcomeIds.add(row[0] ?? 0)
    }
    clear()
    for (const outcomeId of outcomeIds) show(book, book.prices.get(outcomeId) ?? [])
  }
  return {
    take(book, rows) {
      for (const row of rows) if (!book.prices.has(row[0] ?? 0)) return false
      for (const row of rows) {
        if (store.isListenedTo(row[0] ?? 0)) {
          putPrice(book, row)
          show(book, row)
          continue
        }
        if (!of) store.settleBy(channel, settle)
        of = book
        waiting.push(row[0] ?? 0, row[1] ?? 0, row[2] ?? 0)
      }
      if (waiting.length > MOST_WAITING * NUMBERS) settle()
      return true
    },
    settle,
    clear,
  }
}
