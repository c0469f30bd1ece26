import { AppError } from '#calls/app-error.ts'
import {
  offeredCyberSections,
  offeredHomeSections,
  sectionTitleKey,
  sportsOfFilter,
} from '#machines/feed/board/game-section.rules.ts'
import { type OfferedSection, offeredSection } from '#machines/site/routes/offered-section.rules.ts'
import { type SectionPage, sectionRoute } from '#machines/site/routes/section-routes.ts'
import { champSegment, gameSegment, idWithSlug } from '#machines/site/routes/slug.rules.ts'
import type { BoardLinks, ChampPlace, GamePlace } from '#renderers/feed/board/board-view.ts'
import type { App } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { boardLinks, champPath, gamePath } from '../feed.selectors.ts'
import type { FeedName } from './favorites.ts'

/** The section of a page as the brand offers it. @throws AppError route.not_found when it has not configured one */
export function sectionOf({ site }: Pick<App, 'site'>, id: string): OfferedSection {
  const section = offeredSection(site.config.betting, id)
  if (!section) throw new AppError('route.not_found')
  return section
}

/** The title of a section. */
export function sectionTitle({ site, texts }: Pick<App, 'site' | 'texts'>, id: string): string {
  return texts.t(sectionTitleKey(id, offeredSection(site.config.betting, id) ?? {}))
}

/** The address of a page of a section; null when it is not offered. */
export function sectionPath(
  app: App,
  id: string,
  page: SectionPage = 'home',
  params: Readonly<Record<string, string>> = {},
): string | null {
  const routeId = sectionRoute(id, page)
  if (!routeId || offeredSection(app.site.config.betting, id) === null) return null
  return offeredPath(app, routeId, routeId === 'promo_section' ? { section: id } : params)
}

/** The page of a game inside a section; its page in the feed where the section has none of its own. */
export function sectionGamePath(app: App, id: string, game: GamePlace): string {
  return sectionPath(app, id, 'game', { game: gameSegment(game.gameId, game.participants) }) ?? gamePath(app, game)
}

/** The page of a championship inside a section; its page in the feed where the section has none of its own. */
export function sectionChampPath(app: App, id: string, feed: FeedName, champ: ChampPlace): string {
  return sectionPath(app, id, 'champ', { championship: champSegment(champ) }) ?? champPath(app, feed, champ)
}

/** The page of a player; null where the site has none. Cricket has one of its own (SPORT-9). */
export function playerPath(
  app: App,
  sportId: number,
  { playerId, name }: { readonly playerId: number; readonly name: string },
): string | null {
  const params = { player: idWithSlug(playerId, name) }
  const cricket = offeredSection(app.site.config.betting, 'cricket')
  const isCricket = cricket !== null && (sportsOfFilter(cricket.games)?.includes(sportId) ?? false)
  return (isCricket ? offeredPath(app, 'cricket_player_info', params) : null) ?? offeredPath(app, 'player_info', params)
}

/** Where the boards of a section lead. @param champId the championship whose page it is, where it is one's */
export function sectionLinks(
  app: App,
  id: string,
  { feed, champId }: { readonly feed: FeedName; readonly champId: number | undefined },
): BoardLinks {
  const { champ } = boardLinks(app, feed, champId)
  return {
    game: (game) => sectionGamePath(app, id, game),
    champ: (place) => (champ(place) === null ? null : sectionChampPath(app, id, feed, place)),
  }
}

/** An entry of the menu of the feed. */
interface SectionPlace {
  readonly id: string
  readonly label: string
  readonly to: string
  readonly icon: string
}

/** Promo sections and those beside them that lead somewhere for this visitor, in the brand's order (SPORT-12, SPORT-13). */
export function sectionPlaces(app: App): readonly SectionPlace[] {
  const { betting } = app.site.config
  const further = Object.keys(betting.furtherSections).filter((id) => id !== 'champions_final')
  return [...offeredHomeSections(betting), ...further].flatMap((id) => {
    const to = sectionPath(app, id)
    const icon = offeredSection(betting, id)?.icon ?? 'trophy'
    return to ? [{ id, label: sectionTitle(app, id), to, icon }] : []
  })
}

/** The cyber sections of the brand, each with its address. */
export function cyberSections(app: App) {
  const { betting, cyber } = app.site.config
  return offeredCyberSections(cyber, betting).flatMap((section) => {
    const to = offeredPath(app, 'cyber_section', { section: section.id })
    return to ? [{ ...section, to }] : []
  })
}
