import { lazy, useState } from 'react'
import { redirect, useLoaderData } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { getHorseRace } from '#calls/feed.calls.ts'
import { SECTION_ROUTES } from '#machines/site/routes/section-routes.ts'
import { idOfSegment } from '#machines/site/routes/slug.rules.ts'
import { FEED_KIND, MARKET_STATUS, takesBets } from '#machines/site/tables/tables.ts'
import { gameName } from '#renderers/feed/board/BoardRow.tsx'
import { MarkButton } from '#renderers/feed/board/MarkButton.tsx'
import { GameCounts } from '#renderers/feed/game/GameCounts.tsx'
import { GameMarkets } from '#renderers/feed/game/GameMarkets.tsx'
import { RaceCard } from '#renderers/feed/game/RaceCard.tsx'
import { Scoreboard } from '#renderers/feed/game/Scoreboard.tsx'
import { GameBroadcasts } from '#renderers/feed/results/GameBroadcasts.tsx'
import { MatchField } from '#renderers/feed/tracker/MatchField.tsx'
import { MatchTimeline } from '#renderers/feed/tracker/MatchTimeline.tsx'
import { Lazy } from '#renderers/shell/Lazy.tsx'
import { Tabs } from '#renderers/site/Tabs.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BoardGame, GameAnswer, HorseRaceAnswer, RouteId } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { useBoardView, useMarketColumns, usePins } from '../../page/board/board-preferences.ts'
import { offeredPath } from '../../page/paths.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../../page/screen.ts'
import { type FeedName, useFavoritesPort } from '../board/favorites.ts'
import { sectionChampPath, sectionGamePath, sectionOf, sectionPath, sectionTitle } from '../board/section.selectors.ts'
import { visitorCountry } from '../board/section-boards.ts'
import { FeedHead } from '../FeedHead.tsx'
import { broadcastStart, champPath, champTitle, feedOf, gamePath, sportPath, startOf } from '../feed.selectors.ts'
import { asked, boardCalls, callsOf, refreshMs } from '../feed-calls.ts'
import { gameFacts, gameTitle } from '../feed-facts.ts'
import { statisticsPath } from '../statistics/statistics-paths.ts'
import { useFresh } from '../stream/use-fresh.ts'
import { usePrice } from '../stream/use-price.tsx'
import styles from './Game.module.css'
import { GameBell } from './GameBell.tsx'

const GameStatisticsTab = lazy(async () => ({ default: (await import('./GameStatisticsTab.tsx')).GameStatisticsTab }))

interface GameData {
  readonly feed: FeedName
  /** The section inside which it is shown; null on its page in the feed. */
  readonly section: string | null
  readonly gameId: number
  readonly answer: GameAnswer
  /** Who takes part in an event of many; null in a game of two sides. */
  readonly card: HorseRaceAnswer | null
  readonly nowMs: number
}

/** Loads a game with all its markets. Its id decides: another slug leads to its own address for good, and the line's address of
 *  a game that is played by now to the live one. */
export async function loadScreen({ app, params, url }: ScreenRequest): Promise<LoadedScreen<GameData>> {
  const feed = params.kind === 'live' ? 'live' : 'line'
  const gameId = idOfSegment(params.game ?? '') ?? 0
  const [answer] = await Promise.all([loadGame(app, { feed, gameId }), app.texts.need(['sport'])])
  leaveEnded(app, answer.game)
  const path = gamePath(app, answer.game)
  if (path !== url.pathname) throw redirect(path + url.search, feedOf(answer.game) === feed ? 301 : 302)
  return {
    meta: () => ({ title: gameTitle(app, answer.game) }),
    facts: () => gameFacts(app, answer.game, trailOf(app, app.texts.t, answer.game, null)),
    data: { feed, section: null, gameId, answer, card: await loadCard(app, answer), nowMs: Date.now() },
  }
}

/** Where the address of a game that is over leads: by the brand's rule to its statistics, or nowhere (SEO-17). A page that is open when
 *  its game ends stays. A race has no statistics of two sides: its page is the result.
 *  @throws AppError page.gone   @throws Response that leads to the result */
function leaveEnded(app: App, game: BoardGame): void {
  const { endedGames } = app.site.config.seo
  const { status, sportId, gameId, participants } = game
  const isCancelled = status === MARKET_STATUS.CANCELED
  if (status !== MARKET_STATUS.SETTLED && !isCancelled) return
  if (endedGames === 'gone' || isCancelled) throw new AppError('page.gone')
  const place = { kind: 'game', sportId, gameId, tab: 'main' } as const
  const path = participants.length > 1 ? statisticsPath(app, place, { isFrame: false }) : null
  if (path !== null) throw redirect(path, 301)
}

/** The screen of a game inside a section (SPORT-2 to SPORT-10). A game that is not, or is no longer, of the section is at its page
 *  in the feed, which search engines are shown alone. @throws AppError route.not_found for a section that is not configured */
export function screenOf(routeId: RouteId): ScreenModule {
  return {
    Screen,
    loadScreen: async ({ app, params, url }: ScreenRequest): Promise<LoadedScreen<GameData>> => {
      const section = SECTION_ROUTES[routeId]?.section ?? ''
      sectionOf(app, section)
      const gameId = idOfSegment(params.game ?? '') ?? 0
      const [answer] = await Promise.all([loadGame(app, { feed: 'line', gameId }), app.texts.need(['sport'])])
      leaveEnded(app, answer.game)
      const feed = feedOf(answer.game)
      const query = { ...asked(app), ...visitorCountry(app), section, games: [gameId], limit: 1 }
      const { total } = await app.call(callsOf(feed).sport1x2, { query })
      if (total === 0) throw redirect(gamePath(app, answer.game))
      const path = sectionGamePath(app, section, answer.game)
      if (path !== url.pathname) throw redirect(path + url.search, 301)
      const meta = { title: gameName(answer.game), isPrivate: true }
      const card = await loadCard(app, answer)
      return { meta: () => meta, data: { feed, section, gameId, answer, card, nowMs: Date.now() } }
    },
  }
}

function loadGame(app: App, { feed, gameId }: Pick<GameData, 'feed' | 'gameId'>): Promise<GameAnswer> {
  return app.call(boardCalls(app, feed).game, { query: { ...asked(app), gameId } })
}

async function loadCard(app: App, { game: { gameId, participants } }: GameAnswer): Promise<HorseRaceAnswer | null> {
  return participants.length > 1 ? null : app.call(getHorseRace, { query: { gameId } })
}

/** A game: how it stands, and everything that can be bet on. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const timeZone = useTimeZone()
  const { data } = useLoaderData<ScreenData<GameData>>()
  const { feed, section, nowMs } = data
  const view = useBoardView()
  const { isVideoShown } = app.site.config.boolean
  const [isInTwoColumns, keepColumns] = useMarketColumns()
  const [overId, setOverId] = useState(0)
  const periodMs = useRefreshMs(data, overId === data.gameId)
  const { game, groups, subGames, broadcasts } = useFresh(data.answer, () => loadGame(app, data), periodMs)
  const card = useFresh(data.card, () => loadCard(app, data.answer), periodMs)
  if (card?.isOver && overId !== data.gameId) setOverId(data.gameId)
  const [part, setPart] = useState(game.gameId)
  const parts = [game, ...subGames]
  const shown = parts.find(({ gameId }) => gameId === part) ?? game
  return (
    <>
      <FeedHead title={gameName(game)} isTitleShown={false} trail={trailOf(app, t, game, section)} />
      <div className={styles.top}>
        <Scoreboard
          game={game}
          start={startOf(app, timeZone, nowMs)(game)}
          showsGameId={view.showsGameId}
          isLight={view.isLight}
          action={<GameMarks feed={feed} game={game} />}
        />
        {!view.isLight && <MatchField game={game} />}
      </div>
      {game.kind === FEED_KIND.live && <p className={styles.late}>{t('board.delayed')}</p>}
      {isVideoShown && broadcasts && (
        <GameBroadcasts
          broadcasts={broadcasts}
          startOf={broadcastStart(app, timeZone)}
          playerMode={app.site.config.betting.mediaPlayerMode}
        />
      )}
      {card && (
        <RaceCard
          game={game}
          card={card}
          format={view.format}
          horsePath={(horseId) => statisticsPath(app, { kind: 'horse', horseId }, { isFrame: false })}
        />
      )}
      {!card && parts.length > 1 && (
        <Tabs
          label={t('board.markets')}
          tabs={parts.map((one) => ({ id: String(one.gameId), label: gameName(one) }))}
          selectedId={String(shown.gameId)}
          onSelect={(id) => setPart(Number(id))}
        />
      )}
      {!card && (
        <GameMarkets
          key={shown.gameId}
          game={shown}
          groups={groups}
          format={view.format}
          isInTwoColumns={isInTwoColumns}
          onColumns={keepColumns}
          statistics={
            <>
              {!view.isLight && <GameCounts game={game} />}
              {!view.isLight && <MatchTimeline game={game} />}
              <Lazy fallback={null}>
                <GameStatisticsTab game={game} nowMs={nowMs} />
              </Lazy>
            </>
          }
        />
      )}
    </>
  )
}

/** The player's own marks of a game. */
function GameMarks({ feed, game }: { readonly feed: FeedName; readonly game: BoardGame }) {
  const app = useApp()
  const t = useText()
  const favorites = useFavoritesPort(feed)
  const pins = usePins()
  return (
    <>
      <MarkButton
        mark="star"
        isOn={favorites.hasGame(game.gameId)}
        label={t('board.favorite', { name: gameName(game) })}
        onPress={() => favorites.toggleGame(game)}
      />
      <MarkButton
        mark="pin"
        isOn={pins.has(game.gameId)}
        label={t('board.pin', { name: gameName(game) })}
        onPress={() => pins.toggle(game.gameId)}
      />
      <GameBell game={game} path={gamePath(app, game)} />
    </>
  )
}

/** How often the page asks for its game, ms. An event of many is never live: once the stream says that it takes no bets, its result is
 *  awaited as that of a live game is. */
function useRefreshMs({ feed, card, answer }: GameData, isOver: boolean): number {
  const app = useApp()
  const offered = offeredOutcome(answer.game)
  const price = usePrice(offered?.outcomeId ?? 0)
  const isClosed = offered === undefined || (price !== null && (price.isSuspended || !price.isLive))
  return refreshMs(app, card && !card.isOver && !isOver && isClosed ? 'live' : feed)
}

/** An outcome of an event of many that took bets when the page was loaded. */
function offeredOutcome({ markets, status }: BoardGame) {
  const market = takesBets(status) ? markets.find((one) => takesBets(one.status)) : undefined
  return market?.outcomes.find(({ isSuspended }) => !isSuspended)
}

function trailOf(app: App, t: ReturnType<typeof useText>, game: BoardGame, section: string | null) {
  const feed = feedOf(game)
  const home = section === null ? null : sectionPath(app, section)
  if (section !== null && home) {
    const champ = { id: 'champ', label: game.champName, to: sectionChampPath(app, section, feed, game) }
    return [{ id: 'section', label: sectionTitle(app, section), to: home }, champ]
  }
  return [
    { id: 'sport', label: t(`sport.${game.sportId}`), to: sportPath(app, feed, game.sportId) },
    game.isDuel
      ? { id: 'champ', label: champTitle(app, game), to: offeredPath(app, 'duels') ?? champPath(app, feed, game) }
      : { id: 'champ', label: game.champName, to: champPath(app, feed, game) },
  ]
}
