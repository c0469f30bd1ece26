import type { RouteId } from '#schemas'

/** What a page of a section shows. */
export type SectionPage =
  | 'home'
  | 'events'
  | 'champs'
  | 'champ'
  | 'game'
  | 'favorites'
  | 'search'
  | 'broadcasts'
  | 'news'

interface SectionPlace {
  /** The section of the configuration; left out where the address names it. */
  readonly section?: string
  readonly page: SectionPage
}

const page = (section: string, kind: SectionPage): SectionPlace => ({ section, page: kind })

/** Which page of which section each route shows (SPORT-2 to SPORT-10, SPORT-12). */
export const SECTION_ROUTES: Readonly<Partial<Record<RouteId, SectionPlace>>> = {
  bets_on_your_section: page('betsonyour', 'home'),
  bets_on_your_game: page('betsonyour', 'game'),
  marble_section: page('marble', 'home'),
  marble_game: page('marble', 'game'),
  best_section: page('best', 'home'),
  best_game: page('best', 'game'),
  recommendation: page('recommendation', 'home'),
  ufc: page('ufc', 'home'),
  politics: page('politics', 'home'),
  olympics: page('olympics2024', 'home'),
  team_section: page('team', 'home'),
  team_game: page('team', 'game'),
  topgame_section: page('topgame', 'home'),
  topgame_game: page('topgame', 'game'),
  champions_home: page('champions', 'home'),
  champions_game: page('champions', 'game'),
  champions_final: page('champions_final', 'home'),
  champions_news: page('champions', 'news'),
  champions_event: page('champions', 'champ'),
  champions_favorites: page('champions', 'favorites'),
  top_events_home: page('top-events', 'home'),
  top_events_game: page('top-events', 'game'),
  top_events_favorites: page('top-events', 'favorites'),
  cricket_home: page('cricket', 'home'),
  cricket_all_champions: page('cricket', 'champs'),
  cricket_champion: page('cricket', 'champ'),
  cricket_all_events: page('cricket', 'events'),
  cricket_favorites: page('cricket', 'favorites'),
  cricket_search: page('cricket', 'search'),
  cricket_broadcasts: page('cricket', 'broadcasts'),
  cricket_game: page('cricket', 'game'),
  virtual_sports: page('virtual_sports', 'home'),
  horse_races: page('horse_races', 'home'),
  promo_section: { page: 'home' },
}

/** Sections whose first page is a screen of its own. */
const OWN_HOMES: Readonly<Partial<Record<string, RouteId>>> = { home: 'home', cyber: 'cyber' }

/** The route of a page of a section: its own, else for its first page the one of all promo sections; null when there is none. */
export function sectionRoute(section: string, kind: SectionPage): RouteId | null {
  const own = Object.entries(SECTION_ROUTES).find(([, place]) => place.section === section && place.page === kind)
  if (own) return own[0] as RouteId
  if (kind !== 'home') return null
  return (Object.hasOwn(OWN_HOMES, section) ? OWN_HOMES[section] : undefined) ?? 'promo_section'
}

/** Sections of the pages that are screens of their own. */
const OWN_PAGES: Readonly<Partial<Record<RouteId, string>>> = {
  cyber: 'cyber',
  cyber_section: 'cyber',
  team_games_info: 'team',
  champions_news_article: 'champions',
  cricket_player_info: 'cricket',
}

/** Which sections a route needs: none of its pages is there for a brand that has not configured them. */
export function sectionOfRoute(routeId: RouteId): string | null {
  return OWN_PAGES[routeId] ?? SECTION_ROUTES[routeId]?.section ?? null
}
