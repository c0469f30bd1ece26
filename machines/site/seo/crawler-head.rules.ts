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
  /** The address by which search engines keep it, where it is not that of its language. */
  readonly ownUrl?: string
  /** The locale of each of those languages, such as `pt-BR`. */
  readonly locales: Readonly<Record<string, string>>
  readonly defaultLanguage: string
  /** What a service of search texts adds: the page as AMP and for small screens, further tags, and its own language tag. */
  readonly further?: {
    readonly ampUrl?: string
    readonly smallScreenUrl?: string
    readonly metas?: readonly { readonly name: string; readonly content: string }[]
    readonly languageTag?: string
    /** The page for everybody else, where it is not that of the default language. */
    readonly commonUrl?: string
  }
  /** Name and content of tags by which search engines know the owner of the site. */
  readonly verification: Readonly<Record<string, string>>
}

/** An element of the head that holds nothing. */
export interface HeadElement {
  readonly tag: 'meta' | 'link'
  readonly attributes: Readonly<Record<string, string>>
}

/** Screens for which a page of their own may be named (Google, separate mobile addresses). */
const SMALL_SCREEN = 'only screen and (max-width: 640px)'

/** The elements of the head that are for crawlers alone: description, the page in other languages with the one for everybody else,
 *  and what a shared link shows (SEO-7, SEO-16; Open Graph protocol). A browser has no use for them, so pages that are reached
 *  without a reload keep those of the page that was loaded. */
export function crawlerHead(page: CrawledPage): readonly HeadElement[] {
  const { title, siteName, description, image, addresses, language, locales, defaultLanguage, verification } = page
  const tagOf = (code: string) => (code === language && page.further?.languageTag) || (locales[code] ?? code)
  const localeOf = (code: string) => new Intl.Locale(tagOf(code)).baseName.replaceAll('-', '_')
  const own = page.ownUrl || (addresses[language] ?? '')
  const { further = {} } = page
  const common = further.commonUrl || addresses[defaultLanguage]
  const meta = (name: string, content: string): HeadElement => ({ tag: 'meta', attributes: { name, content } })
  const graph = (property: string, content: string): HeadElement => ({ tag: 'meta', attributes: { property, content } })
  const link = (attributes: HeadElement['attributes']): HeadElement => ({ tag: 'link', attributes })
  const alternate = (hreflang: string, href: string) => link({ rel: 'alternate', hreflang, href })
  return [
    ...(description ? [meta('description', description)] : []),
    ...Object.entries(addresses).map(([code, href]) => alternate(code, href)),
    ...(common ? [alternate('x-default', common)] : []),
    ...(further.ampUrl ? [link({ rel: 'amphtml', href: further.ampUrl })] : []),
    ...(further.smallScreenUrl ? [link({ rel: 'alternate', media: SMALL_SCREEN, href: further.smallScreenUrl })] : []),
    ...(further.metas ?? []).map(({ name, content }) => meta(name, content)),
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
