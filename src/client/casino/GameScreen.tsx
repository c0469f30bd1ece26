import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { getGamesPreviewByGameIds, getJackpots } from '#calls/casino/lobby.calls.ts'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GameDetails, JackpotsAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { pageAtRest } from '../page/page-rest.ts'
import { offeredPath } from '../page/paths.ts'
import { report } from '../page/report.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { FrameStage } from './frame/FrameParts.tsx'
import { GameInfo } from './GameInfo.tsx'
import type { GameStageProps } from './GameStage.tsx'
import styles from './game.module.css'
import { Jackpots } from './jackpots/Jackpots.tsx'

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

/** How long a page is at rest before it fetches what plays its game, ms. */
const REST_MS = 1500

/** What plays games, and how the first one is opened. */
interface Arrived extends Pick<GameStageProps, 'opensAs'> {
  readonly Stage: ComponentType<GameStageProps>
}

const fetchStage = () => import('./GameStage.tsx')

/** The page of a game: what it is, and the game itself, in place (CAS-6, CAS-7). What plays it is no part of the first load. */
export function Screen() {
  const { details, jackpots } = useLoaderData<ScreenData<GamePage>>().data
  const app = useApp()
  const t = useText()
  const { game } = details
  const { arrived, isBusy, failure, open } = useStage(game.id)
  const lobby = offeredPath(app, 'casino')
  return (
    <div className={styles.page}>
      <PageHeading
        title={game.name}
        trail={lobby ? [{ id: 'casino', label: t('casino.page_casino'), to: lobby }] : []}
      />
      <Jackpots key={game.id} first={jackpots} gameId={game.id} />
      {arrived ? (
        <arrived.Stage details={details} opensAs={arrived.opensAs} />
      ) : (
        <FrameStage>
          <GameInfo key={game.id} {...{ details, isBusy, failure }} onOpen={open} />
        </FrameStage>
      )}
    </div>
  )
}

/** Fetches what plays games: when the page is at rest, or at the press that wants it. Once it is there, it stays, whatever game the
 *  page turns to; a page that has turned to another meanwhile opens nothing. */
function useStage(gameId: string) {
  const t = useText()
  const [arrived, setArrived] = useState<Arrived | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const [failure, setFailure] = useState('')
  const shown = useRef(gameId)
  useEffect(() => {
    shown.current = gameId
  }, [gameId])
  useEffect(() => {
    // A press fetches it again, and says what is wrong.
    void pageAtRest(REST_MS)
      .then(fetchStage)
      .catch(() => undefined)
  }, [])
  const open = (opensAs: Arrived['opensAs']) => {
    setFailure('')
    setAsked(gameId)
    fetchStage()
      .then(({ GameStage }) => {
        if (shown.current === gameId) setArrived({ Stage: GameStage, opensAs })
      })
      .catch((error: unknown) => {
        setFailure(t('request.offline'))
        report('casino.stage_failed', { error: String(error) })
      })
      .finally(() => setAsked(null))
  }
  return { arrived, isBusy: asked === gameId, failure, open }
}
