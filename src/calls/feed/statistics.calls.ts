import { defineCall, type SchemaName } from '../call.ts'

/** How long answers may be reused, in seconds. */
const SHARED_SECONDS = 1

/** A question about statistics. */
/* @__NO_SIDE_EFFECTS__ */
function ask<const Query extends SchemaName, const Answer extends SchemaName>(
  id: string,
  name: string,
  summary: string,
  schemas: { readonly query: Query; readonly answer: Answer },
) {
  return defineCall({ id, summary, path: `/web-api/statistics/${name}`, ...schemas, maxAgeSeconds: SHARED_SECONDS })
}

/** Championships of which there are results. */
export const getStatisticsOverview = ask(
  'getStatisticsOverview',
  'Overview',
  'Championships of which there are results.',
  {
    query: 'statistics/overview-query',
    answer: 'statistics/overview-answer',
  },
)

/** A game with the form, ratings and meetings of its sides (WID-10). */
export const getGameStatistics = ask(
  'getGameStatistics',
  'Game',
  'A game with the form, the ratings and the meetings of its sides.',
  { query: 'statistics/game-statistics-query', answer: 'statistics/game-statistics-answer' },
)

/** A side with its rating, results and seasons (WID-10). */
export const getTeamStatistics = ask('getTeamStatistics', 'Team', 'A side with its rating, results and seasons.', {
  query: 'statistics/team-query',
  answer: 'statistics/team-answer',
})

/** A season of a championship (WID-10). */
export const getSeasonStatistics = ask(
  'getSeasonStatistics',
  'Season',
  'A season of a championship: its table by type, results, months and scorers.',
  { query: 'statistics/season-query', answer: 'statistics/season-answer' },
)

/** Ratings of sides by Elo (WID-10). */
export const getRatings = ask('getRatings', 'Rating', 'Ratings of sides by Elo, with the result that made each.', {
  query: 'statistics/ratings-query',
  answer: 'statistics/ratings-answer',
})

/** The record of a horse (WID-10). */
export const getHorseRecord = ask('getHorseRecord', 'Horse', 'The record of a horse.', {
  query: 'statistics/horse-query',
  answer: 'statistics/horse-answer',
})

/** How prices have moved (WID-12). */
export const getPriceGraph = ask('getPriceGraph', 'PriceGraph', 'How the prices of a market have moved.', {
  query: 'statistics/graph-query',
  answer: 'statistics/graph-answer',
})
