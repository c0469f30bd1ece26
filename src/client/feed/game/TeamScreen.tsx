import { useMemo } from 'react'
import { redirect, useLoaderData } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { getResults } from '#calls/feed.calls.ts'
import { idOfSegment } from '#machines/site/routes/slug.rules.ts'
import { ResultList } from '#renderers/feed/results/ResultList.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ResultsAnswer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { FeedTabs } from '../board/FeedTabs.tsx'
import { SectionBoards } from '../board/SectionBoards.tsx'
import { SectionHead } from '../board/SectionHead.tsx'
import { sectionOf } from '../board/section.selectors.ts'
import type { Boards } from '../board/section-boards.ts'
import { FeedSection, FeedSectionTitle } from '../FeedParts.tsx'
import { startOf, teamPath } from '../feed.selectors.ts'
import { asked, askedView, callsOf } from '../feed-calls.ts'

interface TeamData {
  readonly name: string
  readonly teamId: number
  readonly sportId: number
  /** The championship whose table is shown: that of the last result, else of the next game. */
  readonly champId: number
  readonly boards: Boards
  readonly results: ResultsAnswer
  readonly nowMs: number
}

const SECTION = 'team'
/** Results of a team that its page shows. */
const MOST_RESULTS = 10

/** Loads what is known of a team's games (SPORT-6): those that are played and that come, and the last results. Its id decides;
 *  another slug leads to its own address. @throws AppError route.not_found for a team without a game */
export async function loadScreen({ app, params, url }: ScreenRequest): Promise<LoadedScreen<TeamData>> {
  sectionOf(app, SECTION)
  const teamId = idOfSegment(params.team ?? '') ?? 0
  const { boards, results } = await loadTeam(app, teamId)
  const games = [...boards.live.items, ...boards.line.items, ...results.items]
  const side = games.flatMap(({ participants }) => participants).find(({ participantId }) => participantId === teamId)
  const [game] = games
  if (!side || !game) throw new AppError('route.not_found')
  const path = teamPath(app, side)
  if (path !== url.pathname) throw redirect(path + url.search, 301)
  const { sportId } = game
  const champId = (results.items[0] ?? game).champId
  const data = { name: side.name, teamId, sportId, champId, boards, results, nowMs: Date.now() }
  return {
    meta: () => ({ title: side.name }),
    facts: () => ({ description: app.texts.t('seo.team', { team: side.name }) }),
    data,
  }
}

async function loadTeam(app: App, teamId: number) {
  const teams = [teamId]
  const query = { ...askedView(app), teams }
  const [live, line, results] = await Promise.all([
    app.call(callsOf('live').getTeamGames, { query }),
    app.call(callsOf('line').getTeamGames, { query }),
    app.call(getResults, { query: { ...asked(app), teams, limit: MOST_RESULTS } }),
  ])
  return { boards: { live, line }, results }
}

/** A team's games and how its last ones ended. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const timeZone = useTimeZone()
  const { name, teamId, sportId, champId, boards, results, nowMs } = useLoaderData<ScreenData<TeamData>>().data
  const start = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  return (
    <>
      <SectionHead section={SECTION} title={name} />
      <FeedTabs champId={champId} team={{ teamId, sportId }}>
        <SectionBoards boards={boards} asked={0} nowMs={nowMs} section={SECTION} isTop />
        {results.items.length > 0 && (
          <FeedSection>
            <FeedSectionTitle>{t('board.results_title')}</FeedSectionTitle>
            <ResultList games={results.items} startOf={start} />
          </FeedSection>
        )}
      </FeedTabs>
    </>
  )
}
