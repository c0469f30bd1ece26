import { useMatches } from 'react-router'
import { SearchText } from '#renderers/site/content/SearchText.tsx'
import { useApp } from '../../page/app-context.ts'
import type { ScreenData } from '../../page/screen.ts'

/** The search text below a page (SEO-6, SEO-18). */
export function PageText() {
  const { texts } = useApp()
  const data = useMatches().at(-1)?.loaderData as ScreenData | undefined
  const nodes = data?.words?.nodes ?? []
  return nodes.length > 0 ? <SearchText label={texts.t('site.page_text')} nodes={nodes} /> : null
}
