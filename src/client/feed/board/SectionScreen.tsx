import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { byChampionship, byStart } from '#machines/feed/board/board-sections.rules.ts'
import { idOfSegment } from '#machines/site/routes/slug.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamesAnswer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { FeedHead } from '../FeedHead.tsx'
import { FeedWideText } from '../FeedParts.tsx'
import { sportPath } from '../feed.selectors.ts'
import { askedBoard, boardCalls, itemsAsked, refreshMs } from '../feed-calls.ts'
import { boardMeta, sportFacts } from '../feed-facts.ts'
import { useFresh } from '../stream/use-fresh.ts'
import { FeedBoard } from './FeedBoard.tsx'
import type { FeedName } from './favorites.ts'
import { MoreGames } from './MoreGames.tsx'
import { NoGames } from './NoGames.tsx'

interface SectionData {
  readonly feed: FeedName
  /** Null: games of all sports. */
  readonly sportId: number | null
  readonly asked: number
  readonly answer: GamesAnswer
  readonly nowMs: number
}

type Question = Pick<SectionData, 'feed' | 'sportId' | 'asked'>

/** Loads the games of a feed, of one sport or of all. */
export async function loadScreen({ app, params, parameters }: ScreenRequest): Promise<LoadedScreen<SectionData>> {
  const question: Question = {
    feed: params.kind === 'live' ? 'live' : 'line',
    sportId: idOfSegment(params.sport ?? ''),
    asked: itemsAsked(app, parameters),
  }
  const answer = await loadGames(app, question)
  return {
    meta: () =>
      question.sportId === null
        ? { title: titleOf(app.texts.t, question) }
        : boardMeta(app, titleOf(app.texts.t, question), question.feed, answer.total),
    facts: () => sportFacts(app, question, answer.total),
    data: { ...question, answer, nowMs: Date.now() },
  }
}

function loadGames(app: App, { feed, sportId, asked: limit }: Question): Promise<GamesAnswer> {
  const sports = sportId === null ? {} : { sports: [sportId] }
  return app.call(boardCalls(app, feed).games, { query: { ...askedBoard(app), ...sports, limit } })
}

function titleOf(t: ReturnType<typeof useText>, { feed, sportId }: Question): string {
  if (sportId !== null) return t(`sport.${sportId}`)
  return t(feed === 'live' ? 'board.live' : 'board.line_title')
}

/** The games of a feed by championship or, before they start, by time; of one sport or of all. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<SectionData>>()
  const { feed, sportId, nowMs } = data
  const [grouping, setGrouping] = useState('championship')
  const answer = useFresh(data.answer, () => loadGames(app, data), refreshMs(app, feed))
  const title = titleOf(t, data)
  const isByTime = feed === 'line' && grouping === 'time'
  const sections = isByTime
    ? byStart(answer.items, nowMs, app.site.config.betting.upcomingGroupHours)
    : byChampionship(answer.items)
  return (
    <>
      <FeedHead title={title} feeds={{ current: feed, paths: feedPaths(app, sportId) }}>
        {feed === 'line' && answer.items.length > 0 && (
          <Button
            kind="plain"
            size="small"
            icon={isByTime ? 'clock' : 'trophy'}
            aria-label={`${t('board.grouping')}: ${t(isByTime ? 'board.by_time' : 'board.by_championship')}`}
            onClick={() => setGrouping(isByTime ? 'championship' : 'time')}
          >
            <FeedWideText>{t(isByTime ? 'board.by_time' : 'board.by_championship')}</FeedWideText>
          </Button>
        )}
      </FeedHead>
      {answer.items.length === 0 ? (
        <NoGames feed={feed} />
      ) : (
        <FeedBoard sections={sections} feed={feed} label={title} nowMs={nowMs} />
      )}
      {answer.total > answer.items.length && <MoreGames asked={data.asked} />}
    </>
  )
}

function feedPaths(app: App, sportId: number | null): Readonly<Record<FeedName, string>> {
  const path = (feed: FeedName): string =>
    sportId === null ? (offeredPath(app, 'main_section', { kind: feed }) ?? '/') : sportPath(app, feed, sportId)
  return { line: path('line'), live: path('live') }
}
