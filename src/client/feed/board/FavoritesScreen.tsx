import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import { byChampionship } from '#machines/feed/board/board-sections.rules.ts'
import { SPORT_KINDS } from '#machines/feed/board/favorites.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { BoardSkeleton } from '#renderers/feed/board/BoardSkeleton.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BoardGame } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { useCall } from '../../page/use-call.ts'
import { FeedHead } from '../FeedHead.tsx'
import { asked, askedView, boardCalls, callsOf } from '../feed-calls.ts'
import { FeedBoard } from './FeedBoard.tsx'
import { FeedPart } from './FeedPart.tsx'
import { type FeedName, useFavorites } from './favorites.ts'

const FEEDS = ['live', 'line'] as const
/** Placeholder rows while a list loads. */
const STAND_INS = 3
/** Games that one question may name. */
const MOST_GAMES = 200

/** The server knows no favourites of this browser: the page asks for their games itself. */
export function loadScreen({ app }: ScreenRequest): LoadedScreen<number> {
  return { meta: () => ({ title: app.texts.t('board.favorites_title'), isPrivate: true }), data: Date.now() }
}

/** What this visitor keeps in front, live games first. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data: nowMs } = useLoaderData<ScreenData<number>>()
  const boards = { live: useFavoriteGames('live'), line: useFavoriteGames('line') }
  const { priceColumns } = useBoardView()
  const failed = FEEDS.find((feed) => boards[feed].failure !== null)
  const isWaiting = FEEDS.some((feed) => boards[feed].games === null && boards[feed].failure === null)
  const isEmpty = FEEDS.every((feed) => boards[feed].games?.length === 0)
  const line = offeredPath(app, 'main_section', { kind: 'line' })
  return (
    <>
      <FeedHead title={t('board.favorites_title')} />
      {FEEDS.map((feed) => {
        const { games } = boards[feed]
        return games && games.length > 0 ? (
          <FeedPart key={feed} feed={feed} count={games.length}>
            <FeedBoard sections={byChampionship(games)} feed={feed} label={t(`board.${feed}`)} nowMs={nowMs} />
          </FeedPart>
        ) : null
      })}
      {isWaiting ? <BoardSkeleton count={STAND_INS} priceColumns={priceColumns} /> : null}
      {failed ? <ErrorState title={t(boards[failed].failure ?? '')} onRetry={boards[failed].retry} /> : null}
      {isEmpty ? (
        <EmptyState
          icon="star"
          title={t('board.favorites_empty')}
          text={t('board.favorites_empty_text')}
          action={line ? <ButtonLink to={line}>{t('board.line_title')}</ButtonLink> : undefined}
        />
      ) : null}
    </>
  )
}

/** The games that are kept, and those of the championships that are; null while they are on their way. */
function useFavoriteGames(feed: FeedName) {
  const app = useApp()
  const call = useCall()
  const kept = useFavorites(feed)
  const other = useFavorites(feed === 'live' ? 'line' : 'live')
  // A game that was marked in one feed may be in the other by now: each tells those that it has.
  const games = [kept, other]
    .flatMap((all) => SPORT_KINDS.flatMap((kind) => all[kind].games))
    .slice(0, MOST_GAMES)
    .join(',')
  const champs = SPORT_KINDS.flatMap((kind) => kept[kind].champs).join(',')
  const [found, setFound] = useState<{ readonly games: readonly BoardGame[] | null; readonly failure: string | null }>({
    games: null,
    failure: null,
  })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = attempt >= 0
    const lists = [
      games && call(callsOf(feed).getFavorites, { query: { ...askedView(app), games: games.split(',').map(Number) } }),
      champs && call(boardCalls(app, feed).games, { query: { ...asked(app), champs: champs.split(',').map(Number) } }),
    ].filter((list) => list !== '')
    Promise.all(lists).then(
      (answers) => {
        const all = new Map(answers.flatMap(({ items }) => items).map((game) => [game.gameId, game]))
        if (isCurrent) setFound({ games: [...all.values()], failure: null })
      },
      (error: unknown) => isCurrent && setFound({ games: null, failure: readFailure(error).code }),
    )
    return () => {
      isCurrent = false
    }
  }, [app, call, feed, games, champs, attempt])
  const retry = () => {
    setFound({ games: null, failure: null })
    setAttempt(attempt + 1)
  }
  return { ...found, retry }
}
