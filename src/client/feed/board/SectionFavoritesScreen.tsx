import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import { SPORT_KINDS } from '#machines/feed/board/favorites.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { SECTION_ROUTES } from '#machines/site/routes/section-routes.ts'
import { BoardSkeleton } from '#renderers/feed/board/BoardSkeleton.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamesAnswer, RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../../page/screen.ts'
import { useCall } from '../../page/use-call.ts'
import { asked, boardCalls } from '../feed-calls.ts'
import { useFavorites } from './favorites.ts'
import { SectionBoards } from './SectionBoards.tsx'
import { SectionHead } from './SectionHead.tsx'
import { sectionOf, sectionPath, sectionTitle } from './section.selectors.ts'
import { type Boards, visitorCountry } from './section-boards.ts'

interface FavoritesData {
  readonly section: string
  readonly nowMs: number
}

/** Placeholder rows while a list loads. */
const STAND_INS = 3

/** The screen of the games of a section that this browser keeps in front: the server knows none, so the page asks for them itself.
 *  @throws AppError route.not_found for a section that is not configured */
export function screenOf(routeId: RouteId): ScreenModule {
  return {
    Screen: SectionFavoritesScreen,
    loadScreen: ({ app }: ScreenRequest): LoadedScreen<FavoritesData> => {
      const section = SECTION_ROUTES[routeId]?.section ?? ''
      sectionOf(app, section)
      const title = () => `${sectionTitle(app, section)}: ${app.texts.t('board.favorites_title')}`
      return { meta: () => ({ title: title(), isPrivate: true }), data: { section, nowMs: Date.now() } }
    },
  }
}

function SectionFavoritesScreen() {
  const app = useApp()
  const t = useText()
  const { section, nowMs } = useLoaderData<ScreenData<FavoritesData>>().data
  const { boards, failure, retry } = useKeptBoards(section)
  const { priceColumns } = useBoardView()
  const home = sectionPath(app, section)
  const isEmpty = boards !== null && boards.live.total + boards.line.total === 0
  return (
    <>
      <SectionHead section={section} page="favorites" title={t('board.favorites_title')} />
      {boards === null && failure === null ? <BoardSkeleton count={STAND_INS} priceColumns={priceColumns} /> : null}
      {failure === null ? null : <ErrorState title={t(failure)} onRetry={retry} />}
      {isEmpty ? (
        <EmptyState
          icon="star"
          title={t('board.favorites_empty')}
          text={t('board.favorites_empty_text')}
          action={home ? <ButtonLink to={home}>{sectionTitle(app, section)}</ButtonLink> : undefined}
        />
      ) : null}
      {boards && !isEmpty ? <SectionBoards boards={boards} asked={0} nowMs={nowMs} section={section} isTop /> : null}
    </>
  )
}

interface KeptBoards {
  readonly boards: Boards | null
  readonly failure: string | null
}

const ON_THEIR_WAY: KeptBoards = { boards: null, failure: null }

/** The games of a section that are kept, and those of its championships that are; null while they are on their way. */
function useKeptBoards(section: string) {
  const app = useApp()
  const call = useCall()
  const kept = { live: useFavorites('live'), line: useFavorites('line') }
  const wanted = JSON.stringify(
    (['live', 'line'] as const).map((feed) => ({
      feed,
      games: SPORT_KINDS.flatMap((kind) => kept[feed][kind].games),
      champs: SPORT_KINDS.flatMap((kind) => kept[feed][kind].champs),
    })),
  )
  const [found, setFound] = useState(ON_THEIR_WAY)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = attempt >= 0
    const common = { ...asked(app), ...visitorCountry(app), section }
    const load = async ({ feed, games, champs }: { feed: keyof Boards; games: number[]; champs: number[] }) => {
      const lists = [games.length > 0 && { games }, champs.length > 0 && { champs }].filter((list) => list !== false)
      const answers = lists.map((list) => call(boardCalls(app, feed).games, { query: { ...common, ...list } }))
      return joined(await Promise.all(answers))
    }
    Promise.all((JSON.parse(wanted) as Parameters<typeof load>[0][]).map(load)).then(
      ([live, line]) => isCurrent && live && line && setFound({ boards: { live, line }, failure: null }),
      (error: unknown) => isCurrent && setFound({ boards: null, failure: readFailure(error).code }),
    )
    return () => {
      isCurrent = false
    }
  }, [app, call, section, wanted, attempt])
  const retry = () => {
    setFound(ON_THEIR_WAY)
    setAttempt(attempt + 1)
  }
  return { ...found, retry }
}

function joined(answers: readonly GamesAnswer[]): GamesAnswer {
  const games = new Map(answers.flatMap(({ items }) => items).map((game) => [game.gameId, game]))
  return { items: [...games.values()], total: games.size }
}
