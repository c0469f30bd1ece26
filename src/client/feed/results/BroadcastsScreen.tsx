import { useMemo } from 'react'
import { useLoaderData } from 'react-router'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import { SECTION_ROUTES } from '#machines/site/routes/section-routes.ts'
import { type BroadcastGroup, BroadcastList } from '#renderers/feed/results/BroadcastList.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BroadcastGame, RouteId } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../../page/screen.ts'
import { SectionHead } from '../board/SectionHead.tsx'
import { sectionGamePath, sectionOf, sectionPath, sectionTitle } from '../board/section.selectors.ts'
import { visitorCountry } from '../board/section-boards.ts'
import { broadcastStart, startOf } from '../feed.selectors.ts'
import { asked, callsOf, refreshMs } from '../feed-calls.ts'
import { useFresh } from '../stream/use-fresh.ts'

const DAY_MS = 86_400_000
/** Games of each feed that the page tells. */
const MOST_GAMES = 100

interface BroadcastsData {
  readonly section: string
  readonly live: readonly BroadcastGame[]
  readonly line: readonly BroadcastGame[]
  readonly nowMs: number
}

/** The screen of the games of a section that can be watched today and tomorrow (SPORT-9).
 *  @throws AppError route.not_found for a section that is not configured */
export function screenOf(routeId: RouteId): ScreenModule {
  return {
    Screen: BroadcastsScreen,
    loadScreen: async ({ app }: ScreenRequest): Promise<LoadedScreen<BroadcastsData>> => {
      const section = SECTION_ROUTES[routeId]?.section ?? ''
      sectionOf(app, section)
      const [games] = await Promise.all([loadGames(app, section), app.texts.need(['sport'])])
      return {
        meta: () => ({ title: `${sectionTitle(app, section)}: ${app.texts.t('board.section_page_broadcasts')}` }),
        data: { section, ...games, nowMs: Date.now() },
      }
    },
  }
}

async function loadGames(app: App, section: string): Promise<Pick<BroadcastsData, 'live' | 'line'>> {
  const dateTo = zoneDay(Date.now() + DAY_MS, app.site.config.global.timeZone)
  const query = { ...asked(app), ...visitorCountry(app), section, limit: MOST_GAMES }
  const [live, line] = await Promise.all([
    app.call(callsOf('live').broadcasts, { query }),
    app.call(callsOf('line').broadcasts, { query: { ...query, dateTo } }),
  ])
  return { live: live.items, line: line.items }
}

/** Games that can be watched: those that are played first, then those of today and tomorrow. */
function BroadcastsScreen() {
  const app = useApp()
  const t = useText()
  const timeZone = useTimeZone()
  const { data } = useLoaderData<ScreenData<BroadcastsData>>()
  const { section, nowMs } = data
  const games = useFresh<Pick<BroadcastsData, 'live' | 'line'>>(
    data,
    () => loadGames(app, section),
    refreshMs(app, 'line'),
  )
  const time = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  const groups = groupsOf(games, (instantMs) => zoneDay(instantMs, timeZone) === zoneDay(nowMs, timeZone))
  const all = sectionPath(app, section, 'events')
  return (
    <>
      <SectionHead section={section} page="broadcasts" title={t('board.section_page_broadcasts')} />
      {groups.length === 0 ? (
        <EmptyState
          icon="monitor"
          title={t('broadcast.empty')}
          text={t('broadcast.empty_text')}
          action={all ? <ButtonLink to={all}>{t('board.section_page_events')}</ButtonLink> : undefined}
        />
      ) : (
        <BroadcastList
          groups={groups}
          pathOf={(game) => sectionGamePath(app, section, game)}
          timeOf={time}
          startOf={broadcastStart(app, timeZone)}
        />
      )}
    </>
  )
}

function groupsOf(
  { live, line }: Pick<BroadcastsData, 'live' | 'line'>,
  isToday: (instantMs: number) => boolean,
): readonly BroadcastGroup[] {
  const ofToday = ({ game }: BroadcastGame) => isToday(Date.parse(game.startsAt))
  const groups: BroadcastGroup[] = [
    { id: 'live', items: live },
    { id: 'today', items: line.filter(ofToday) },
    { id: 'tomorrow', items: line.filter((item) => !ofToday(item)) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
