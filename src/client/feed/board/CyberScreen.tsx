import { useLoaderData } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { cyberSectionKey } from '#machines/feed/board/game-section.rules.ts'
import { sportsOfSection } from '#machines/feed/board/menu-sections.ts'
import { sportIcon } from '#renderers/feed/board/sport-icon.ts'
import type { SportEntry } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { asked, callsOf, itemsAsked } from '../feed-calls.ts'
import { CyberSections } from './CyberSections.tsx'
import { SectionBoards } from './SectionBoards.tsx'
import { SectionHead } from './SectionHead.tsx'
import { cyberSections, sectionOf, sectionTitle } from './section.selectors.ts'
import { type Boards, type BoardsQuestion, loadBoards, useFreshBoards } from './section-boards.ts'

interface CyberData {
  /** Null on the page of all cyber sports. */
  readonly chosen: string | null
  readonly question: BoardsQuestion
  readonly boards: Boards
  readonly sports: readonly SportEntry[]
  readonly nowMs: number
}

const CYBER = 'cyber'

/** Loads the games of cyber sports, or of one of their sections (SPORT-3). @throws AppError route.not_found for one that the brand
 *  does not offer */
export async function loadScreen({ app, params, parameters }: ScreenRequest): Promise<LoadedScreen<CyberData>> {
  sectionOf(app, CYBER)
  const chosen = params.section ?? null
  const section = cyberSections(app).find(({ id }) => id === chosen)
  if (chosen !== null && !section) throw new AppError('route.not_found')
  const limit = { asked: itemsAsked(app, parameters) }
  const question = section ? { ...limit, menuSection: section.menuSection } : { ...limit, section: CYBER }
  const [boards, live, line] = await Promise.all([
    loadBoards(app, question),
    ...(['live', 'line'] as const).map((feed) => app.call(callsOf(feed).getSports, { query: asked(app) })),
  ])
  const sports = new Map([...(live?.items ?? []), ...(line?.items ?? [])].map((sport) => [sport.sportId, sport]))
  return {
    meta: () => ({ title: section ? cyberName(app, section.type) : sectionTitle(app, CYBER) }),
    data: { chosen, question, boards, sports: [...sports.values()], nowMs: Date.now() },
  }
}

/** The name of a cyber section (SPORT-16). */
function cyberName({ site, texts }: Pick<App, 'site' | 'texts'>, type: string): string {
  return texts.t(cyberSectionKey(site.config.cyber, type))
}

/** Cyber sports: their sections by name, and the games of the chosen one. */
export function Screen() {
  const app = useApp()
  const { data } = useLoaderData<ScreenData<CyberData>>()
  const { chosen, question, sports, nowMs } = data
  const boards = useFreshBoards(app, data.boards, question)
  const counts = new Map(sports.map(({ sportId, lineGames, liveGames }) => [sportId, lineGames + liveGames]))
  const sections = cyberSections(app).map((section) => {
    const games = sportsOfSection(section.menuSection).map((sportId) => counts.get(sportId) ?? 0)
    return { ...section, count: games.reduce((sum, count) => sum + count, 0) }
  })
  const current = sections.find(({ id }) => id === chosen)
  return (
    <>
      <SectionHead
        section={CYBER}
        {...(current ? { title: cyberName(app, current.type) } : { page: 'home' as const })}
      />
      <CyberSections
        version={app.site.config.cyber.version}
        items={sections
          .filter(({ id, count }) => count > 0 || id === chosen)
          .map(({ id, type, to, count, menuSection }) => ({
            ...{ id, to, count, label: cyberName(app, type), isCurrent: id === chosen },
            icon: sportIcon(sportsOfSection(menuSection)[0] ?? 0),
          }))}
      />
      <SectionBoards
        boards={boards}
        asked={question.asked}
        nowMs={nowMs}
        {...(question.section === undefined ? {} : { section: question.section })}
      />
    </>
  )
}
