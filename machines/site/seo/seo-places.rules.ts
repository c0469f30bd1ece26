import type { RouteId, SeoSection, SeoStream } from '#schemas'
import { ROUTES } from '../routes/routes.ts'

/** The sections by which search texts are kept (SEO-2). */
export const SEO_SECTIONS = [
  'site',
  'user',
  'betting',
  'allgamesentrance',
  'casino',
  'promo',
  'ourpartners',
  'toto',
  'lotto',
  'statistic',
  'results',
  'legacy',
] as const satisfies readonly SeoSection[]

/** The sections that stand alone: their texts do not fall back to those of the site (SEO-3). */
export const STANDALONE_SECTIONS: ReadonlySet<SeoSection> = new Set([
  'user',
  'lotto',
  'toto',
  'ourpartners',
  'allgamesentrance',
])

/** The section of each stream (SEO-1); which stream belongs to which section is our own reading. */
export const SEO_STREAMS = {
  homepage: 'site',
  line: 'betting',
  live: 'betting',
  mobile: 'site',
  desktop: 'site',
  fishinghunting: 'legacy',
  user: 'user',
  promo: 'promo',
  bonus: 'promo',
  promotions: 'promo',
  information: 'site',
  allgamesentrance: 'allgamesentrance',
  bingo: 'lotto',
  virtualsports: 'betting',
  othergames: 'casino',
  tvgames: 'casino',
  toto: 'toto',
  lotto: 'lotto',
  ourpartners: 'ourpartners',
  casino: 'casino',
  slots: 'casino',
  poker: 'casino',
  statistic: 'statistic',
  results: 'results',
  'ipl-betting-app': 'legacy',
  fastbet: 'betting',
  keno: 'lotto',
  lobby: 'casino',
  scratchcards: 'lotto',
} as const satisfies Record<SeoStream, SeoSection>

/** Where a page stands for search texts. */
export interface SeoPlace {
  readonly stream: SeoStream
  readonly section: SeoSection
}

const STREAM_OF_ROUTE: Readonly<Partial<Record<RouteId, SeoStream>>> = {
  home: 'homepage',
  results: 'results',
  championship_results: 'results',
  virtual_sports: 'virtualsports',
  bingo: 'bingo',
  keno: 'keno',
  scratch_cards: 'scratchcards',
  lotto: 'lotto',
  lotteries: 'lotto',
  toto: 'toto',
  toto_draw: 'toto',
  casino: 'casino',
  casino_game: 'casino',
  live_casino: 'tvgames',
  third_party_games: 'othergames',
  slots: 'slots',
  poker: 'poker',
  promotions: 'promotions',
  promotion: 'promo',
  bonus: 'bonus',
  bonus_rules: 'bonus',
  our_partners: 'ourpartners',
  web_app_guide: 'desktop',
}

const STREAM_OF_KIND = {
  betting: 'line',
  statistics: 'statistic',
  games: 'casino',
  promo: 'promo',
  office: 'user',
  entry: 'user',
  information: 'information',
  app: 'mobile',
  seo: 'information',
  error: 'information',
} as const satisfies Record<(typeof ROUTES)[RouteId]['kind'], SeoStream>

/** The stream and the section of a page. @param params parameters of the route: a board of `live` is in another stream */
export function seoPlace(routeId: RouteId, params: Readonly<Record<string, string | undefined>> = {}): SeoPlace {
  const stream = params.kind === 'live' ? 'live' : (STREAM_OF_ROUTE[routeId] ?? STREAM_OF_KIND[ROUTES[routeId].kind])
  return { stream, section: SEO_STREAMS[stream] }
}

/** The sections whose texts a page shows, the closest first: its own, then those of the site unless it stands alone. */
export function sectionsShown(section: SeoSection): readonly SeoSection[] {
  return section === 'site' || STANDALONE_SECTIONS.has(section) ? [section] : [section, 'site']
}
