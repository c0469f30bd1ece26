import { useRef } from 'react'
import { useLoaderData } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { getGamesPreviewByGameIds, getJackpots } from '#calls/casino/lobby.calls.ts'
import { isTableGame } from '#machines/casino/tables/table-game.rules.ts'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GameDetails, JackpotsAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { FrameStage } from './frame/FrameParts.tsx'
import { GameFrame, NoFrame } from './frame/GameFrame.tsx'
import { GameSwitch } from './frame/GameSwitch.tsx'
import { GameInfo } from './GameInfo.tsx'
import { GameTable } from './GameTable.tsx'
import styles from './game.module.css'
import { Jackpots } from './jackpots/Jackpots.tsx'
import { TableGame } from './tables/TableGame.tsx'
import { useGame } from './use-game.ts'

interface GamePage {
  readonly details: GameDetails
  readonly jackpots: JackpotsAnswer
}

/** Loads what can be known of a game before it is opened; a session begins when the player opens it.
 *  @throws AppError casino.game_unknown */
export async function loadScreen({ app, params }: ScreenRequest): Promise<LoadedScreen<GamePage>> {
  const game = params.game ?? ''
  const [{ games }, jackpots] = await Promise.all([
    app.call(getGamesPreviewByGameIds, { body: { ids: [game] } }),
    app.call(getJackpots, { query: { game } }),
  ])
  const [details] = games
  if (!details) throw new AppError('casino.game_unknown')
  const { t } = app.texts
  const lobby = offeredPath(app, 'casino')
  return {
    meta: () => ({ title: details.game.name }),
    facts: () => ({
      ...(details.returnHighest && {
        description: t('seo.casino_game', {
          game: details.game.name,
          brand: app.site.name,
          share: details.returnHighest,
        }),
      }),
      trail: lobby ? [{ label: t('casino.page_casino'), to: lobby }] : [],
    }),
    data: { details, jackpots },
  }
}

/** The page of a game: what it is, and the game itself, in place (CAS-6, CAS-7). It stays when the player switches to another game. */
export function Screen() {
  const { details, jackpots } = useLoaderData<ScreenData<GamePage>>().data
  const app = useApp()
  const t = useText()
  const stage = useRef<HTMLDivElement>(null)
  const { game } = details
  const play = useGame(game.id)
  const { launched, isBusy, failure, open, leave, switchTo } = play
  const lobby = offeredPath(app, 'casino')
  const onFullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : stage.current?.requestFullscreen?.())
  return (
    <div className={styles.page}>
      <PageHeading
        title={game.name}
        trail={lobby ? [{ id: 'casino', label: t('casino.page_casino'), to: lobby }] : []}
      />
      <Jackpots key={game.id} first={jackpots} gameId={game.id} />
      <FrameStage ref={stage}>
        {launched === null ? (
          isBusy ? (
            <Spinner label={game.name} />
          ) : (
            <GameInfo key={game.id} {...{ details, isBusy, failure }} onOpen={open} />
          )
        ) : launched.settings && isTableGame(launched.settings) ? (
          <TableGame key={launched.sessionId} launched={launched} name={game.name} onLeave={leave} />
        ) : launched.settings ? (
          <GameTable key={launched.sessionId} launched={launched} game={play} name={game.name} />
        ) : launched.url ? (
          <GameFrame
            key={launched.sessionId}
            {...{ launched, details, onFullScreen }}
            onLeave={leave}
            onAgain={() => open(launched.mode)}
          />
        ) : (
          <NoFrame />
        )}
        {launched ? <GameSwitch gameId={game.id} isBusy={isBusy} onSwitch={switchTo} /> : null}
      </FrameStage>
    </div>
  )
}
