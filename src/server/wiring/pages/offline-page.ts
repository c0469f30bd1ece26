import { textWriter } from '#machines/site/text.rules.ts'
import { fontSheets } from '#machines/site/theme/theme-css.rules.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import type { BuiltPages } from './page-bundle.ts'
import { plainHtml } from './plain-page.ts'
import { themeUrl } from './site.routes.ts'

/** The page of a brand for when its visitor is offline, in a language: the browser keeps it and shows it in place of any page, so
 *  its link leads to the address that it stands for. */
export function offlinePage(site: ResolvedSite, language: string, manifest: BuiltPages['manifest']): string {
  const text = textWriter(language, pageTexts(site, language))
  return plainHtml(
    { title: text('shell.offline_title'), message: text('shell.offline_text') },
    {
      site,
      language,
      scheme: site.theme.defaultScheme,
      styles: offlineStyles(site, manifest),
      again: { to: '', label: text('shell.retry') },
    },
  )
}

/** The style sheets of that page. */
export function offlineStyles(site: ResolvedSite, manifest: BuiltPages['manifest']): string[] {
  return [...fontSheets(site.theme.fonts, manifest), themeUrl(site)]
}

/** The pictures of that page: the brand's wordmarks. */
export function offlinePictures({ publicSite, config: { customize } }: ResolvedSite): string[] {
  return [customize.logo, customize.logoDark].flatMap((path) => (path ? [publicSite.assets + path] : []))
}
