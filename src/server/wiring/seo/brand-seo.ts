import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import { isRouteClosed } from '#machines/site/routes/offered-section.rules.ts'
import { isRouteOffered, tryPath } from '#machines/site/routes/routes.ts'
import { faqPage } from '#machines/site/seo/json-ld.rules.ts'
import { questionsOfSection } from '#machines/site/seo/questions.rules.ts'
import { contentOf } from '#machines/site/seo/seo-query.rules.ts'
import { type TextWriter, textWriter } from '#machines/site/text.rules.ts'
import type { SeoContent, SeoLink, SeoPageData, SeoQuery, SeoStatement, SeoVisual } from '#schemas'
import type { ContentService } from '#server/content/content.service.ts'
import { EMPTY_CONTENT } from '#server/content/seo-reading.rules.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { CallScope } from '../http/call-scope.ts'
import { pageSource } from '../pages/page-source.ts'
import { gamePicturePath } from './game-picture.routes.ts'

/** The language that is asked for where the brand has it, else that of the request. */
function shownLanguage({ site, language }: CallScope, asked: string): string {
  return site.languages.includes(asked) ? asked : language
}

/** The texts of a brand in a language that it has, else in that of the request. */
export function textsOf(scope: CallScope, asked: string): TextWriter {
  const shown = shownLanguage(scope, asked)
  return textWriter(shown, pageTexts(scope.site, shown))
}

/** The text that a brand has written for a page, and the questions of its section as a statement (SEO-18). */
export async function brandContent(scope: CallScope, query: SeoQuery, content: ContentService): Promise<SeoContent> {
  const { site } = scope
  const entry = contentOf(site.config.seo.contents, query)
  const page = entry ? await content.page(pageSource(site), query.language, entry.page) : null
  const t = textsOf(scope, query.language)
  const asked = query.section ? questionsOfSection(site.config.seo.questions, query.section) : []
  const faq = faqPage(asked.map(({ questionKey, answerKey }) => ({ question: t(questionKey), answer: t(answerKey) })))
  return {
    ...EMPTY_CONTENT,
    content: page ? [{ tag: 'h2', children: [page.title] }, ...page.nodes] : [],
    microschema: faq ? [faq as unknown as SeoStatement] : [],
  }
}

/** What the head of a page says by the brand's configuration: words of its stream, the page in all languages, and the tags by which
 *  search engines know the owner (SEO-5). */
export function brandHead(
  scope: CallScope,
  query: SeoQuery,
): { readonly title: string; readonly attributes: SeoPageData } {
  const { site, origin } = scope
  const { seo, global } = site.config
  const words = query.stream === undefined ? undefined : seo.streams[query.stream]
  const language = shownLanguage(scope, query.language)
  const t = textsOf(scope, language)
  const brand = site.manifest.name
  const title = words?.titleKey ? t(words.titleKey, { title: brand, brand }) : ''
  const rest = query.path?.replace(/^\/[^/]*/, '')
  const shown = Object.entries(global.languages).filter(([, { isHiddenForGuests }]) => !isHiddenForGuests)
  const alternatives = rest === undefined ? [] : shown.map(([code]) => [code, `${origin}/${code}${rest}`] as const)
  const attributes: SeoPageData = {
    title,
    description: words?.descriptionKey ? t(words.descriptionKey, { title: brand, brand }) : '',
    siteName: brand,
    metaRobots: words?.isIndexed === false ? 'noindex' : '',
    hierarchyMetaRobots: seo.isIndexed ? '' : 'noindex',
    ampPageUrl: '',
    alternativeLinks: Object.fromEntries(alternatives),
    alternateMedia: '',
    customCanonical: query.path === undefined ? '' : origin + query.path,
    languageIsoCode: new Intl.Locale(global.languages[language]?.locale ?? language).baseName,
    metas: Object.entries(seo.verification).map(([name, content]) => ({ name, content })),
  }
  return { title, attributes }
}

/** What a link to a page shows by the brand's configuration. */
export function brandVisual(
  scope: CallScope,
  query: SeoQuery,
): { readonly title: string; readonly attributes: SeoVisual } {
  const { title, attributes } = brandHead(scope, query)
  const { origin, site } = scope
  const { socialImage, isGameImageMade } = site.config.seo
  const ofGame = isGameImageMade && /^[1-9]\d{0,15}$/.test(query.match ?? '')
  const ofBrand = socialImage ? origin + site.publicSite.assets + socialImage : ''
  const image = ofGame ? origin + gamePicturePath(query.language, query.match ?? '') : ofBrand
  return { title: title || site.manifest.name, attributes: { description: attributes.description, image } }
}

/** The information pages that a brand offers, in the order of its menu (SEO-12). */
export function brandLinks(scope: CallScope): SeoLink[] {
  const { site, language } = scope
  const { application, boolean, information } = site.config
  const offer = { routes: application.routes, flags: boolean, screens: BUILT_ROUTES, language, isSignedIn: false }
  const t = textsOf(scope, language)
  return Object.values(information.menu)
    .sort((left, right) => left.order - right.order)
    .flatMap(({ routeId, labelKey }) => {
      if (!routeId || !labelKey || isRouteClosed(site.config, routeId) || !isRouteOffered(routeId, offer)) return []
      const { path } = tryPath(routeId, {}, language)
      return path === null ? [] : [{ title: t(labelKey), url: path }]
    })
}
