import { Suspense, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { LaunchedGame } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { depositPath } from '../page/paths.ts'
import { BOARDS, hasSpots } from './boards.ts'
import { Fairness } from './Fairness.tsx'
import styles from './game.module.css'
import { useGame } from './use-game.ts'

/** Props of {@link GameTable}. */
export interface GameTableProps {
  readonly launched: LaunchedGame
  readonly name: string
  readonly onLeave: () => void
}

/** A game that is open: the bar of the session, the board, and what is staked (CAS-11, CAS-14). */
export function GameTable({ launched, name, onLeave }: GameTableProps) {
  const app = useApp()
  const game = useGame(launched)
  const place = useRef<HTMLDivElement>(null)
  const isCalm = useCalm()
  const { currency, exponent, mode } = launched
  const money = (minor: number) => moneyText(app, minor / 10 ** exponent, currency)
  const Board = BOARDS[game.kind]
  if (!Board || !launched.settings) return null
  return (
    <div ref={place} className={styles.table}>
      <SessionBar launched={launched} game={game} money={money} place={place} onLeave={onLeave} />
      <Suspense fallback={<Spinner label={name} />}>
        <Board
          settings={launched.settings as never}
          skin={launched.skin as never}
          view={(game.round?.view ?? null) as never}
          roundId={game.round?.roundId ?? 0}
          choice={game.choice as never}
          onChoice={game.setChoice as never}
          stakes={game.stakes}
          onSpot={game.addChip}
          onAct={(act) => void game.act(act)}
          isBusy={game.isBusy}
          isCalm={isCalm}
          onShown={game.shown}
          money={money}
        />
      </Suspense>
      {game.failure ? (
        <p role="alert" className={styles.failure}>
          {game.failure}
        </p>
      ) : null}
      {game.isOpen ? null : <StakeBar launched={launched} game={game} money={money} />}
      <Fairness game={game} isReal={mode === 'real'} />
    </div>
  )
}

interface PartProps {
  readonly launched: LaunchedGame
  readonly game: ReturnType<typeof useGame>
  readonly money: (minor: number) => string
}

function SessionBar({
  launched,
  game,
  money,
  place,
  onLeave,
}: PartProps & { readonly place: React.RefObject<HTMLDivElement | null>; readonly onLeave: () => void }) {
  const t = useText()
  const minutes = useMinutesSince(launched.openedAt)
  const { round } = game
  const net = round
    ? round.sessionPayoutMinor -
      round.sessionStakeMinor -
      (game.isBusy && round.state === 'closed' ? round.payoutMinor : 0)
    : 0
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
        <Button kind="plain" onClick={() => void place.current?.requestFullscreen?.()}>
          {t('casino.full_screen')}
        </Button>
        <Button kind="plain" onClick={onLeave}>
          {t('casino.leave')}
        </Button>
      </div>
    </div>
  )
}

function StakeBar({ launched, game, money }: PartProps) {
  const app = useApp()
  const t = useText()
  const { chipsMinor, maximumMinor, mode } = launched
  const spotted = hasSpots(game.kind)
  const at = chipsMinor.indexOf(game.chip)
  const step = (by: number) => {
    const next = chipsMinor[Math.min(Math.max(at + by, 0), chipsMinor.length - 1)]
    if (next !== undefined) game.setChip(next)
  }
  const isShort = game.total > game.balanceMinor
  const deposit = mode === 'real' && isShort ? depositPath(app, window.location.pathname) : null
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
          <output>{money(game.chip)}</output>
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
        <button
          type="button"
          className={styles.play}
          disabled={game.isBusy || game.total === 0 || game.total > maximumMinor || isShort}
          onClick={() => void game.play()}
        >
          {game.total > 0 ? t('casino.play_for', { amount: money(game.total) }) : t('casino.place_first')}
        </button>
      )}
      {game.total > maximumMinor ? (
        <p className={styles.failure}>{t('casino.stake_above', { maximum: money(maximumMinor) })}</p>
      ) : null}
    </div>
  )
}

/** Whether the visitor wants no movement. */
function useCalm(): boolean {
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    const query = window.matchMedia('(prefers-reduced-motion: reduce)')
    const follow = () => setCalm(query.matches)
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return isCalm
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
