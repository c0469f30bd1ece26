import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedRow, FeedStatus, GameResult } from '#schemas'

/** What the status of a game follows from. */
export interface GameFacts {
  /** Of the result in force, when there is one. */
  readonly result: GameResult['kind'] | undefined
  readonly condition: FeedRow['condition']
  readonly startsAtMs: number
  readonly nowMs: number
}

/** The status of a game before the match (TABLE-1): its result decides; without one, bets are taken until it starts, unless it was
 *  put off or its score was awarded. */
export function gameStatus({ result, condition, startsAtMs, nowMs }: GameFacts): FeedStatus {
  if (result === 'void') return MARKET_STATUS.CANCELED
  if (result === 'played') return MARKET_STATUS.SETTLED
  const isOpen = (condition === 'scheduled' || condition === 'finished') && startsAtMs > nowMs
  return isOpen ? MARKET_STATUS.BETS_ARE_BEING_ACCEPTED : MARKET_STATUS.BETS_ARE_NO_LONGER_ACCEPTED
}

/** The status as it is now: bets that were taken before the match are no longer once it has started, and none while its producer
 *  suspends it. */
export function statusNow(
  game: {
    readonly status: FeedStatus
    readonly isLive: boolean
    readonly startsAtMs: number
    readonly isSuspended?: boolean
  },
  nowMs: number,
): FeedStatus {
  const { status, isLive, startsAtMs, isSuspended = false } = game
  const isClosed = isSuspended || (!isLive && startsAtMs <= nowMs)
  return status === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED && isClosed
    ? MARKET_STATUS.BETS_ARE_NO_LONGER_ACCEPTED
    : status
}

/** The status of a market of a game: that of the game, and closed while an open game does not offer it any more. */
export function marketStatus(game: FeedStatus, isOffered: boolean): FeedStatus {
  const isOpen = game === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED
  return isOpen && !isOffered ? MARKET_STATUS.BETS_ARE_NO_LONGER_ACCEPTED : game
}
