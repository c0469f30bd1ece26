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
import { asked, askedBoard, boardCalls, callsOf, itemsAsked, refreshMs } from '../feed-calls.ts'
import { boardMeta, sportFacts } from '../feed-facts.ts'
import { useFresh } from '../stream/use-fresh.ts'
import { BoardFilter } from './BoardFilter.tsx'
import {
  type BoardWish,
  boardChoices,
  boardQuery,
  boardWish,
  countriesOf,
  isNarrowedBy,
} from './board-filter.selectors.ts'
import { FeedBoard } from './FeedBoard.tsx'
import type { FeedName } from './favorites.ts'
import { MoreGames } from './MoreGames.tsx'
import { NoGames } from './NoGames.tsx'

interface SectionData {
  readonly feed: FeedName
  /** Null: games of all sports. */
  readonly sportId: number | null
  readonly asked: number
  readonly wish: BoardWish
  readonly countries: readonly number[]
  readonly answer: GamesAnswer
  readonly nowMs: number
}

type Question = Pick<SectionData, 'feed' | 'sportId' | 'asked' | 'wish'>

/** Championships whose countries are offered at most. */
const MOST_CHAMPS = 500

/** Loads the games of a feed, of one sport or of all. */
export async function loadScreen({ app, params, parameters, url }: ScreenRequest): Promise<LoadedScreen<SectionData>> {
  const feed = params.kind === 'live' ? 'live' : 'line'
  const question: Question = {
    feed,
    wish: boardWish(url.searchParams, boardChoices(app.site, feed)),
    sportId: idOfSegment(params.sport ?? ''),
    asked: itemsAsked(app, parameters),
  }
  const [answer, countries] = await Promise.all([loadGames(app, question), loadCountries(app, question)])
  return {
    meta: () => ({
      ...(question.sportId === null
        ? { title: titleOf(app.texts.t, question) }
        : boardMeta(app, titleOf(app.texts.t, question), question.feed, answer.total)),
      ...(isNarrowedBy(question.wish) && { isPrivate: true }),
    }),
    facts: () => sportFacts(app, question, answer.total),
    data: { ...question, countries, answer, nowMs: Date.now() },
  }
}

function loadGames(app: App, { feed, sportId, wish, asked: limit }: Question): Promise<GamesAnswer> {
  const sports = sportId === null ? {} : { sports: [sportId] }
  const query = { ...askedBoard(app), ...sports, ...boardQuery(wish, Date.now()), limit }
  return app.call(boardCalls(app, feed).games, { query })
}

/** The countries among which one can choose; the page does without the choice when they cannot be had. */
async function loadCountries(app: App, { feed, sportId }: Question): Promise<readonly number[]> {
  const sports = sportId === null ? {} : { sports: [sportId] }
  const answer = await app
    .call(callsOf(feed).getChamps, { query: { ...asked(app), ...sports, limit: MOST_CHAMPS } })
    .catch((error: unknown) => {
      console.warn('countries cannot be chosen:', String(error))
      return null
    })
  return answer ? countriesOf(answer.items, feed) : []
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
        <BoardFilter feed={feed} wish={data.wish} countries={data.countries} />
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
        <NoGames feed={feed} isNarrowed={isNarrowedBy(data.wish)} />
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
