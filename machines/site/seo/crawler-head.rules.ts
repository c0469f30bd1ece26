import type { JsonLd } from './json-ld.rules.ts'

/** What the head of a page says to search engines and in shared links, besides its title. */
export interface PageFacts {
  readonly description?: string | undefined
  /** Whole address of a picture of 1200 × 630 or the like. */
  readonly image?: string | undefined
  readonly isArticle?: boolean
  readonly statements?: readonly (JsonLd | null)[]
}

/** A page for {@link crawlerHead}. */
export interface CrawledPage extends PageFacts {
  readonly title: string
  readonly siteName: string
  /** Its address in each language that it is offered in, by code. */
  readonly addresses: Readonly<Record<string, string>>
  readonly language: string
  /** The locale of each of those languages, such as `pt-BR`. */
  readonly locales: Readonly<Record<string, string>>
  readonly defaultLanguage: string
  /** Name and content of tags by which search engines know the owner of the site. */
  readonly verification: Readonly<Record<string, string>>
}

/** An element of the head that holds nothing. */
export interface HeadElement {
  readonly tag: 'meta' | 'link'
  readonly attributes: Readonly<Record<string, string>>
}

/** The elements of the head that are for crawlers alone: description, the page in other languages with the one for everybody else,
 *  and what a shared link shows (SEO-7, SEO-16; Open Graph protocol). A browser has no use for them, so pages that are reached
 *  without a reload keep those of the page that was loaded. */
export function crawlerHead(page: CrawledPage): readonly HeadElement[] {
  const { title, siteName, description, image, addresses, language, locales, defaultLanguage, verification } = page
  const localeOf = (code: string) => new Intl.Locale(locales[code] ?? code).baseName.replaceAll('-', '_')
  const own = addresses[language] ?? ''
  const common = addresses[defaultLanguage]
  const meta = (name: string, content: string): HeadElement => ({ tag: 'meta', attributes: { name, content } })
  const graph = (property: string, content: string): HeadElement => ({ tag: 'meta', attributes: { property, content } })
  const alternate = (hreflang: string, href: string): HeadElement => ({
    tag: 'link',
    attributes: { rel: 'alternate', hreflang, href },
  })
  return [
    ...(description ? [meta('description', description)] : []),
    ...Object.entries(addresses).map(([code, href]) => alternate(code, href)),
    ...(common ? [alternate('x-default', common)] : []),
    graph('og:title', title),
    ...(description ? [graph('og:description', description)] : []),
    graph('og:type', page.isArticle ? 'article' : 'website'),
    graph('og:url', own),
    graph('og:site_name', siteName),
    graph('og:locale', localeOf(language)),
    ...Object.keys(addresses).flatMap((code) =>
      code === language ? [] : [graph('og:locale:alternate', localeOf(code))],
    ),
    ...(image ? [graph('og:image', image)] : []),
    meta('twitter:card', image ? 'summary_large_image' : 'summary'),
    ...Object.entries(verification).map(([name, content]) => meta(name, content)),
  ]
}
