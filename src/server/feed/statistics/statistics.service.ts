import type { FeedTransaction } from '#server/db/for-feed.ts'
import { createSharedAnswers } from '../shared-answers.ts'
import { readHorse } from './horse.queries.ts'
import { readOverview, readRatingList } from './lists.queries.ts'
import { readPriceGraph } from './price-graph.queries.ts'
import { createRatingBook } from './rating-book.ts'
import { readSeason } from './season.queries.ts'
import { readGameStatistics, readTeamStatistics } from './sides.queries.ts'
import type { FeedStatistics, FeedStatisticsPorts } from './statistics-ports.ts'

/** Statistics by the results in force, read from the book of the feed. */
export function createFeedStatistics({ door, now, shareMs, nowMs }: FeedStatisticsPorts): FeedStatistics {
  const { share } = createSharedAnswers({ shareMs, nowMs })
  const book = createRatingBook({ nowMs })
  const read = <Answer extends object>(
    question: readonly unknown[],
    work: (tx: FeedTransaction, at: Date) => Promise<Answer>,
  ): Promise<Answer> => share(question, () => door.read((tx) => work(tx, now())))
  return {
    overview: (wish) => read(['overview', wish], (tx) => readOverview(tx, wish)),
    game: (wish) => read(['game', wish], (tx, at) => readGameStatistics(tx, book, wish, at)),
    team: (wish) => read(['team', wish], (tx, at) => readTeamStatistics(tx, book, wish, at)),
    season: (wish) => read(['season', wish], (tx, at) => readSeason(tx, wish, at)),
    ratings: (wish) => read(['ratings', wish], (tx) => readRatingList(tx, book, wish)),
    horse: (wish) => read(['horse', wish], (tx) => readHorse(tx, wish)),
    priceGraph: (wish) => read(['graph', wish], (tx, at) => readPriceGraph(tx, wish, at)),
  }
}
