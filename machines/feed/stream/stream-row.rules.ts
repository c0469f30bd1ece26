import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { Clock, FeedKind, FeedStatus, Score, StreamGame } from '#schemas'
import { statusNow } from '../board/game-status.rules.ts'

/** Odds of a frame are counted in ten-thousandths. */
const ODDS_UNITS = 10_000
/** Parameters of a frame are counted in hundredths. */
const PARAMETER_UNITS = 100
const MOST_SCORE_LETTERS = 64
/** How long a game of the line stays in the stream after it should have begun, ms: then it moves to live, or is not
 *  offered. */
const LATE_MS = 600_000

/** What the stream says of a game follows from this. */
export interface StreamedGame {
  readonly kind: FeedKind
  readonly status: FeedStatus
  readonly isSuspended: boolean
  readonly startsAtMs: number
  readonly producer: string
  readonly score: Score | null
  readonly clock: Clock | null
  /** When the clock showed this. */
  readonly clockAtMs: number
}

/** Whether a game has a channel: it is to be decided, and is played, is to come, or should just have begun. */
export function isStreamed({ kind, status, startsAtMs }: StreamedGame, nowMs: number): boolean {
  const isDecided = status === MARKET_STATUS.SETTLED || status === MARKET_STATUS.CANCELED
  return !isDecided && (kind === FEED_KIND.live || startsAtMs > nowMs - LATE_MS)
}

/** What a frame says of a game now. */
export function streamGame(game: StreamedGame, nowMs: number): StreamGame {
  const { status, kind, startsAtMs, isSuspended, producer, score, clock, clockAtMs } = game
  const sinceS = clock?.isRunning ? Math.max(0, Math.floor((nowMs - clockAtMs) / 1000)) : 0
  return {
    gameStatus: statusNow({ status, isLive: kind === FEED_KIND.live, startsAtMs, isSuspended }, nowMs),
    producer,
    ...(score && { score: scoreText(score) }),
    ...(clock && { clockS: clock.seconds + sinceS, isClockRunning: clock.isRunning }),
  }
}

/** A score as text: `2:1`, and with periods `2:1 (1:0, 1:1)`; periods for which there is no room are left out. */
export function scoreText({ home, away, periods = [] }: Score): string {
  const total = `${home}:${away}`
  const parts = periods.map((period) => `${period.home}:${period.away}`).join(', ')
  const full = `${total} (${parts})`
  return parts === '' || full.length > MOST_SCORE_LETTERS ? total : full
}

/** The row of a market in a frame. */
export function marketRow(market: {
  readonly marketId: number
  readonly groupId: number
  readonly typeId: number
  readonly status: FeedStatus
  readonly parameter: string | null
}): number[] {
  const { marketId, groupId, typeId, status, parameter } = market
  const row = [marketId, groupId, typeId, status]
  return parameter === null ? row : [...row, Math.round(Number(parameter) * PARAMETER_UNITS)]
}

/** The row of a price in a frame: `(7, '1.85', false)` → `[7, 18500, 0]`. */
export function priceRow(outcomeId: number, odds: string, isSuspended: boolean): number[] {
  return [outcomeId, Math.round(Number(odds) * ODDS_UNITS), isSuspended ? 1 : 0]
}
