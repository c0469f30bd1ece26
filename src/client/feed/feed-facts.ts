import { sportsEvent } from '#machines/site/seo/json-ld.rules.ts'
import { gameName } from '#renderers/feed/board/BoardRow.tsx'
import type { BoardGame, ChampAnswer } from '#schemas'
import type { App } from '../page/app-context.ts'
import type { PageMeta } from '../page/screen.ts'
import type { ScreenFacts } from '../page/screen-facts.ts'
import type { FeedName } from './board/favorites.ts'
import { champTitle, gamePath, sportPath } from './feed.selectors.ts'

/** The start of a game for those who are in no zone: `2026-08-21 18:30`, or the day alone. */
function startText({ startsAt, hasStartTime }: Pick<BoardGame, 'startsAt' | 'hasStartTime'>): string {
  const [day = '', time = ''] = new Date(startsAt).toISOString().split('T')
  return hasStartTime ? `${day} ${time.slice(0, 5)}` : day
}

/** The title of a game's page: two sides meet more than once, so it says where and when. */
export function gameTitle(app: App, game: BoardGame): string {
  return `${gameName(game)} · ${champTitle(app, game)}, ${startText(game)}`
}

/** What crawlers read of a game (SEO-16). @param trail the pages above it */
export function gameFacts(app: App, game: BoardGame, trail: ScreenFacts['trail'] & object): ScreenFacts {
  const { t } = app.texts
  const words = {
    game: gameName(game),
    championship: champTitle(app, game),
    sport: t(`sport.${game.sportId}`),
    start: startText(game),
  }
  const sides = game.participants.map(({ name }) => name)
  return {
    description: t('seo.game', words),
    gameId: game.gameId,
    trail,
    statements: [
      sportsEvent({
        name: words.game,
        url: app.origin + gamePath(app, game),
        startsAt: game.hasStartTime ? new Date(game.startsAt).toISOString() : words.start,
        sport: words.sport,
        championship: words.championship,
        sides: sides.length === 2 ? sides : [],
      }),
    ],
  }
}

/** The head of a board: pages of both feeds differ by it, and one without a game is not listed. */
export function boardMeta({ texts }: App, title: string, feed: FeedName, games: number): PageMeta {
  const name = texts.t(feed === 'live' ? 'board.live' : 'board.line_title')
  return { title: `${title} · ${name}`, isPrivate: games === 0 }
}

/** What crawlers read of a board of a feed or of one of its sports. */
export function sportFacts(
  { texts: { t } }: App,
  { feed, sportId }: { readonly feed: FeedName; readonly sportId: number | null },
  count: number,
): ScreenFacts {
  if (sportId === null) return { description: t(`seo.${feed}`, { count }) }
  return { description: t(`seo.sport_${feed}`, { sport: t(`sport.${sportId}`), count }) }
}

/** What crawlers read of a championship's board. */
export function champFacts(app: App, feed: FeedName, { champ, total }: ChampAnswer, title: string): ScreenFacts {
  const { t } = app.texts
  const sport = t(`sport.${champ.sportId}`)
  return {
    description: t(`seo.championship_${feed}`, { championship: title, sport, count: total }),
    trail: [{ label: sport, to: sportPath(app, feed, champ.sportId) }],
  }
}
