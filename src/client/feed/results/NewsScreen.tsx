import { useLoaderData } from 'react-router'
import { getNews } from '#calls/content.calls.ts'
import { SECTION_ROUTES } from '#machines/site/routes/section-routes.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { NewsList } from '#renderers/site/home/NewsList.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { NewsAnswer, RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../../page/screen.ts'
import { SectionHead } from '../board/SectionHead.tsx'
import { sectionOf, sectionPath, sectionTitle } from '../board/section.selectors.ts'
import { newsEntry } from './news.selectors.ts'

interface NewsData extends NewsAnswer {
  readonly section: string
}

/** The screen of the news of a section (SPORT-8). @throws AppError route.not_found for a section that is not configured */
export function screenOf(routeId: RouteId): ScreenModule {
  return {
    Screen: NewsScreen,
    loadScreen: async ({ app }: ScreenRequest): Promise<LoadedScreen<NewsData>> => {
      const section = SECTION_ROUTES[routeId]?.section ?? ''
      sectionOf(app, section)
      const { language } = app.state.visitor
      const { items } = await app.call(getNews, { segments: { language }, query: { section } })
      return {
        meta: () => ({ title: `${sectionTitle(app, section)}: ${app.texts.t('board.section_page_news')}` }),
        data: { section, items },
      }
    },
  }
}

/** The news of a section, the latest wide; without any, the way to its games. */
function NewsScreen() {
  const app = useApp()
  const t = useText()
  const { section, items } = useLoaderData<ScreenData<NewsData>>().data
  const home = sectionPath(app, section)
  const news = items.flatMap((item) => newsEntry(app, item) ?? [])
  return (
    <>
      <SectionHead section={section} page="news" title={t('board.section_page_news')} />
      {news.length === 0 ? (
        <EmptyState
          icon="document"
          title={t('news.empty')}
          text={t('news.empty_text')}
          action={home ? <ButtonLink to={home}>{sectionTitle(app, section)}</ButtonLink> : undefined}
        />
      ) : (
        <NewsList items={news} hasLead />
      )}
    </>
  )
}
