import { getGamesPreviewLight } from '#calls/casino/lobby.calls.ts'
import { nameOfSides } from '#machines/feed/board/game-names.rules.ts'
import { sportIcon } from '#renderers/feed/board/sport-icon.ts'
import type { SearchAnswer } from '#schemas'
import type { FeedName } from '../../feed/board/favorites.ts'
import { champPath, champPlace, gamePath } from '../../feed/feed.selectors.ts'
import { askedView, callsOf } from '../../feed/feed-calls.ts'
import type { App } from '../../page/app-context.ts'
import { informationItems } from '../../page/frame/information-items.ts'
import { menuItems, ruleItems } from '../../page/frame.selectors.ts'
import { offeredPath } from '../../page/paths.ts'

/** Something that was found, and where it is. */
export interface Finding {
  readonly id: string
  readonly label: string
  /** What it belongs to: its championship; empty where the label says all. */
  readonly note: string
  readonly icon: string
  readonly to: string
}

/** Most of each kind: the page of the search has the others. */
const MOST = { games: 4, champs: 3, casino: 4, pages: 3 } as const

/** What a few letters may mean on this site: pages of its menus and of information, games of both feeds with their sides, championships, and games of the
 *  casino. @throws AppError when the feed cannot be asked */
export async function findOnSite(app: App, text: string): Promise<readonly Finding[]> {
  const look = (feed: FeedName) => app.call(callsOf(feed).mainSearch, { query: { ...askedView(app), text } })
  const [live, line, casino] = await Promise.all([look('live'), look('line'), findInCasino(app, text)])
  return [...pagesOf(app, text), ...ofFeeds(app, live, line), ...casino]
}

function pagesOf(app: App, text: string): Finding[] {
  const { header } = app.site.config
  const wanted = text.toLocaleLowerCase(app.state.visitor.language)
  const items = [
    ...[header.menu, header.serviceMenu].flatMap((menu) => menuItems(app, menu, '')),
    ...informationItems(app, ''),
  ]
  return [...new Map([...items, ...ruleItems(app, '')].reverse().map((item) => [item.to, item])).values()]
    .reverse()
    .filter(({ label }) => label.toLocaleLowerCase(app.state.visitor.language).includes(wanted))
    .slice(0, MOST.pages)
    .map(({ label, icon = 'arrow-end', to }) => ({ id: `page-${to}`, label, note: '', icon, to }))
}

function ofFeeds(app: App, live: SearchAnswer, line: SearchAnswer): Finding[] {
  const games = [...live.games, ...line.games].slice(0, MOST.games).map((game) => ({
    id: `game-${game.gameId}`,
    label: nameOfSides(game.participants.map(({ name }) => name)),
    note: game.champName,
    icon: sportIcon(game.sportId),
    to: gamePath(app, game),
  }))
  const all = new Map([...line.champs, ...live.champs].map((champ) => [champ.champId, champ]))
  const champs = [...all.values()].slice(0, MOST.champs).map((champ) => ({
    id: `champ-${champ.champId}`,
    label: champ.name,
    note: '',
    icon: 'trophy',
    to: champPath(app, champ.liveGames > 0 ? 'live' : 'line', champPlace(champ)),
  }))
  return [...champs, ...games]
}

/** A site without a casino has no games of it; one that cannot be asked leaves them out. */
async function findInCasino(app: App, text: string): Promise<Finding[]> {
  if (offeredPath(app, 'casino') === null) return []
  const { games } = await app.call(getGamesPreviewLight, { query: { text, most: MOST.casino } })
  return games.flatMap(({ id, name }) => {
    const to = offeredPath(app, 'casino_game', { game: id })
    return to === null ? [] : [{ id: `casino-${id}`, label: name, note: '', icon: 'casino', to }]
  })
}
