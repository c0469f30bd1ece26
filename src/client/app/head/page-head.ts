import { ROUTES } from '#machines/site/routes/routes.ts'
import { seoPlace } from '#machines/site/seo/seo-places.rules.ts'
import type { RouteId, SeoPage } from '#schemas'
import type { App } from '../../page/app-context.ts'
import type { ScreenData } from '../../page/screen.ts'

/** A page as the router has it. */
export interface ShownPage {
  /** The route that matched; of a page that is not there none. */
  readonly id: string | undefined
  readonly params: Readonly<Record<string, string | undefined>>
  /** What its loader gave; undefined where the page is not there. */
  readonly data: ScreenData | undefined
}

/** What the brand says of a page in its own words: those of the page, then those of its stream (SEO-5). */
export function ownWords({ site }: Pick<App, 'site'>, { id = '', params }: Omit<ShownPage, 'data'>): Partial<SeoPage> {
  const { pages, streams } = site.config.seo
  if (!Object.hasOwn(ROUTES, id)) return {}
  const ofStream = streams[seoPlace(id as RouteId, params).stream]
  return { ...ofStream, ...(pages as Readonly<Record<string, SeoPage>>)[id] }
}

/** The head of a page that every browser reads: its title, what search engines may do with it, and the address by which they keep it
 *  (SEO-7). */
export interface PageHead {
  readonly title: string
  readonly isListed: boolean
  /** Content of the tag for robots; empty where everything is allowed. */
  readonly robots: string
  /** Whole address; empty where it is the page's own. */
  readonly canonical: string
}

/** @param page of a page that is not there, without data */
export function headOf(app: Pick<App, 'site' | 'texts'>, page: ShownPage): PageHead {
  const { site, texts } = app
  const { meta, words } = page.data ?? {}
  const { titleKey, isIndexed = true } = ownWords(app, page)
  const title = meta?.title ?? texts.t('site.not_found_title')
  const worded = meta && titleKey ? texts.t(titleKey, { title, brand: site.name }) : title
  const robots = [words?.head?.metaRobots, words?.head?.hierarchyMetaRobots].filter(Boolean).join(', ')
  const isClosed = /\b(?:noindex|none)\b/.test(robots)
  const isListed = meta !== undefined && !meta.isPrivate && isIndexed && site.config.seo.isIndexed && !isClosed
  return {
    title: words?.head?.title || `${worded} · ${site.name}`,
    isListed,
    robots: isListed ? robots : 'noindex',
    canonical: words?.head?.customCanonical ?? '',
  }
}
