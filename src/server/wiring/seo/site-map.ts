import type { CallPort } from '#calls/call.ts'
import { getGamesPreviewLight } from '#calls/casino/lobby.calls.ts'
import { getNews } from '#calls/content.calls.ts'
import { getPromoOffers } from '#calls/promo/bonus.calls.ts'
import { buildPath, isRouteOffered } from '#machines/site/routes/routes.ts'
import { champSegment, gameSegment, idWithSlug } from '#machines/site/routes/slug.rules.ts'
import { listedRoutes } from '#machines/site/seo/listed-routes.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { RouteId } from '#schemas'
import type { ListedOffer } from '#server/feed/listed-games.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'

/** An entry of a sitemap: a path, and the day or the moment of its last change where that is known (W3C datetime). */
export interface MapEntry {
  readonly path: string
  readonly changedOn?: string
}

/** What a sitemap reads. */
export interface MapSource {
  readonly site: ResolvedSite
  readonly language: string
  /** The routes that the build has a screen for. */
  readonly screens: Readonly<Partial<Record<RouteId, unknown>>>
  /** Sends calls as a guest of the brand. */
  readonly call: CallPort
}

/** What sitemaps of the feed read. */
export interface FeedMapSource extends MapSource {
  readonly offer: ListedOffer
}

/** Games asked for at a time. */
const GAMES_AT_ONCE = 100

/** The pages that stand by themselves: those of the configuration, the games of the casino, promotions, news, and search texts. */
export async function* sitePages(source: MapSource): AsyncGenerator<MapEntry> {
  const { site, language, screens } = source
  for (const id of listedRoutes(site.publicConfig, language, screens)) yield { path: buildPath(id, {}, language) }
  for (const address of Object.keys(site.config.seo.texts))
    if (isOffered(source, 'seo_page')) yield { path: buildPath('seo_page', { '*': address }, language) }
  if (isOffered(source, 'casino_game')) yield* casinoGames(source)
  if (isOffered(source, 'promotion')) yield* promotions(source)
  if (isOffered(source, 'champions_news_article')) yield* news(source)
}

async function* casinoGames({ call, language }: MapSource): AsyncGenerator<MapEntry> {
  for (let offset = 0; ; offset += GAMES_AT_ONCE) {
    const { games } = await call(getGamesPreviewLight, { query: { page: 'casino', most: GAMES_AT_ONCE, offset } })
    for (const { id } of games) yield { path: buildPath('casino_game', { game: id }, language) }
    if (games.length < GAMES_AT_ONCE) return
  }
}

async function* promotions({ call, language }: MapSource): AsyncGenerator<MapEntry> {
  const { offers } = await call(getPromoOffers, {})
  for (const { id } of offers) yield { path: buildPath('promotion', { promotion: id }, language) }
}

async function* news({ call, language }: MapSource): AsyncGenerator<MapEntry> {
  const { items } = await call(getNews, { segments: { language }, query: { section: 'champions' } })
  for (const { id, date } of items)
    yield { path: buildPath('champions_news_article', { article: id }, language), changedOn: date }
}

/** The boards of sports and championships that have games now. */
export async function* siteBoards(source: FeedMapSource): AsyncGenerator<MapEntry> {
  const { site, language, offer } = source
  const segment = sportSegments(site, language)
  const seen = new Set<string>()
  for (const kind of ['line', 'live'] as const)
    if (isOffered(source, 'main_section')) yield { path: buildPath('main_section', { kind }, language) }
  const boards = await offer.boards()
  for (const { kind, sportId, champId, champName, changedAt } of boards) {
    const params = { kind: kind === FEED_KIND.live ? 'live' : 'line', sport: segment(sportId) }
    const sport = buildPath('sport_filter', params, language)
    if (!seen.has(sport) && isOffered(source, 'sport_filter'))
      yield { path: sport, changedOn: latestOf(boards.filter((one) => one.kind === kind && one.sportId === sportId)) }
    seen.add(sport)
    if (isOffered(source, 'section_championship'))
      yield {
        path: buildPath(
          'section_championship',
          { ...params, championship: champSegment({ champId, champName }) },
          language,
        ),
        changedOn: changedAt.toISOString(),
      }
  }
}

/** A part of the games that can be bet on. */
export async function* siteGames(source: FeedMapSource, skip: number, most: number): AsyncGenerator<MapEntry> {
  const { site, language, offer } = source
  const segment = sportSegments(site, language)
  for await (const { gameId, kind, sportId, champId, champName, participants, changedAt } of offer.games(skip, most))
    yield {
      path: buildPath(
        'game',
        {
          kind: kind === FEED_KIND.live ? 'live' : 'line',
          sport: segment(sportId),
          championship: champSegment({ champId, champName }),
          game: gameSegment(gameId, participants),
        },
        language,
      ),
      changedOn: changedAt.toISOString(),
    }
}

/** The latest change of boards: there is one at least. */
function latestOf(boards: readonly { readonly changedAt: Date }[]): string {
  return new Date(Math.max(...boards.map(({ changedAt }) => changedAt.getTime()))).toISOString()
}

function isOffered({ site, language, screens }: MapSource, id: RouteId): boolean {
  const { application, boolean } = site.config
  return isRouteOffered(id, { routes: application.routes, flags: boolean, screens, language, isSignedIn: false })
}

function sportSegments(site: ResolvedSite, language: string): (sportId: number) => string {
  const { texts, fallback } = pageTexts(site, language)
  return (sportId) => {
    const key = `sport.${sportId}`
    return idWithSlug(sportId, texts[key] ?? fallback?.texts[key] ?? key)
  }
}
