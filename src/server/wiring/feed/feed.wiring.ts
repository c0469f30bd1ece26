import { forFeed } from '#server/db/for-feed.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { createNameBook } from '#server/feed/names/name-book.ts'
import { createFeedOffer } from '#server/feed/offer.service.ts'
import { createPlayerGames } from '#server/feed/player-games.ts'
import { createFeedStatistics } from '#server/feed/statistics/statistics.service.ts'
import type { Guard } from '#server/guard/guard.service.ts'
import type { AnyHandler } from '../http/call-scope.ts'
import { duelHandlers } from './duels.handlers.ts'
import { favoritesHandlers } from './favorites.handlers.ts'
import { type FeedWiringPorts, feedHandlers } from './feed.handlers.ts'
import { feedTableHandlers } from './feed-tables.handlers.ts'
import { statisticsHandlers } from './statistics.handlers.ts'

export interface FeedCallsPorts extends Pick<FeedWiringPorts, 'disallowed' | 'clock'> {
  readonly database: OpenDatabase
  readonly guard: Pick<Guard, 'take'>
  /** How long an answer is given to all who ask the same, in milliseconds. */
  readonly shareMs: number
}

/** An answer of the feed is given to all who ask the same for a second. */
export const FEED_SHARE_MS = 1000

/** The calls of the feed, joined with its book. */
export function createFeedCalls({
  database,
  clock,
  shareMs,
  disallowed,
  guard,
}: FeedCallsPorts): readonly AnyHandler[] {
  const door = forFeed(database.db)
  const reading = { door, now: clock, shareMs, nowMs: () => performance.now() }
  const offer = createFeedOffer(reading)
  const games = createPlayerGames({ db: database.db, door, now: clock })
  const names = createNameBook(reading)
  const ports = { offer, clock, disallowed, names }
  return [
    ...feedHandlers(ports),
    ...feedTableHandlers(ports),
    ...statisticsHandlers({ ...ports, statistics: createFeedStatistics(reading) }),
    ...duelHandlers({ ...ports, door, guard }),
    ...favoritesHandlers(games),
  ]
}
