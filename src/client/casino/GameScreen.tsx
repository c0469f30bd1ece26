import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { getGamesPreviewByGameIds } from '#calls/casino/lobby.calls.ts'
import { closeGame, launchGame } from '#calls/casino/play.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { GameTile } from '#renderers/casino/GameTile.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GameDetails, LaunchedGame } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { offeredPath } from '../page/paths.ts'
import { usePlayer } from '../page/player.tsx'
import { report } from '../page/report.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { useCall } from '../page/use-call.ts'
import { GameTable } from './GameTable.tsx'
import styles from './game.module.css'

/** Loads what can be known of a game before it is opened; a session begins when the player opens it.
 *  @throws AppError casino.game_unknown */
export async function loadScreen({ app, params }: ScreenRequest): Promise<LoadedScreen<GameDetails>> {
  const { games } = await app.call(getGamesPreviewByGameIds, { body: { ids: [params.game ?? ''] } })
  const [details] = games
  if (!details) throw new AppError('casino.game_unknown')
  return { meta: () => ({ title: details.game.name }), data: details }
}

/** The page of a game: what it is, and the game itself, in place (CAS-6, CAS-7). */
export function Screen() {
  const { data } = useLoaderData<ScreenData<GameDetails>>()
  return <GamePage key={data.game.id} details={data} />
}

function GamePage({ details }: { readonly details: GameDetails }) {
  const app = useApp()
  const t = useText()
  const call = useCall()
  const { game } = details
  const [launched, setLaunched] = useState<LaunchedGame | null>(null)
  const [failure, setFailure] = useState('')
  const lobby = offeredPath(app, 'casino')

  async function open(mode: 'real' | 'fun'): Promise<void> {
    const device = window.matchMedia('(pointer: coarse)').matches ? 'mobile' : 'desktop'
    try {
      setFailure('')
      setLaunched(await call(launchGame, { body: { gameId: game.id, mode, device } }))
    } catch (error) {
      const { code, params } = readFailure(error)
      setFailure(t(code, params))
    }
  }

  const leave = () => {
    if (!launched) return
    setLaunched(null)
    call(closeGame, { body: { sessionId: launched.sessionId } }).catch((error: unknown) =>
      report('casino.close_failed', { error: String(error) }),
    )
  }

  return (
    <div className={styles.page}>
      <PageHeading
        title={game.name}
        trail={lobby ? [{ id: 'casino', label: t('casino.page_casino'), to: lobby }] : []}
      />
      {launched ? (
        <GameTable key={launched.sessionId} launched={launched} name={game.name} onLeave={leave} />
      ) : (
        <Details details={details} failure={failure} onOpen={open} />
      )}
    </div>
  )
}

interface DetailsProps {
  readonly details: GameDetails
  readonly failure: string
  readonly onOpen: (mode: 'real' | 'fun') => Promise<void>
}

function Details({ details, failure, onOpen }: DetailsProps) {
  const app = useApp()
  const t = useText()
  const { player } = usePlayer()
  const { game, returnLowest, returnHighest, volatility, minimumMinor, maximumMinor, currency, exponent } = details
  const amount = (minor: number) => moneyText(app, minor / 10 ** exponent, currency)
  const login = offeredPath(app, 'login')
  const lines: readonly (readonly [string, string])[] = [
    [
      t('casino.return'),
      returnLowest === returnHighest ? `${returnHighest} %` : `${returnLowest} – ${returnHighest} %`,
    ],
    [t('casino.volatility'), t(`casino.volatility_${volatility}` as 'casino.volatility_low')],
    [t('casino.stakes'), `${amount(minimumMinor)} – ${amount(maximumMinor)}`],
    [t('casino.provider'), game.provider],
  ]
  return (
    <div className={styles.details}>
      <div className={styles.cover}>
        <GameTile game={game} to="#open" />
      </div>
      <div id="open" className={styles.facts}>
        <div className={styles.buttons}>
          {player ? (
            <Button kind="primary" onClick={() => void onOpen('real')}>
              {t('casino.play_real')}
            </Button>
          ) : login ? (
            <ButtonLink kind="primary" to={login}>
              {t('casino.sign_in')}
            </ButtonLink>
          ) : null}
          {game.hasDemo ? <Button onClick={() => void onOpen('fun')}>{t('casino.play_fun')}</Button> : null}
        </div>
        {failure ? (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        ) : null}
        <dl className={styles.lines}>
          {lines.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles.fair}>{t('casino.fair_text')}</p>
      </div>
    </div>
  )
}
