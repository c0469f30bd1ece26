import {
  getGameStatistics,
  getHorseRecord,
  getPriceGraph,
  getRatings,
  getSeasonStatistics,
  getStatisticsOverview,
  getTeamStatistics,
} from '#calls/feed/statistics.calls.ts'
import { ALL_RATINGS } from '#machines/feed/statistics/statistics-address.rules.ts'
import type { RatingRules } from '#schemas'
import type { FeedStatistics } from '#server/feed/statistics/statistics-ports.ts'
import type { AnyHandler } from '../http/call-scope.ts'
import { answerFeed, type FeedWiringPorts } from './feed.handlers.ts'
import { exceptOf, type FeedVisitor } from './feed-filter.ts'

/** What the calls of statistics are joined of. */
export interface StatisticsWiringPorts extends Pick<FeedWiringPorts, 'disallowed' | 'clock' | 'names'> {
  readonly statistics: FeedStatistics
}

/** The calls of statistics (WID-10, WID-12): a sport that the brand or the player leaves out is left out here too. */
export function statisticsHandlers(ports: StatisticsWiringPorts): AnyHandler[] {
  const { statistics } = ports
  return [
    answerFeed(ports, getStatisticsOverview, ({ sportId }, visitor) =>
      statistics.overview({ sportId, except: exceptOf({}, visitor).line }),
    ),
    answerFeed(ports, getGameStatistics, ({ gameId, sportId }, visitor) =>
      statistics.game({ gameId, sportId, ...wishOf(visitor) }),
    ),
    answerFeed(ports, getTeamStatistics, ({ teamId, sportId }, visitor) =>
      statistics.team({ teamId, sportId, ...wishOf(visitor) }),
    ),
    answerFeed(ports, getSeasonStatistics, ({ champId, sportId, seasonId, table = 'overall' }, visitor) =>
      statistics.season({ champId, sportId, seasonId, table, except: exceptOf({}, visitor).line }),
    ),
    answerFeed(ports, getRatings, ({ sportId, ratingId = ALL_RATINGS }, visitor) =>
      statistics.ratings({ sportId, ratingId, ...wishOf(visitor) }),
    ),
    answerFeed(ports, getHorseRecord, ({ horseId }, visitor) =>
      statistics.horse({ horseId, except: exceptOf({}, visitor).line }),
    ),
    answerFeed(ports, getPriceGraph, ({ gameId, typeId, parameter }, visitor) =>
      statistics.priceGraph({ gameId, typeId, parameter, except: exceptOf({}, visitor).line }),
    ),
  ]
}

function wishOf(visitor: FeedVisitor): { readonly except: readonly number[]; readonly rules: RatingRules } {
  const { ratingStart, ratingWeight, ratingHomeAdvantage, isRatingMarginCounted } = visitor.site.config.statistics
  return {
    except: exceptOf({}, visitor).line,
    rules: {
      start: ratingStart,
      weight: ratingWeight,
      homeAdvantage: ratingHomeAdvantage,
      isMarginCounted: isRatingMarginCounted,
    },
  }
}
