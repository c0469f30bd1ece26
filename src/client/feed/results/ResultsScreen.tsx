import { useMemo } from 'react'
import { useLoaderData } from 'react-router'
import { getResults } from '#calls/feed.calls.ts'
import { idOfSegment } from '#machines/site/routes/slug.rules.ts'
import { ResultList } from '#renderers/feed/results/ResultList.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ResultsAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { MoreGames } from '../board/MoreGames.tsx'
import { FeedHead } from '../FeedHead.tsx'
import { startOf } from '../feed.selectors.ts'
import { asked, itemsAsked } from '../feed-calls.ts'

interface ResultsData {
  readonly asked: number
  readonly answer: ResultsAnswer
  readonly nowMs: number
}

/** Loads games that are over: of one championship, or of all. */
export async function loadScreen({ app, params, parameters }: ScreenRequest): Promise<LoadedScreen<ResultsData>> {
  const limit = itemsAsked(app, parameters)
  const champId = idOfSegment(params.championship ?? '')
  const champs = champId === null ? {} : { champs: [champId] }
  const answer = await app.call(getResults, { query: { ...asked(app), ...champs, limit } })
  const champName = champId === null ? undefined : answer.items[0]?.champName
  const title = () => app.texts.t('board.results_title')
  return {
    meta: () => ({ title: champName ? `${title()}: ${champName}` : title() }),
    facts: () => ({
      description: champName ? app.texts.t('seo.results', { championship: champName }) : app.texts.t('seo.results_all'),
    }),
    data: { asked: limit, answer, nowMs: Date.now() },
  }
}

/** How games ended, the latest first. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const timeZone = useTimeZone()
  const { data, meta } = useLoaderData<ScreenData<ResultsData>>()
  const { answer, nowMs } = data
  const line = offeredPath(app, 'main_section', { kind: 'line' })
  const start = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  return (
    <>
      <FeedHead title={meta.title || t('board.results_title')} />
      <ResultList
        games={answer.items}
        startOf={start}
        wayOn={line ? <ButtonLink to={line}>{t('board.line_title')}</ButtonLink> : undefined}
      />
      {answer.total > answer.items.length && <MoreGames asked={data.asked} />}
    </>
  )
}
