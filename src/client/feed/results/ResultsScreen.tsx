import { useMemo } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import { getResultChamps, getResults } from '#calls/feed.calls.ts'
import { idOfSegment } from '#machines/site/routes/slug.rules.ts'
import { ResultList } from '#renderers/feed/results/ResultList.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ResultsAnswer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { MoreGames } from '../board/MoreGames.tsx'
import { FeedHead } from '../FeedHead.tsx'
import { startOf } from '../feed.selectors.ts'
import { asked, itemsAsked } from '../feed-calls.ts'
import { ResultFilter, type ResultFilterProps } from './ResultFilter.tsx'
import { type ResultWish, resultPath, resultSports, resultWish } from './result-filter.selectors.ts'

interface ResultsData {
  readonly asked: number
  readonly answer: ResultsAnswer
  readonly nowMs: number
  /** What can be chosen; null on the page of one championship. */
  readonly choice: Pick<ResultFilterProps, 'wish' | 'sports' | 'total'> | null
}

const EVERYTHING: ResultWish = { sportId: null, day: null }

/** Loads games that are over: of one championship, or of all, then of the day and the sport that the address names. */
export async function loadScreen({ app, params, parameters, url }: ScreenRequest): Promise<LoadedScreen<ResultsData>> {
  const limit = itemsAsked(app, parameters)
  const champId = idOfSegment(params.championship ?? '')
  const wish = champId === null ? resultWish(url.searchParams) : EVERYTHING
  const { sportId, day } = wish
  const filter = {
    ...(champId !== null && { champs: [champId] }),
    ...(sportId !== null && { sportId }),
    ...onDay(day),
  }
  const [answer, sports] = await Promise.all([
    app.call(getResults, { query: { ...asked(app), ...filter, limit } }),
    champId === null ? loadSports(app, day) : null,
  ])
  const champName = champId === null ? undefined : answer.items[0]?.champName
  const title = () => app.texts.t('board.results_title')
  return {
    meta: () => ({
      title: champName ? `${title()}: ${champName}` : title(),
      isPrivate: sportId !== null || day !== null,
    }),
    facts: () => ({
      description: champName ? app.texts.t('seo.results', { championship: champName }) : app.texts.t('seo.results_all'),
    }),
    data: { asked: limit, answer, nowMs: Date.now(), choice: sports && { wish, ...sports } },
  }
}

function onDay(day: string | null) {
  return day === null ? {} : { dateFrom: day, dateTo: day }
}

/** The sports of which there are results on a day; the page does without the choice when they cannot be had. */
async function loadSports(app: App, day: string | null): Promise<Pick<ResultFilterProps, 'sports' | 'total'> | null> {
  const answer = await app
    .call(getResultChamps, { query: { ...asked(app), ...onDay(day) } })
    .catch((error: unknown) => {
      console.warn('the choice of results is not shown:', String(error))
      return null
    })
  if (answer === null) return null
  const sports = resultSports(answer)
  return { sports, total: sports.reduce((sum, { games }) => sum + games, 0) }
}

/** How games ended, the latest first. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const timeZone = useTimeZone()
  const { data, meta } = useLoaderData<ScreenData<ResultsData>>()
  const { answer, nowMs, choice } = data
  const { pathname } = useLocation()
  const isChosen = choice !== null && resultPath('', choice.wish) !== ''
  const line = offeredPath(app, 'main_section', { kind: 'line' })
  const start = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  return (
    <>
      <FeedHead title={meta.title || t('board.results_title')} />
      {choice && <ResultFilter {...choice} pathname={pathname} nowMs={nowMs} />}
      <ResultList
        games={answer.items}
        startOf={start}
        isChosen={isChosen}
        wayOn={!isChosen && line ? <ButtonLink to={line}>{t('board.line_title')}</ButtonLink> : undefined}
      />
      {answer.total > answer.items.length && <MoreGames asked={data.asked} />}
    </>
  )
}
