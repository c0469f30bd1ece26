import { useLoaderData, useLocation } from 'react-router'
import { getPage } from '#calls/content.calls.ts'
import { Prose } from '#renderers/site/Prose.tsx'
import type { PageAnswer } from '#schemas'
import { useApp } from '../app/app-context.ts'
import { withLiveLinks } from '../app/live-links.ts'
import { inOrder, offeredPath } from '../app/paths.ts'
import type { LoadedScreen, ScreenData, ScreenModule } from '../app/screen.ts'

/** The screen of an information page: its text beside the menu of its kind. */
export function pageScreen(page: string): ScreenModule {
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

function InformationPage() {
  const app = useApp()
  const { pathname } = useLocation()
  const { data } = useLoaderData<ScreenData<PageAnswer>>()
  const items = inOrder(app.site.config.information.rules).flatMap((rule) => {
    const to = rule.routeId ? offeredPath(app, rule.routeId) : null
    return to ? [{ id: rule.id, label: app.texts.t(rule.dictionaryKey), to, isCurrent: to === pathname }] : []
  })
  return (
    <Prose
      title={data.title}
      nodes={data.nodes}
      menu={items.length > 1 ? { label: app.texts.t('site.information_menu'), items } : undefined}
    />
  )
}
