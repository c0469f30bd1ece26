import { useLoaderData } from 'react-router'
import { byChampionship } from '#machines/feed/board/board-sections.rules.ts'
import { BoardSkeleton } from '#renderers/feed/board/BoardSkeleton.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { FeedHead } from '../FeedHead.tsx'
import { FeedBoard } from './FeedBoard.tsx'
import { FeedPart } from './FeedPart.tsx'
import { useFavoriteGames } from './favorite-games.ts'

const FEEDS = ['live', 'line'] as const
/** Placeholder rows while a list loads. */
const STAND_INS = 3

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
            <FeedBoard
              sections={byChampionship(games)}
              feed={feed}
              label={t(`board.${feed}`)}
              nowMs={nowMs}
              isPersonal
            />
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
