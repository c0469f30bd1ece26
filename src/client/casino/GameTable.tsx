import { Suspense, useEffect, useRef, useState } from 'react'
import { takesSpots } from '#machines/casino/play/play.rules.ts'
import { artOf, OwnArtProvider } from '#renderers/casino/own-art.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { LaunchedGame } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { depositPath } from '../page/paths.ts'
import { BOARDS } from './boards.ts'
import { Fairness } from './Fairness.tsx'
import styles from './game.module.css'
import { SoundButton } from './sound/SoundButton.tsx'
import { useCalm } from './use-calm.ts'
import type { useGame } from './use-game.ts'

type Game = ReturnType<typeof useGame>

/** Props of {@link GameTable}. */
export interface GameTableProps {
  readonly launched: LaunchedGame
  readonly game: Game
  readonly name: string
}

/** A game that is open: the bar of the session, the board, and what is staked (CAS-11, CAS-14). */
export function GameTable({ launched, game, name }: GameTableProps) {
  const app = useApp()
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const isCalm = useCalm()
  const { currency, exponent, mode } = launched
  const money = (minor: number) => moneyText(app, minor / 10 ** exponent, currency)
  const Board = launched.settings && BOARDS[launched.settings.kind]
  if (!Board) return null
  return (
    <div ref={place} className={styles.table}>
      <SessionBar launched={launched} game={game} money={money} place={place} />
      <OwnArtProvider value={artOf(launched)}>
        <Suspense
          fallback={
            <div className={styles.waiting}>
              <Spinner label={name} />
            </div>
          }
        >
          <Board
            settings={launched.settings as never}
            skin={launched.skin as never}
            view={(game.round?.view ?? null) as never}
            roundId={game.round?.roundId ?? 0}
            choice={game.choice as never}
            onChoice={game.choose as never}
            stakes={game.stakes}
            onSpot={game.addChip}
            onAct={game.act}
            isBusy={game.isBusy}
            isCalm={isCalm}
            onShown={game.shown}
            money={money}
          />
        </Suspense>
      </OwnArtProvider>
      {game.failure ? (
        <p role="alert" className={styles.failure}>
          {game.failure}
        </p>
      ) : null}
      {game.isLost ? (
        <div className={styles.lost} role="alert">
          <p>{t('casino.answer_lost')}</p>
          <Button onClick={game.askAgain}>{t('casino.answer_ask')}</Button>
        </div>
      ) : game.isOpen ? null : launched.freeRounds ? (
        <FreeBar launched={launched} game={game} money={money} />
      ) : (
        <StakeBar launched={launched} game={game} money={money} />
      )}
      <Fairness game={game} isReal={mode === 'real'} />
    </div>
  )
}

interface PartProps {
  readonly launched: LaunchedGame
  readonly game: Game
  readonly money: (minor: number) => string
}

function SessionBar({
  launched,
  game,
  money,
  place,
}: PartProps & { readonly place: React.RefObject<HTMLDivElement | null> }) {
  const t = useText()
  const minutes = useMinutesSince(launched.openedAt)
  const { netMinor: net, sounds } = game
  return (
    <div className={styles.bar}>
      <p>
        <span>{t(launched.mode === 'fun' ? 'casino.balance_fun' : 'casino.balance')}</span>
        <strong>{money(game.balanceMinor)}</strong>
      </p>
      <p>
        <span>{t('casino.session_time')}</span>
        <strong>{t('casino.minutes', { count: minutes })}</strong>
      </p>
      <p>
        <span>{t('casino.session_net')}</span>
        <strong data-sign={Math.sign(net)}>
          <bdi>{`${net > 0 ? '+' : ''}${money(net)}`}</bdi>
        </strong>
      </p>
      <div className={styles.barButtons}>
        <SoundButton sounds={sounds} />
        <Button kind="plain" icon="expand" onClick={() => void place.current?.requestFullscreen?.()}>
          {t('casino.full_screen')}
        </Button>
        <Button kind="plain" icon="close" onClick={game.leave}>
          {t('casino.leave')}
        </Button>
      </div>
    </div>
  )
}

/** What is staked in free rounds: their stake is fixed, and nothing is taken for them. */
function FreeBar({ launched, game, money }: PartProps) {
  const t = useText()
  const { left: first = 0, stakeMinor = 0, isBonus = false } = launched.freeRounds ?? {}
  const left = game.round?.freeRoundsLeft ?? first
  const spotted = takesSpots(game.choice.kind)
  return (
    <div className={styles.stake}>
      <p role="status">
        {left > 0
          ? t('casino.free_rounds', { count: left, stake: money(stakeMinor) })
          : t(isBonus ? 'casino.free_rounds_over_bonus' : 'casino.free_rounds_over', {
              amount: money(Math.max(0, game.netMinor)),
            })}
      </p>
      {spotted && game.stakes.length > 0 && left > 0 ? (
        <Button kind="plain" onClick={game.clear}>
          {t('casino.clear')}
        </Button>
      ) : null}
      {left > 0 ? (
        <button
          type="button"
          className={styles.play}
          disabled={game.isBusy || game.fault !== null}
          onClick={() => void game.play()}
        >
          {t(game.total > 0 ? 'casino.play_free' : 'casino.place_first')}
        </button>
      ) : (
        <Button kind="primary" onClick={game.leave}>
          {t('casino.free_rounds_leave')}
        </Button>
      )}
    </div>
  )
}

function StakeBar({ launched, game, money }: PartProps) {
  const app = useApp()
  const t = useText()
  const { chipsMinor, maximumMinor, mode } = launched
  const spotted = takesSpots(game.choice.kind)
  const at = chipsMinor.indexOf(game.chipMinor)
  const step = (by: number) => {
    const next = chipsMinor[Math.min(Math.max(at + by, 0), chipsMinor.length - 1)]
    if (next !== undefined) game.setChip(next)
  }
  const deposit = mode === 'real' && game.fault === 'short' ? depositPath(app, window.location.pathname) : null
  return (
    <div className={styles.stake}>
      <div className={styles.chips}>
        <button
          type="button"
          className={styles.step}
          aria-label={t('casino.less')}
          disabled={game.isBusy || at <= 0}
          onClick={() => step(-1)}
        >
          −
        </button>
        <p>
          <span>{t(spotted ? 'casino.chip' : 'casino.stake_label')}</span>
          <output>{money(game.chipMinor)}</output>
        </p>
        <button
          type="button"
          className={styles.step}
          aria-label={t('casino.more_stake')}
          disabled={game.isBusy || at >= chipsMinor.length - 1}
          onClick={() => step(1)}
        >
          +
        </button>
      </div>
      {spotted && game.stakes.length > 0 ? (
        <Button kind="plain" onClick={game.clear}>
          {t('casino.clear')}
        </Button>
      ) : null}
      {deposit ? (
        <ButtonLink kind="primary" to={deposit}>
          {t('casino.deposit')}
        </ButtonLink>
      ) : (
        <button type="button" className={styles.play} disabled={game.isBusy || game.fault !== null} onClick={game.play}>
          {game.total > 0 ? t('casino.play_for', { amount: money(game.total) }) : t('casino.place_first')}
        </button>
      )}
      {game.fault === 'above' ? (
        <p className={styles.failure}>{t('casino.stake_above', { maximum: money(maximumMinor) })}</p>
      ) : null}
    </div>
  )
}

const MINUTE_MS = 60_000

/** Whole minutes since a moment; counted on while the page is there. */
function useMinutesSince(at: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 4)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE_MS))
}
