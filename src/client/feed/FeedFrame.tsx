import { type LoaderFunctionArgs, Outlet, useLoaderData, useLocation, useParams } from 'react-router'
import { LINE_FEED } from '#calls/feed.calls.ts'
import { idOfSegment } from '#machines/site/routes/slug.rules.ts'
import type { ChampPlace } from '#renderers/feed/board/board-view.ts'
import { SportMenu, type SportMenuItem } from '#renderers/feed/board/SportMenu.tsx'
import { sportIcon } from '#renderers/feed/board/sport-icon.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { SportsAnswer } from '#schemas'
import { type App, appContext, useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { useTimeZone } from '../page/player.tsx'
import { track } from '../page/track.ts'
import type { FeedName } from './board/favorites.ts'
import { sectionPlaces } from './board/section.selectors.ts'
import styles from './feed.module.css'
import { champPlace, sportPath } from './feed.selectors.ts'
import { asked, callsOf } from './feed-calls.ts'
import { seasonEventItem } from './season-event.ts'
import { LivePrices } from './stream/LivePrices.tsx'

interface FrameData {
  readonly feed: FeedName
  readonly sports: SportsAnswer['items']
  /** The championship of the event of the season; null where there is none. */
  readonly event: ChampPlace | null
}

/** Loads the sports of the feed that the page is of; pages do without the menu when it cannot be had. */
export async function loader({ context, params }: LoaderFunctionArgs): Promise<FrameData> {
  const app = (context as { get: (key: typeof appContext) => App }).get(appContext)
  const feed = params.kind === 'live' ? 'live' : 'line'
  const none: SportsAnswer = { items: [] }
  const [{ items }, event] = await Promise.all([
    app.call(callsOf(feed).getSports, { query: asked(app) }).catch(() => none),
    loadEvent(app),
  ])
  return { feed, sports: items, event }
}

/** The championship that the entry of the global event opens (SPORT-15); null when none is configured, or the feed has it not. */
async function loadEvent(app: App): Promise<ChampPlace | null> {
  if (!app.site.config.global.globalEvent) return null
  const answer = await app.call(LINE_FEED.globalChamp, { query: { ...asked(app), limit: 1 } }).catch(() => null)
  return answer && champPlace(answer.champ)
}

/** What stands around every page of games: the menu of sports, and the stream that keeps prices alive. */
export function Component() {
  const frame = useLoaderData<FrameData>()
  const { game } = useParams()
  return (
    <LivePrices>
      <div className={styles.frame} data-page={game === undefined ? undefined : 'game'}>
        <div className={styles.side}>
          <FeedMenu {...frame} />
        </div>
        <div className={styles.content}>
          <Outlet />
        </div>
      </div>
    </LivePrices>
  )
}

const PLACES = [
  { id: 'multi', routeId: 'multi_live', icon: 'monitor', text: 'board.multi_title' },
  { id: 'favorites', routeId: 'favorites', icon: 'star', text: 'board.favorites_title' },
  { id: 'search', routeId: 'events_search', icon: 'search', text: 'board.search_title' },
  { id: 'express', routeId: 'express_of_the_day', icon: 'bolt', text: 'board.express_title' },
  { id: 'duels', routeId: 'duels', icon: 'users', text: 'board.duels_title' },
  { id: 'results', routeId: 'results', icon: 'trophy', text: 'board.results_title' },
  { id: 'statistics', routeId: 'statistics', icon: 'statistics', text: 'board.statistics' },
] as const

function FeedMenu({ feed, sports, event }: FrameData) {
  const app = useApp()
  const t = useText()
  const { sport, kind } = useParams()
  const { pathname } = useLocation()
  const timeZone = useTimeZone()
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
  const ofSeason = all ? seasonEventItem(app, event, { pathname, timeZone, tell: track }) : null
  if (ofSeason) places.unshift(ofSeason)
  const sections = sectionPlaces(app).map((place) => ({ ...place, isCurrent: place.to === pathname }))
  const first: SportMenuItem[] = all
    ? [{ id: 'all', label: t('board.all_sports'), to: all, icon: 'list', isCurrent: kind !== undefined && !sport }]
    : []
  return (
    <>
      <SportMenu label={t('board.sports_menu')} items={[...first, ...items]} />
      <SportMenu label={t('board.places')} items={[...places, ...sections]} isQuiet />
    </>
  )
}
