import type { FastifyRequest } from 'fastify'
import { EXPERIMENTS_COOKIE } from '#calls/analytics/experiments.calls.ts'
import { AppError } from '#calls/app-error.ts'
import { chooseLanguage } from '#machines/site/language.rules.ts'
import type { Environment, PageState } from '#schemas'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { checkHost } from './checked-host.ts'
import { siteForVisitor } from './visitor-variant.ts'

/** The query parameter that chooses the visitor's country in development. */
export const COUNTRY_OVERRIDE = 'country'

const sites = new WeakMap<FastifyRequest, Promise<ResolvedSite>>()

/** The brand under whose host a request came; asked for once a request.
 *  @throws AppError `host.malformed`, `brand.unknown_host`, or `brand.broken` when it never had a valid configuration */
export function siteOf(request: FastifyRequest, brands: BrandStore): Promise<ResolvedSite> {
  let site = sites.get(request)
  if (!site) {
    site = findSite(request, brands)
    sites.set(request, site)
  }
  return site
}

async function findSite(request: FastifyRequest, brands: BrandStore): Promise<ResolvedSite> {
  checkHost(request)
  const found = await brands.siteForHost(request.hostname)
  if (found.status === 'ok') return siteForVisitor(found.site, request.cookies?.[EXPERIMENTS_COOKIE])
  throw new AppError(found.status === 'unknown-host' ? 'brand.unknown_host' : 'brand.broken', {
    host: request.hostname,
  })
}

/** The language of a request: of its path, else of the visitor's cookie, else what the browser prefers, else that of
 *  the visitor's country where it is known, else the brand's. */
export function languageOf(request: FastifyRequest, site: ResolvedSite, environment: Environment): string {
  const { lng: cookie } = request.cookies
  const { 'accept-language': acceptLanguage } = request.headers
  const country = knownCountryOf(request, site, environment)
  return chooseLanguage(site.config.global, {
    path: request.url,
    isSignedIn: true,
    ...(country ? { country } : {}),
    ...(cookie ? { cookie } : {}),
    ...(acceptLanguage ? { acceptLanguage } : {}),
  })
}

/** The visitor's country, alpha-2 in lower case: where it is known, else the brand's default. */
export function countryOf(request: FastifyRequest, site: ResolvedSite, environment: Environment): string {
  return knownCountryOf(request, site, environment) ?? site.config.global.defaultCountry
}

/** The country that the trusted proxy's header tells, in development that of the query; none where neither names one of
 *  the brand's. The brand's default country is no knowledge of the visitor, and so chooses no language. */
function knownCountryOf(request: FastifyRequest, site: ResolvedSite, environment: Environment): string | undefined {
  const query = request.query as Readonly<Record<string, unknown>>
  const asked = environment.LIVERY_MODE === 'development' ? query[COUNTRY_OVERRIDE] : undefined
  // `ips` holds more than the sender when the request came through a proxy that we trust; others may write any header.
  const isProxied = (request.ips?.length ?? 0) > 1
  const header = isProxied ? environment.LIVERY_COUNTRY_HEADER : undefined
  const told = header ? request.headers[header] : undefined
  const code = String(asked ?? told ?? '').toLowerCase()
  return Object.hasOwn(site.config.global.countries, code) ? code : undefined
}

/** The scheme of a page: the choice of this browser, else the one by default, which may be the player's own or the brand's. */
export function schemeOf(request: FastifyRequest, byDefault: PageState['scheme']): PageState['scheme'] {
  const { scheme } = request.cookies
  return scheme === 'light' || scheme === 'dark' || scheme === 'system' ? scheme : byDefault
}

/** Whether a browser says that it runs on a phone: by its client hint (`Sec-CH-UA-Mobile`, which Chromium sends unasked), else by the
 *  word that browsers of phones have in their name (MDN, "Browser detection using the user agent"). A wrong guess costs rows that come
 *  a moment later, never a part of the page. */
export function isPhone({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const hint = headers['sec-ch-ua-mobile']
  if (hint === '?1' || hint === '?0') return hint === '?1'
  return /\bMobi/.test(headers['user-agent'] ?? '')
}
