import type { PriceStore } from '#machines/odds/price-store.ts'
import { isSuspended, putPrice, type StreamBook } from './stream-book.rules.ts'

/** Prices of a channel that nobody looks at: their book knows them at once, the store when somebody asks for one. */
export interface LatePrices {
  /** Brings prices into the book, and those that somebody looks at into the store.
   *  @returns false, with nothing taken, when one of them is the first of its outcome */
  readonly take: (book: StreamBook, rows: readonly (readonly number[])[]) => boolean
  /** Applies what the store has missed. */
  readonly settle: () => void
  /** Forgets what the store has missed. */
  readonly clear: () => void
}

/** Makes the keeper of a channel's prices. */
export function createLatePrices(store: PriceStore, channel: string): LatePrices {
  /** The book of which the store knows less. */
  let untold: StreamBook | null = null

  const clear = (): void => {
    if (untold) store.settleBy(channel, null)
    untold = null
  }
  const settle = (): void => {
    const book = untold
    if (!book) return
    clear()
    writePrices(store, channel, book, book.prices.values())
  }
  return {
    take(book, rows) {
      for (const row of rows) if (!book.prices.has(row[0] ?? 0)) return false
      for (const row of rows) {
        putPrice(book, row)
        if (store.isListenedTo(row[0] ?? 0)) writePrices(store, channel, book, [row])
        else if (!untold) {
          untold = book
          store.settleBy(channel, settle)
        }
      }
      return true
    },
    settle,
    clear,
  }
}

/** Brings prices of a book into the store. @param rows of the book: [outcomeId, odds ×10,000, flags] */
export function writePrices(
  store: PriceStore,
  channel: string,
  book: StreamBook,
  rows: Iterable<readonly number[]>,
): void {
  for (const row of rows) store.write(channel, row[0] ?? 0, row[1] ?? 0, isSuspended(book, row))
}
