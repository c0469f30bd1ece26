import { redirect, useLoaderData } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { getNews } from '#calls/content.calls.ts'
import { SECTION_ROUTES } from '#machines/site/routes/section-routes.ts'
import { idOfSegment } from '#machines/site/routes/slug.rules.ts'
import { NewsList } from '#renderers/site/home/NewsList.tsx'
import { SectionHeading } from '#renderers/site/SectionHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { NewsItem, RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../../page/screen.ts'
import { FeedSection } from '../FeedParts.tsx'
import { champPlace } from '../feed.selectors.ts'
import { asked, callsOf, itemsAsked } from '../feed-calls.ts'
import { newsEntry } from '../results/news.selectors.ts'
import { FeedTabs } from './FeedTabs.tsx'
import { SectionBoards } from './SectionBoards.tsx'
import { SectionHead } from './SectionHead.tsx'
import { sectionChampPath, sectionOf } from './section.selectors.ts'
import { type Boards, loadBoards, useFreshBoards, visitorCountry } from './section-boards.ts'

interface SectionChampData {
  readonly section: string
  readonly champId: number
  readonly name: string
  readonly asked: number
  readonly boards: Boards
  /** About the championship. */
  readonly news: readonly NewsItem[]
  readonly nowMs: number
}

/** The screen of a championship inside a section, with the games of both feeds. Its id decides; another slug leads to its own
 *  address. @throws AppError championship.unknown also for one without games in the section */
export function screenOf(routeId: RouteId): ScreenModule {
  return {
    Screen: SectionChampScreen,
    loadScreen: async ({ app, params, url, parameters }: ScreenRequest): Promise<LoadedScreen<SectionChampData>> => {
      const section = SECTION_ROUTES[routeId]?.section ?? ''
      sectionOf(app, section)
      const champId = idOfSegment(params.championship ?? '') ?? 0
      const question = { section, champId, asked: itemsAsked(app, parameters) }
      const query = { ...asked(app), ...visitorCountry(app), champId, limit: 1 }
      const [{ champ }, boards] = await Promise.all([
        app.call(callsOf('line').gamesByChamp, { query }),
        loadBoards(app, question),
      ])
      if (boards.live.total + boards.line.total === 0) throw new AppError('championship.unknown')
      const { name, slug } = champ
      const path = sectionChampPath(app, section, 'line', champPlace(champ))
      if (path !== url.pathname) throw redirect(path + url.search, 301)
      const { language } = app.state.visitor
      const wish = { segments: { language }, query: { section, championship: slug ?? name } }
      const { items: news } = await app.call(getNews, wish)
      return { meta: () => ({ title: name }), data: { ...question, name, boards, news, nowMs: Date.now() } }
    },
  }
}

function SectionChampScreen() {
  const app = useApp()
  const { data } = useLoaderData<ScreenData<SectionChampData>>()
  const { section, champId, name, asked: shown, nowMs } = data
  const t = useText()
  const news = data.news.flatMap((item) => newsEntry(app, item) ?? [])
  const boards = useFreshBoards(app, data.boards, data)
  return (
    <>
      <SectionHead section={section} title={name} />
      <FeedTabs champId={champId}>
        <SectionBoards boards={boards} asked={shown} nowMs={nowMs} section={section} champId={champId} />
      </FeedTabs>
      {news.length > 0 && (
        <FeedSection>
          <SectionHeading title={t('board.section_page_news')} />
          <NewsList items={news} />
        </FeedSection>
      )}
    </>
  )
}
