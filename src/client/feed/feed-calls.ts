import { LINE_FEED, LIVE_FEED } from '#calls/feed.calls.ts'
import type { BettingParameters } from '#machines/site/betting-parameters.rules.ts'
import type { App } from '../page/app-context.ts'
import { bettingViewOf, pinnedGames } from '../page/board/board-preferences.ts'
import type { FeedName } from './board/favorites.ts'

/** The betting view with handicaps and totals alone (CFG-28). */
const ASIAN_VIEW = 1

/** The calls of a feed. */
export function callsOf(feed: FeedName): typeof LINE_FEED {
  return (feed === 'live' ? LIVE_FEED : LINE_FEED) as typeof LINE_FEED
}

/** The calls by which boards, championships and games of a feed are shown: in the Asian view their Asian variants (FEED-6). */
export function boardCalls(app: Pick<App, 'state' | 'visitor'>, feed: FeedName) {
  const calls = callsOf(feed)
  if (bettingViewOf(app) === ASIAN_VIEW)
    return { games: calls.asiaGet1x2, champ: calls.asiaGetChamp, game: calls.asiaGetGame }
  return { games: calls.sport1x2, champ: calls.gamesByChamp, game: calls.gameEvents }
}

/** What every question to the feed says of who asks (FEED-3). The format of odds is not among it: prices come as decimals. */
export function asked({ state, site }: Pick<App, 'state' | 'site'>) {
  return { lng: state.visitor.language, partner: site.config.global.partnerId, groupId: site.config.global.groupId }
}

/** The same for a visitor who asks for a board: the games pinned to the top of it come with its first step (FEED-20).
 *  */
export function askedBoard(app: Pick<App, 'state' | 'site'>) {
  return { ...asked(app), pinnedGames: pinnedGames(app) }
}

/** The same of who asks for games by a call that has no Asian variant: the view goes with the question. */
export function askedView(app: Pick<App, 'state' | 'site' | 'visitor'>) {
  return { ...asked(app), bettingView: bettingViewOf(app) }
}

/** Time between two loadings of a line board, ms: its prices come by the stream, games come and go seldom. */
const LINE_REFRESH_MS = 30_000

/** How often the boards of a feed are reloaded, ms. */
export function refreshMs({ site }: Pick<App, 'site'>, feed: FeedName): number {
  return feed === 'live' ? site.config.betting.feedPollMs : LINE_REFRESH_MS
}

/** Steps of a list at most. */
export const MOST_STEPS = 20

/** How many items a list asks for: the size of a step times the page's counter, which begins at 1 (FEED-18). */
export function itemsAsked({ site }: Pick<App, 'site'>, { page = 1 }: Pick<BettingParameters, 'page'>): number {
  return site.config.betting.pageSize * (page <= MOST_STEPS ? page : 1)
}
