import { redirect, useLoaderData } from 'react-router'
import { SECTION_ROUTES } from '#machines/site/routes/section-routes.ts'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../../page/screen.ts'
import { SectionBoards } from '../board/SectionBoards.tsx'
import { SectionHead } from '../board/SectionHead.tsx'
import { sectionOf, sectionPath, sectionTitle } from '../board/section.selectors.ts'
import { type Boards, loadBoards, useFreshBoards } from '../board/section-boards.ts'
import { FeedChip, FeedStrip } from '../FeedParts.tsx'
import { teamPath } from '../feed.selectors.ts'
import { itemsAsked } from '../feed-calls.ts'

interface PromoData {
  readonly section: string
  readonly page: 'home' | 'events'
  readonly asked: number
  readonly boards: Boards
  readonly nowMs: number
}

/** The screen of a section's first page or of all its games (SPORT-12): which section, its route or its address says. A section
 *  that has a route of its own is at that. @throws AppError route.not_found for one that is not configured */
export function screenOf(routeId: RouteId): ScreenModule {
  return {
    Screen: PromoScreen,
    loadScreen: async ({ app, params, url, parameters }: ScreenRequest): Promise<LoadedScreen<PromoData>> => {
      const place = SECTION_ROUTES[routeId]
      const section = place?.section ?? params.section ?? ''
      const page = place?.page === 'events' ? 'events' : 'home'
      const { list } = sectionOf(app, section)
      const own = sectionPath(app, section, page)
      if (own !== null && own !== url.pathname) throw redirect(own + url.search, 301)
      const isShort = list === 'top' || (page === 'home' && sectionPath(app, section, 'events') !== null)
      const asked = isShort ? app.site.config.betting.dashboardGamesLimit : itemsAsked(app, parameters)
      const boards = await loadBoards(app, { section, asked })
      return {
        meta: () => ({ title: titleOf(app, { section, page }) }),
        data: { section, page, asked, boards, nowMs: Date.now() },
      }
    },
  }
}

function titleOf(app: App, { section, page }: Pick<PromoData, 'section' | 'page'>): string {
  const title = sectionTitle(app, section)
  return page === 'events' ? `${title}: ${app.texts.t('board.section_page_events')}` : title
}

function PromoScreen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<PromoData>>()
  const { section, page, asked, nowMs } = data
  const boards = useFreshBoards(app, data.boards, data)
  const hasEvents = page === 'home' && sectionPath(app, section, 'events') !== null
  const isTop = hasEvents || sectionOf(app, section).list === 'top'
  return (
    <>
      <SectionHead
        section={section}
        page={page}
        {...(page === 'events' ? { title: t('board.section_page_events') } : {})}
      />
      {section === 'team' && <Teams boards={boards} />}
      <SectionBoards boards={boards} asked={asked} nowMs={nowMs} section={section} isTop={isTop} />
    </>
  )
}

/** Teams that a page names at most. */
const MOST_TEAMS = 24

/** Who plays in the games of a section, each with the way to all their games. */
function Teams({ boards }: { readonly boards: Boards }) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  if (offeredPath(app, 'team_games_info', { team: '1' }) === null) return null
  const sides = [...boards.live.items, ...boards.line.items].flatMap(({ participants }) => participants)
  const teams = new Map(sides.map((side) => [side.participantId, side]))
  return (
    <nav aria-label={t('board.teams')}>
      <FeedStrip>
        {[...teams.values()].slice(0, MOST_TEAMS).map((team) => (
          <li key={team.participantId}>
            <FeedChip as={Link} to={teamPath(app, team)}>
              <bdi>{team.name}</bdi>
            </FeedChip>
          </li>
        ))}
      </FeedStrip>
    </nav>
  )
}
