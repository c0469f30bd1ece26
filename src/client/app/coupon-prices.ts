import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { decimalOfUnits } from '#machines/odds/odds-preference.rules.ts'
import type { CouponEntry } from '#schemas'
import type { CouponPrices, OutcomeNow } from '../betting/coupon-prices.ts'
import type { OddsStream } from '../feed/stream/odds-stream.ts'

/** Places of its lines, which are integers ×100. */
const LINE_PLACES = 2

/** The odds stream in the words of the coupon. */
export function couponPrices({ watch, prices, reader, isDegraded }: OddsStream): CouponPrices {
  return {
    watch: (gameId) => watch(`game/${gameId}`),
    listen: (outcomeId, listener) => prices.listen(outcomeId, listener),
    isDegraded,
    read(entry) {
      const book = reader.book(`game/${entry.gameId}`)
      if (!book) return null
      const shown = prices.read(entry.outcomeId)
      if (!shown)
        return reader.sync(`game/${entry.gameId}`)?.phase === 'live' && !book.prices.has(entry.outcomeId)
          ? 'gone'
          : null
      const { oddsUnits, isSuspended, epoch, seq, isLive } = shown
      const [, marketId = entry.marketId] = book.outcomes.get(entry.outcomeId) ?? []
      return {
        odds: decimalOfUnits(oddsUnits),
        isSuspended,
        epoch,
        seq,
        isLive,
        ...marketNow(book.markets.get(marketId), book.game.gameStatus, entry),
      }
    },
  }
}

/** Status and line of a market; a game that takes no bets has none that does. */
function marketNow(
  row: readonly number[] | undefined,
  gameStatus: number,
  entry: CouponEntry,
): Pick<OutcomeNow, 'status' | 'parameter'> {
  const [, , , status = entry.status, parameter] = row ?? []
  return {
    status: (gameStatus === 1 ? status : gameStatus) as CouponEntry['status'],
    ...(parameter === undefined ? {} : { parameter: lineText(parameter) }),
  }
}

/** A line ×100 as a decimal without zeros at its end: `250` → `'2.5'`, `-100` → `'-1'`. */
function lineText(hundredths: number): string {
  return minorToDecimal(hundredths, LINE_PLACES).replace(/\.?0+$/, '')
}
