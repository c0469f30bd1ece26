import { useLoaderData, useLocation } from 'react-router'
import { getPage } from '#calls/content.calls.ts'
import { getWelcomeBonuses } from '#calls/registration.calls.ts'
import { HomeBlocks } from '#renderers/site/home/HomeBlocks.tsx'
import { HOME_DRAWS_FILE, loadHomeDraws } from '../lotteries/draws/home-draws.tsx'
import { type App, useApp } from '../page/app-context.ts'
import { withLiveLinks } from '../page/live-links.ts'
import { useScheme } from '../page/scheme.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { type HomeData, homeBlocks, visibleBlocks } from './home.selectors.ts'
import { HOME_CASINO_FILE, loadHomeCasinos } from './home-casino.tsx'
import { HOME_FEED_FILE, loadHomeFeeds } from './home-feed.tsx'

/** Loads what the configured blocks show beside their texts: pages and welcome bonuses. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<HomeData>> {
  const nowMs = app.nowMs()
  const blocks = visibleBlocks(app, nowMs)
  const [pages, bonuses, feeds, casinos, draws] = await Promise.all([
    loadPages(
      app,
      blocks.flatMap(({ kind, page }) => (kind === 'rich-text' && page ? [page] : [])),
    ),
    blocks.some(({ kind }) => kind === 'welcome-bonus') ? loadBonuses(app) : [],
    loadHomeFeeds(app, blocks),
    loadHomeCasinos(app, blocks),
    loadHomeDraws(app, blocks),
  ])
  const styledBy = [
    ...(Object.keys(feeds).length > 0 ? [HOME_FEED_FILE] : []),
    ...(Object.keys(casinos).length > 0 ? [HOME_CASINO_FILE] : []),
    ...(Object.keys(draws).length > 0 ? [HOME_DRAWS_FILE] : []),
  ]
  return {
    meta: () => ({
      title: app.texts.t('site.home_title'),
      description: app.texts.t('site.home_description', { brand: app.site.name }),
    }),
    ...(styledBy.length > 0 && { styledBy }),
    data: { pages, bonuses, feeds, casinos, draws, nowMs },
  }
}

async function loadPages(app: App, pages: readonly string[]): Promise<HomeData['pages']> {
  const { language } = app.state.visitor
  const answers = await Promise.all(pages.map((page) => app.call(getPage, { segments: { language, page } })))
  return Object.fromEntries(answers.map(({ page, nodes }) => [page, withLiveLinks(app, nodes)]))
}

/** Without bonuses the page does without their block (REG-23). */
async function loadBonuses(app: App): Promise<HomeData['bonuses']> {
  const answer = await app.call(getWelcomeBonuses, { query: {} }).catch((error: unknown) => {
    console.warn('welcome bonuses are not shown:', String(error))
    return { data: [] }
  })
  return answer.data
}

/** The home page: the brand's blocks. */
export function Screen() {
  const app = useApp()
  const { pathname } = useLocation()
  const { scheme } = useScheme()
  const { data, meta } = useLoaderData<ScreenData<HomeData>>()
  return (
    <>
      <h1 className="visually-hidden">{`${app.site.name}: ${meta.title}`}</h1>
      <HomeBlocks blocks={homeBlocks(app, data, { pathname, scheme })} />
    </>
  )
}
