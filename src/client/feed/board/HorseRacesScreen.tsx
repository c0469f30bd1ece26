import { useLoaderData } from 'react-router'
import { getHorsesRace } from '#calls/feed.calls.ts'
import { Meetings } from '#renderers/feed/game/Meetings.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { HorsesRaceAnswer, MeetingRace, RaceMeeting } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { countryOf, gamePath, startOf } from '../feed.selectors.ts'
import { refreshMs } from '../feed-calls.ts'
import { useFresh } from '../stream/use-fresh.ts'
import { SectionHead } from './SectionHead.tsx'
import { sectionOf, sectionTitle } from './section.selectors.ts'

const SECTION = 'horse_races'

interface RacesData {
  readonly answer: HorsesRaceAnswer
  readonly nowMs: number
}

/** Loads the meetings of horse races (SPORT-13). @throws AppError route.not_found where the brand does not offer the section */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<RacesData>> {
  sectionOf(app, SECTION)
  const [answer] = await Promise.all([loadMeetings(app), app.texts.need(['sport'])])
  return { meta: () => ({ title: sectionTitle(app, SECTION) }), data: { answer, nowMs: Date.now() } }
}

function loadMeetings(app: App): Promise<HorsesRaceAnswer> {
  return app.call(getHorsesRace, { query: { lng: app.state.visitor.language } })
}

/** Horse races: the next ones, then the meetings with their races and results. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const timeZone = useTimeZone()
  const { data } = useLoaderData<ScreenData<RacesData>>()
  const { items } = useFresh(data.answer, () => loadMeetings(app), refreshMs(app, 'line'))
  const countries = countryOf(app)
  const all = offeredPath(app, 'main_section', { kind: 'line' })
  return (
    <>
      <SectionHead section={SECTION} page="home" />
      {items.length === 0 ? (
        <EmptyState
          icon="calendar"
          title={t('board.empty_section')}
          text={t('board.empty_section_text')}
          action={all ? <ButtonLink to={all}>{t('board.line_title')}</ButtonLink> : undefined}
        />
      ) : (
        <Meetings
          meetings={items}
          pathOf={(meeting, race) => racePath(app, meeting, race)}
          startOf={startOf(app, timeZone, data.nowMs)}
          countryOf={countries}
        />
      )}
    </>
  )
}

function racePath(app: App, { champId, course, sportId }: RaceMeeting, { gameId, name, kind }: MeetingRace): string {
  const participants = [{ participantId: gameId, name }]
  return gamePath(app, { gameId, champId, champName: course, sportId, kind, participants })
}
