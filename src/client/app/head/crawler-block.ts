import type { StaticHandlerContext } from 'react-router'
import type { PageInput } from '#calls/page.ts'
import { idOfSegment, idWithSlug } from '#machines/site/routes/slug.rules.ts'
import { type CrawledPage, crawlerHead, type HeadElement } from '#machines/site/seo/crawler-head.rules.ts'
import {
  breadcrumbs,
  type Crumb,
  faqPage,
  type JsonLd,
  organisation,
  webSite,
} from '#machines/site/seo/json-ld.rules.ts'
import type { App } from '../../page/app-context.ts'
import { ownAssetUrl } from '../../page/frame.selectors.ts'
import { offeredPath } from '../../page/paths.ts'
import type { ScreenData } from '../../page/screen.ts'
import type { ScreenFacts } from '../../page/screen-facts.ts'
import { scriptJson } from '../page-data.ts'
import { headOf, ownWords } from './page-head.ts'
import { askedOn } from './page-questions.tsx'

/** The head's part for crawlers (SEO-7, SEO-16), as HTML; empty for a page that is not to be listed.
 *  @param facts what the screen tells beside its head */
export function crawlerBlock(input: PageInput, app: App, result: StaticHandlerContext, facts: ScreenFacts): string {
  const match = result.matches.at(-1)
  const data = result.loaderData[match?.route.id ?? ''] as ScreenData | undefined
  const { meta, words } = data ?? {}
  const { title, isListed, canonical } = headOf(app, { id: match?.route.id, params: match?.params ?? {}, data })
  if (!match || !meta || !isListed) return ''
  const { descriptionKey } = ownWords(app, { id: match.route.id, params: match.params })
  const told = words?.head
  const { 'x-default': commonUrl, ...alternatives } = told?.alternativeLinks ?? {}
  const own = descriptionKey ? app.texts.t(descriptionKey, { title: meta.title, brand: app.site.name }) : undefined
  const { gameImage } = input.seo
  const { gameId, ...known } = facts
  const image = gameId !== undefined && gameImage ? gameImage(gameId) : input.seo.image
  const page: CrawledPage = {
    image: image === null ? undefined : app.origin + image,
    ...known,
    description:
      (told?.description || undefined) ??
      own ??
      meta.description ??
      facts.description ??
      app.texts.t('seo.page', { title: meta.title, brand: app.site.name }),
    title,
    siteName: told?.siteName || app.site.name,
    addresses: { ...addressesOf(input, app, match.pathname, match.params), ...alternatives },
    ...(canonical && { ownUrl: canonical }),
    language: app.state.visitor.language,
    locales: Object.fromEntries(
      Object.entries(app.site.config.global.languages).map(([code, { locale }]) => [code, locale]),
    ),
    defaultLanguage: app.site.config.global.defaultLanguage,
    verification: input.seo.verification,
    ...(told && {
      further: {
        ampUrl: told.ampPageUrl,
        smallScreenUrl: told.alternateMedia,
        metas: told.metas,
        languageTag: told.languageIsoCode,
        ...(commonUrl !== undefined && { commonUrl }),
      },
    }),
  }
  const statements = [
    faqPage(askedOn(app, { id: match.route.id, params: match.params, data })),
    ...(facts.statements ?? []),
    wayTo(app, match.pathname, meta.title, facts),
    ...ofSite(app, match.route.id),
    ...(words?.statements ?? []),
  ]
  return (
    crawlerHead(page).map(htmlOf).join('') +
    statements.map((statement) => (statement ? statementHtml(statement, input.nonce) : '')).join('')
  )
}

/** The page's address in every language that the brand shows to guests. A sport's name in it is that language's, so that no
 *  address leads to another one. */
export function addressesOf(
  { textIn }: Pick<PageInput, 'textIn'>,
  { site, origin }: Pick<App, 'site' | 'origin'>,
  pathname: string,
  params: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const rest = pathname.split('/').filter(Boolean).slice(1)
  const sportId = idOfSegment(params.sport ?? '')
  const shown = Object.entries(site.config.global.languages).filter(([, { isHiddenForGuests }]) => !isHiddenForGuests)
  return Object.fromEntries(
    shown.map(([code]) => {
      const segments = rest.map((segment) =>
        sportId !== null && segment === params.sport ? idWithSlug(sportId, textIn(code, `sport.${sportId}`)) : segment,
      )
      return [code, [origin, code, ...segments].join('/')]
    }),
  )
}

/** The way from the home page to this one. */
function wayTo(app: App, pathname: string, title: string, { trail = [] }: ScreenFacts): JsonLd | null {
  const home = offeredPath(app, 'home')
  if (home === null || home === pathname.replace(/\/$/, '')) return null
  const above = trail.flatMap(({ label, to }): Crumb[] => (to ? [{ name: label, url: app.origin + to }] : []))
  return breadcrumbs([
    { name: app.site.name, url: app.origin + home },
    ...above,
    { name: title, url: app.origin + pathname },
  ])
}

/** Who runs the site, and how it is searched: on the home page alone. */
function ofSite(app: App, routeId: string): JsonLd[] {
  if (routeId !== 'home') return []
  const { site, origin } = app
  const { licence, information, support, customize } = site.config
  const url = origin + (offeredPath(app, 'home') ?? '/')
  const search = offeredPath(app, 'events_search')
  return [
    organisation({
      name: site.name,
      legalName: licence.holder,
      url,
      logo: customize.logo ? origin + ownAssetUrl(site, customize.logo) : undefined,
      email: support.email,
      elsewhere: Object.values(information.contacts.networks).map(({ value }) => value),
    }),
    webSite(site.name, url, app.state.visitor.language, search ? `${origin}${search}?text={text}` : null),
  ]
}

function htmlOf({ tag, attributes }: HeadElement): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<${tag}${written.join('')}>`
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** A block of data, which no browser runs. */
function statementHtml(statement: object, nonce: string): string {
  return `<script type="application/ld+json" nonce="${nonce}">${scriptJson(statement)}</script>`
}
