import { useEffect, useState } from 'react'
import { byChampionship } from '#machines/feed/board/board-sections.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { BoardSkeleton } from '#renderers/feed/board/BoardSkeleton.tsx'
import { sportIcon } from '#renderers/feed/board/sport-icon.ts'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { SectionHeading } from '#renderers/site/SectionHeading.tsx'
import { Tabs } from '#renderers/site/Tabs.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamesAnswer, SportEntry } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import { offeredPath } from '../../page/paths.ts'
import { useCall } from '../../page/use-call.ts'
import { sportPath } from '../feed.selectors.ts'
import { askedBoard, askedView, callsOf, refreshMs } from '../feed-calls.ts'
import { LivePrices } from '../stream/LivePrices.tsx'
import { useFresh } from '../stream/use-fresh.ts'
import { FeedBoard } from './FeedBoard.tsx'
import type { FeedName } from './favorites.ts'
import { NoGames } from './NoGames.tsx'

/** Sports that have a tab beside the first. */
const MOST_SPORTS = 7
const ALL = 'all'

interface Question {
  readonly feed: FeedName
  /** Null: games of all sports. */
  readonly sportId: number | null
  readonly count: number
}

/** Loads the games pinned to the top of a feed, or of one of its sports (FEED-5). */
export function loadTopGames(
  app: Pick<App, 'call' | 'state' | 'site' | 'visitor'>,
  question: Question,
): Promise<GamesAnswer> {
  const { feed, sportId, count } = question
  const sports = sportId === null ? {} : { sports: [sportId] }
  return app.call(callsOf(feed).topGamesStats, {
    query: { ...askedBoard(app), ...askedView(app), ...sports, limit: count },
  })
}

/** Props of {@link HomeGames}. */
export interface HomeGamesProps {
  readonly feed: FeedName
  readonly count: number
  readonly answer: GamesAnswer
  readonly sports: readonly SportEntry[]
  readonly title: string | undefined
  readonly nowMs: number
}

/** The games in front of a feed on the home page: of all sports, or of the one that is chosen. */
export function HomeGames({ feed, count, answer, sports, title, nowMs }: HomeGamesProps) {
  const app = useApp()
  const t = useText()
  const [chosen, setChosen] = useState(ALL)
  const sportId = chosen === ALL ? null : Number(chosen)
  const heading = title ?? t(feed === 'live' ? 'board.top_live' : 'board.top_line')
  const all = sportId === null ? offeredPath(app, 'main_section', { kind: feed }) : sportPath(app, feed, sportId)
  const countOf = (sport: SportEntry) => (feed === 'live' ? sport.liveGames : sport.lineGames)
  const shown = sports.toSorted((one, other) => countOf(other) - countOf(one)).slice(0, MOST_SPORTS)
  const tabs = shown.map((sport) => ({
    id: String(sport.sportId),
    label: t(`sport.${sport.sportId}`),
    icon: sportIcon(sport.sportId),
  }))
  const place = { feed, count, nowMs, label: heading }
  const board =
    sportId === null ? (
      <Games {...place} sportId={null} answer={answer} />
    ) : (
      <SportGames key={sportId} {...place} sportId={sportId} />
    )
  return (
    <section>
      <SectionHeading title={heading} allPath={all ?? undefined} />
      <LivePrices isQuiet={feed === 'line'}>
        {tabs.length > 1 ? (
          <Tabs
            kind="segments"
            label={heading}
            tabs={[{ id: ALL, label: t('board.top'), icon: 'star' }, ...tabs]}
            selectedId={chosen}
            onSelect={setChosen}
          >
            {board}
          </Tabs>
        ) : (
          board
        )}
      </LivePrices>
    </section>
  )
}

interface GamesProps extends Question {
  readonly nowMs: number
  readonly label: string
  readonly answer: GamesAnswer
}

function Games({ answer, label, nowMs, ...question }: GamesProps) {
  const app = useApp()
  const { feed } = question
  const { items } = useFresh(answer, () => loadTopGames(app, question), refreshMs(app, feed))
  if (items.length === 0) return <NoGames feed={feed} />
  return <FeedBoard sections={byChampionship(items)} feed={feed} label={label} nowMs={nowMs} />
}

/** The games of a sport that was chosen just now: they are on their way first. */
function SportGames({ feed, sportId, count, ...place }: Omit<GamesProps, 'answer'>) {
  const { state, site, visitor } = useApp()
  const call = useCall()
  const t = useText()
  const { priceColumns } = useBoardView()
  const [found, setFound] = useState<{ readonly answer?: GamesAnswer; readonly failure?: string }>({})
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = attempt >= 0
    loadTopGames({ call, state, site, visitor }, { feed, sportId, count }).then(
      (answer) => isCurrent && setFound({ answer }),
      (error: unknown) => isCurrent && setFound({ failure: readFailure(error).code }),
    )
    return () => {
      isCurrent = false
    }
  }, [call, state, site, visitor, feed, sportId, count, attempt])
  const retry = () => {
    setFound({})
    setAttempt(attempt + 1)
  }
  if (found.failure) return <ErrorState title={t(found.failure)} onRetry={retry} />
  if (!found.answer) return <BoardSkeleton count={count} priceColumns={priceColumns} />
  return <Games {...place} feed={feed} sportId={sportId} count={count} answer={found.answer} />
}
