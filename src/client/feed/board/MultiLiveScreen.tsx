import { useEffect, useMemo } from 'react'
import { useLoaderData, useNavigate, useNavigation } from 'react-router'
import { gamesOfAddress, keptGames, withGame } from '#machines/feed/board/multi-live.rules.ts'
import { GameCard } from '#renderers/feed/game/GameCard.tsx'
import { GamePicker } from '#renderers/feed/game/GamePicker.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamesAnswer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import { keptValue } from '../../page/board/kept.ts'
import { offeredPath } from '../../page/paths.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { FeedHead } from '../FeedHead.tsx'
import { FeedCards } from '../FeedParts.tsx'
import { gamePath, startOf } from '../feed.selectors.ts'
import { askedView, callsOf, refreshMs } from '../feed-calls.ts'
import { useFresh } from '../stream/use-fresh.ts'
import { NoGames } from './NoGames.tsx'

interface MultiLiveData {
  /** The games beside each other, in their order. */
  readonly chosen: readonly number[]
  readonly answers: LiveGames
  readonly nowMs: number
}

interface LiveGames {
  /** Games that can be chosen. */
  readonly all: GamesAnswer
  /** Those that are. */
  readonly chosen: GamesAnswer
}

const PARAMETER = 'games'
const NO_GAMES: GamesAnswer = { items: [], total: 0 }

/** What this browser had beside each other last. */
const KEPT = keptValue('multiLive', keptGames)

/** Loads the games that are played, and of them those that the address puts beside each other. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<MultiLiveData>> {
  const { dashboardGamesLimit } = app.site.config.betting
  const chosen = gamesOfAddress(url.searchParams.get(PARAMETER), dashboardGamesLimit)
  const answers = await loadGames(app, chosen)
  return {
    meta: () => ({ title: app.texts.t('board.multi_title'), isPrivate: chosen.length > 0 }),
    data: { chosen, answers, nowMs: Date.now() },
  }
}

async function loadGames(
  app: Pick<App, 'call' | 'site' | 'state' | 'visitor'>,
  chosen: readonly number[],
): Promise<LiveGames> {
  const { sport1x2 } = callsOf('live')
  const limit = app.site.config.betting.pageSize
  const [all, own] = await Promise.all([
    app.call(sport1x2, { query: { ...askedView(app), limit } }),
    chosen.length > 0 ? app.call(sport1x2, { query: { ...askedView(app), games: chosen } }) : NO_GAMES,
  ])
  return { all, chosen: own }
}

/** Live games beside each other (LAYOUT-2): the address has them, and this browser keeps them for the next time. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  const timeZone = useTimeZone()
  const view = useBoardView()
  const { data } = useLoaderData<ScreenData<MultiLiveData>>()
  const { chosen, nowMs } = data
  const { all, chosen: own } = useFresh(data.answers, () => loadGames(app, chosen), refreshMs(app, 'live'))
  const start = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  const limit = app.site.config.betting.dashboardGamesLimit
  const path = offeredPath(app, 'multi_live') ?? ''
  const games = chosen.flatMap((id) => own.items.find(({ gameId }) => gameId === id) ?? [])
  const choose = (next: readonly number[]) => {
    KEPT.write(next)
    void navigate(addressOf(path, next), { replace: true, preventScrollReset: true })
  }
  useEffect(() => {
    const last = KEPT.read().slice(0, limit)
    if (chosen.length === 0 && last.length > 0)
      void navigate(addressOf(path, last), { replace: true, preventScrollReset: true })
  }, [chosen, limit, navigate, path])
  if (all.items.length === 0)
    return (
      <>
        <FeedHead title={t('board.multi_title')} />
        <NoGames feed="live" />
      </>
    )
  // A game that is over is removed from the comparison, and makes room.
  const shown = games.map(({ gameId }) => gameId)
  // What was pressed counts at once, also for the next press, while its games are on their way.
  const isOnItsWay = next?.pathname === path
  const current = isOnItsWay ? gamesOfAddress(new URLSearchParams(next.search).get(PARAMETER), limit) : shown
  return (
    <>
      <FeedHead title={t('board.multi_title')} />
      <GamePicker
        games={all.items}
        chosen={current}
        limit={limit}
        onToggle={(gameId) => choose(withGame(current, gameId, limit))}
      />
      {games.length === 0 ? (
        <EmptyState icon="monitor" title={t('board.multi_empty')} text={t('board.multi_empty_text')} />
      ) : (
        <FeedCards>
          {games.map((game) => (
            <GameCard
              key={game.gameId}
              game={game}
              start={start(game)}
              showsGameId={view.showsGameId}
              isLight={view.isLight}
              isCompact={view.isCompact}
              format={view.format}
              to={gamePath(app, game)}
              onRemove={() => choose(withGame(current, game.gameId, limit))}
            />
          ))}
        </FeedCards>
      )}
    </>
  )
}

function addressOf(path: string, games: readonly number[]): string {
  return games.length === 0 ? path : `${path}?${PARAMETER}=${games.join(',')}`
}
