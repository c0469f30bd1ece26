import { type Ratings, rankedSides, rateGames, rulesOfSport } from '#machines/feed/statistics/elo.rules.ts'
import type { RatingRow, RatingRules } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { seasonGame, selectPlayed } from './played-games.queries.ts'

/** The ratings of a sport with their order. */
export interface RankedRatings extends Ratings {
  /** All sides, best first. */
  readonly ranked: readonly RatingRow[]
}

/** Ratings by the results in force. */
export interface RatingBook {
  /** The ratings of a sport by the rules of a brand. They are made again once a result has changed, a few seconds later at most. */
  readonly of: (tx: FeedTransaction, sportId: number, rules: RatingRules) => Promise<RankedRatings>
}

/** Results of a sport that are counted: the latest. */
const MOST_GAMES = 20_000
/** How long ratings are used without a look whether there is another result, ms. */
const KEPT_MS = 5000
/** Sports and rules whose ratings are remembered. */
const MOST_KEPT = 60

interface Kept {
  readonly ratings: RankedRatings
  /** Of the last result that was seen. */
  readonly revision: number
  readonly atMs: number
}

/** @param nowMs a clock that never goes back */
export function createRatingBook({ nowMs }: { readonly nowMs: () => number }): RatingBook {
  const kept = new Map<string, Kept>()
  const keep = (key: string, entry: Kept) => {
    kept.delete(key)
    kept.set(key, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    return entry.ratings
  }
  return {
    async of(tx, sportId, rules) {
      const key = JSON.stringify([sportId, rules])
      const known = kept.get(key)
      if (known && nowMs() - known.atMs < KEPT_MS) return known.ratings
      const revision = await lastRevision(tx)
      const ratings =
        known?.revision === revision ? known.ratings : await readRatings(tx, sportId, rulesOfSport(sportId, rules))
      return keep(key, { ratings, revision, atMs: nowMs() })
    },
  }
}

async function lastRevision(tx: FeedTransaction): Promise<number> {
  const row = await tx
    .selectFrom('feed.result')
    .select(({ fn }) => fn.max('revision').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

async function readRatings(tx: FeedTransaction, sportId: number, rules: RatingRules): Promise<RankedRatings> {
  const rows = await selectPlayed(tx)
    .where('championship.sport_id', '=', sportId)
    .orderBy('game.starts_at', 'desc')
    .orderBy('game.game_id', 'desc')
    .limit(MOST_GAMES)
    .execute()
  const ratings = rateGames(rows.map(seasonGame), rules)
  return { ...ratings, ranked: rankedSides(ratings.sides.values()) }
}
