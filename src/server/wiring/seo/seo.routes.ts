import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import type { RouteId } from '#schemas'
import type { FeedDoor } from '#server/db/for-feed.ts'
import { createListedOffer } from '#server/feed/listed-games.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import type { ScopeOf } from '../http/call-routes.ts'
import type { CallScope } from '../http/call-scope.ts'
import { originOf } from '../http/security-headers.ts'
import { escapeHtml } from '../pages/plain-page.ts'
import { type FeedMapSource, type MapEntry, siteBoards, siteGames, sitePages } from './site-map.ts'

/** What the files for crawlers need. */
export interface CrawlerFilesPorts {
  readonly scopeOf: ScopeOf
  readonly callIn: (scope: CallScope) => CallPort
  readonly screenIds: readonly RouteId[]
  /** Without it no board and no game is listed. */
  readonly feed?: ListedFeed | undefined
}

/** The book of the feed, for sitemaps. */
export interface ListedFeed {
  readonly door: FeedDoor
  readonly now: () => Date
}

/** Addresses of a sitemap at most, below the 50,000 of the protocol (sitemaps.org). */
const MOST_ADDRESSES = 45_000
const FILE = /^(pages|boards|games-(\d{1,4}))-([a-z]{2,3}(?:-[a-z0-9]{2,8})?)\.xml$/
const KEPT = 'public, max-age=300'
const XML = 'application/xml; charset=utf-8'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Serves what crawlers read beside pages (SEO-17): robots.txt, an index of sitemaps, and a sitemap by kind and language. */
export function registerCrawlerFiles(app: FastifyInstance, ports: CrawlerFilesPorts): void {
  app.get('/robots.txt', async (request, reply) => {
    const { site } = await ports.scopeOf(request, reply)
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', KEPT)
      .send(robots(site, originOf(request)))
  })
  app.get('/sitemap.xml', async (request, reply) => {
    const scope = await ports.scopeOf(request, reply)
    requireListed(scope.site)
    const names = await fileNames(scope.site, offerOf(scope.site, ports))
    const lines = names.map((name) => `<sitemap><loc>${originOf(request)}/sitemaps/${name}</loc></sitemap>`)
    const body = `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${lines.join('\n')}\n</sitemapindex>\n`
    return reply.type(XML).header('cache-control', KEPT).send(body)
  })
  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const scope = await ports.scopeOf(request, reply)
    requireListed(scope.site)
    const entries = await entriesOf(request.params.file, scope, ports)
    reply.type(XML).header('cache-control', KEPT)
    return reply.send(Readable.from(sitemapText(entries, originOf(request)), { objectMode: false }))
  })
}

function requireListed({ config }: ResolvedSite): void {
  if (!config.seo.isIndexed) throw new AppError('route.not_found')
}

/** The rules for crawlers: everything is open but what each visitor has alone, and calls. */
function robots({ config, languages }: ResolvedSite, origin: string): string {
  if (!config.seo.isIndexed) return 'User-agent: *\nDisallow: /\n'
  const closed = config.seo.closedPaths.flatMap((path) => languages.map((language) => `Disallow: /${language}/${path}`))
  return ['User-agent: *', 'Disallow: /web-api/', ...closed, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}

function offerOf({ config }: ResolvedSite, { feed }: CrawlerFilesPorts) {
  if (!feed) return null
  const { disallowedLineSports: line, disallowedLiveSports: live } = config.betting
  return createListedOffer(feed.door, { line, live }, feed.now)
}

type Offer = ReturnType<typeof offerOf>

async function fileNames(site: ResolvedSite, offer: Offer): Promise<string[]> {
  const games = offer && site.config.seo.isGameListed ? await offer.count() : 0
  const parts = Array.from({ length: Math.ceil(games / MOST_ADDRESSES) }, (_, index) => `games-${index + 1}`)
  const kinds = ['pages', ...(offer ? ['boards'] : []), ...parts]
  return shownLanguages(site).flatMap((language) => kinds.map((kind) => `${kind}-${language}.xml`))
}

function shownLanguages({ config, languages }: ResolvedSite): readonly string[] {
  return languages.filter((code) => !config.global.languages[code]?.isHiddenForGuests)
}

/** What a sitemap lists. @throws AppError route.not_found for a file that is not there, such as a part beyond the last */
async function entriesOf(file: string, scope: CallScope, ports: CrawlerFilesPorts): Promise<AsyncGenerator<MapEntry>> {
  const [, kind, part, language = ''] = FILE.exec(file) ?? []
  const { site } = scope
  const offer = offerOf(site, ports)
  if (kind === undefined || !(await fileNames(site, offer)).includes(file)) throw new AppError('route.not_found')
  const screens = Object.fromEntries(ports.screenIds.map((id) => [id, true]))
  const call = ports.callIn({ ...scope, language, player: null })
  if (kind === 'pages') return sitePages({ site, language, screens, call })
  if (!offer) throw new AppError('route.not_found')
  const source: FeedMapSource = { site, language, screens, call, offer }
  if (kind === 'boards') return siteBoards(source)
  return siteGames(source, (Number(part) - 1) * MOST_ADDRESSES, MOST_ADDRESSES)
}

/** Pieces of a sitemap, some hundred addresses each. */
async function* sitemapText(entries: AsyncGenerator<MapEntry>, origin: string): AsyncGenerator<string> {
  let text = `${HEAD}<urlset xmlns="${NAMESPACE}">\n`
  for await (const { path, changedOn } of entries) {
    const changed = changedOn ? `<lastmod>${changedOn}</lastmod>` : ''
    text += `<url><loc>${escapeHtml(origin + path)}</loc>${changed}</url>\n`
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield `${text}</urlset>\n`
}

const PIECE = 64 * 1024
