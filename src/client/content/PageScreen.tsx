import { useLoaderData, useLocation } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { getPage } from '#calls/content.calls.ts'
import { Prose } from '#renderers/site/content/Prose.tsx'
import type { NavItem } from '#renderers/site/frame/HeaderNav.tsx'
import type { PageAnswer } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { menuItems, ruleItems } from '../page/frame.selectors.ts'
import { withLiveLinks } from '../page/live-links.ts'
import type { LoadedScreen, ScreenData, ScreenModule } from '../page/screen.ts'
import { PageParts } from './PageParts.tsx'

/** The screen of an information page, its text beside the menu of its kind; or that of the search texts. */
export function screenOf(page: string): ScreenModule {
  return page === 'seo_page' ? seoScreen : written(page)
}

function written(page: string): ScreenModule {
  return {
    Screen: InformationPage,
    loadScreen: async ({ app }): Promise<LoadedScreen<PageAnswer>> => {
      const answer = await app.call(getPage, { segments: { language: app.state.visitor.language, page } })
      const data = { ...answer, nodes: withLiveLinks(app, answer.nodes) }
      return {
        meta: () => ({ title: data.title, ...(data.description ? { description: data.description } : {}) }),
        data,
      }
    },
  }
}

/** The screen of a search text below `seo/` (SEO-4): a text that the brand has written, without a menu beside it.
 *  @throws AppError route.not_found for an address that it has not named */
const seoScreen: ScreenModule = {
  Screen: InformationPage,
  loadScreen: (request) => {
    const texts: Readonly<Record<string, string>> = request.app.site.config.seo.texts
    const address = request.params['*'] ?? ''
    const page = Object.hasOwn(texts, address) ? texts[address] : undefined
    if (page === undefined) throw new AppError('route.not_found')
    return written(page).loadScreen(request)
  },
}

function InformationPage() {
  const { data } = useLoaderData<ScreenData<PageAnswer>>()
  return <WrittenPage answer={data} />
}

/** A page knows which file it is from, so that a preview can lead to it. */
function WrittenPage({ answer: { page, title, nodes } }: { readonly answer: PageAnswer }) {
  const app = useApp()
  const { pathname } = useLocation()
  const items = pagesBeside(app, page, pathname)
  return (
    <Prose
      title={title}
      nodes={nodes}
      menu={items.length > 1 ? { label: app.texts.t('site.information_menu'), items } : undefined}
    >
      <PageParts page={page} />
    </Prose>
  )
}

/** The menu of a page: for a page of rules the other rules (CFG-16), for any other the menu of the information pages. */
function pagesBeside(app: App, page: string, pathname: string): NavItem[] {
  const { rules, menu } = app.site.config.information
  const isRule = Object.values(rules).some((rule) => rule.page === page)
  return isRule ? ruleItems(app, pathname) : menuItems(app, menu, pathname)
}
