import { type LoaderFunctionArgs, Outlet, useLoaderData, useLocation, useParams } from 'react-router'
import { idOfSegment } from '#machines/site/slug.rules.ts'
import { SportMenu, type SportMenuItem } from '#renderers/feed/SportMenu.tsx'
import { sportIcon } from '#renderers/feed/sport-icon.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { SportsAnswer } from '#schemas'
import { type App, appContext, useApp } from '../app/app-context.ts'
import { offeredPath } from '../app/paths.ts'
import type { FeedName } from './favorites.ts'
import styles from './feed.module.css'
import { sportPath } from './feed.selectors.ts'
import { asked, callsOf } from './feed-calls.ts'
import { LivePrices } from './LivePrices.tsx'

interface FrameData {
  readonly feed: FeedName
  readonly sports: SportsAnswer['items']
}

/** Loads the sports of the feed that the page is of; pages do without the menu when it cannot be had. */
export async function loader({ context, params }: LoaderFunctionArgs): Promise<FrameData> {
  const app = (context as { get: (key: typeof appContext) => App }).get(appContext)
  const feed = params.kind === 'live' ? 'live' : 'line'
  const none: SportsAnswer = { items: [] }
  const { items } = await app.call(callsOf(feed).getSports, { query: asked(app) }).catch(() => none)
  return { feed, sports: items }
}

/** What stands around every page of games: the menu of sports, and the stream that keeps prices alive. */
export function Component() {
  const { feed, sports } = useLoaderData<FrameData>()
  return (
    <LivePrices>
      <div className={styles.frame}>
        <div className={styles.side}>
          <FeedMenu feed={feed} sports={sports} />
        </div>
        <div className={styles.content}>
          <Outlet />
        </div>
      </div>
    </LivePrices>
  )
}

const PLACES = [
  { id: 'favorites', routeId: 'favorites', icon: 'star', text: 'board.favorites_title' },
  { id: 'search', routeId: 'events_search', icon: 'search', text: 'board.search_title' },
  { id: 'express', routeId: 'express_of_the_day', icon: 'bolt', text: 'board.express_title' },
  { id: 'results', routeId: 'results', icon: 'trophy', text: 'board.results_title' },
] as const

function FeedMenu({ feed, sports }: FrameData) {
  const app = useApp()
  const t = useText()
  const { sport, kind } = useParams()
  const { pathname } = useLocation()
  const current = idOfSegment(sport ?? '')
  const all = offeredPath(app, 'main_section', { kind: feed })
  const countOf = (entry: FrameData['sports'][number]) => (feed === 'live' ? entry.liveGames : entry.lineGames)
  const items: SportMenuItem[] = sports.map((entry) => ({
    id: String(entry.sportId),
    label: t(`sport.${entry.sportId}`),
    to: sportPath(app, feed, entry.sportId),
    icon: sportIcon(entry.sportId),
    count: countOf(entry),
    isCurrent: kind !== undefined && entry.sportId === current,
  }))
  const places = PLACES.flatMap(({ id, routeId, icon, text }): SportMenuItem[] => {
    const to = offeredPath(app, routeId)
    return to ? [{ id, label: t(text), to, icon, isCurrent: to === pathname }] : []
  })
  const first: SportMenuItem[] = all
    ? [{ id: 'all', label: t('board.all_sports'), to: all, icon: 'list', isCurrent: kind !== undefined && !sport }]
    : []
  return (
    <>
      <SportMenu label={t('board.sports_menu')} items={[...first, ...items]} />
      <SportMenu label={t('board.places')} items={places} isQuiet />
    </>
  )
}
