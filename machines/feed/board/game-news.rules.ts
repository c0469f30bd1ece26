import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { GameStatusAnswer, GameSubscription } from '#schemas'

/** Kinds of news that a player can be told of a game (FEED-17): its start, a change of its score, its result. */
export const NEWS_TYPE = { start: 1, score: 2, result: 3 } as const

/** What has happened in a game: a game without a result is void. */
export type GameNews = 'start' | 'score' | 'result' | 'void'

/** What news follow from. */
export type Standing = Pick<GameStatusAnswer, 'kind' | 'status' | 'score'>

/** The news for a player about a game that has changed from one state to another. The end of a game includes its
 *  score, so nothing else is reported with it.
 *  @param wished the kinds of news that the player wants */
export function gameNews(
  before: Standing,
  after: Standing,
  wished: GameSubscription['eventTypes'],
): readonly GameNews[] {
  if (isOver(before)) return []
  if (isOver(after)) {
    if (!wished.includes(NEWS_TYPE.result)) return []
    return [after.status === MARKET_STATUS.CANCELED ? 'void' : 'result']
  }
  const hasStarted = before.kind === FEED_KIND.line && after.kind === FEED_KIND.live
  const hasScored = after.score !== undefined && scoreOf(before) !== scoreOf(after)
  return [
    ...(hasStarted && wished.includes(NEWS_TYPE.start) ? (['start'] as const) : []),
    ...(hasScored && wished.includes(NEWS_TYPE.score) ? (['score'] as const) : []),
  ]
}

/** Whether nothing more happens in a game. */
export function isOver({ status }: Pick<Standing, 'status'>): boolean {
  return status === MARKET_STATUS.SETTLED || status === MARKET_STATUS.CANCELED
}

/** The score as it is compared: a game that has none yet counts as nil-nil. */
function scoreOf({ score }: Standing): string {
  return `${score?.home ?? 0}:${score?.away ?? 0}`
}
