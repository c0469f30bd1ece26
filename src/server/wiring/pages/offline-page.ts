import { textWriter } from '#machines/site/text.rules.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import type { BuiltPages } from './page-bundle.ts'
import { plainHtml } from './plain-page.ts'
import { styleUrl } from './style-sheet.ts'

/** The page of a brand for when its visitor is offline, in a language: the browser keeps it and shows it in place of any page, so
 *  its link leads to the address that it stands for. */
export function offlinePage(site: ResolvedSite, language: string, pages: Pick<BuiltPages, 'manifest'>): string {
  const text = textWriter(language, pageTexts(site, language))
  return plainHtml(
    { title: text('shell.offline_title'), message: text('shell.offline_text') },
    {
      site,
      language,
      scheme: site.theme.defaultScheme,
      styles: [styleUrl(site, pages)],
      again: { to: '', label: text('shell.retry') },
    },
  )
}

/** The files of that page: its style sheet and the brand's wordmarks. */
export function offlineFiles(site: ResolvedSite, pages: Pick<BuiltPages, 'manifest'>): string[] {
  const { customize } = site.config
  const wordmarks = [customize.logo, customize.logoDark].flatMap((path) =>
    path ? [site.publicSite.assets + path] : [],
  )
  return [styleUrl(site, pages), ...wordmarks]
}
