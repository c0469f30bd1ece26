import type { SeoPage } from '#schemas'
import type { App } from '../../page/app-context.ts'
import type { PageMeta } from '../../page/screen.ts'

/** What the brand says of a page in its own words (SEO-5). @param id the route that matched; of a page that is not there none */
export function ownWords({ site }: Pick<App, 'site'>, id: string | undefined): Partial<SeoPage> {
  return (site.config.seo.pages as Readonly<Record<string, SeoPage>>)[id ?? ''] ?? {}
}

/** The title of a page, and whether search engines may list it (SEO-7). @param meta left out where a page is not there */
export function headOf(
  app: Pick<App, 'site' | 'texts'>,
  id: string | undefined,
  meta: PageMeta | undefined,
): { readonly title: string; readonly isListed: boolean } {
  const { site, texts } = app
  const { titleKey, isIndexed = true } = ownWords(app, id)
  const title = meta?.title ?? texts.t('site.not_found_title')
  const worded = meta && titleKey ? texts.t(titleKey, { title, brand: site.name }) : title
  return {
    title: `${worded} · ${site.name}`,
    isListed: meta !== undefined && !meta.isPrivate && isIndexed && site.config.seo.isIndexed,
  }
}
