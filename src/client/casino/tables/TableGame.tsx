import { lazy, Suspense, useRef } from 'react'
import { artOf, OwnArtProvider } from '#renderers/casino/own-art.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { LaunchedGame } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { moneyText } from '../../page/money-text.ts'
import { depositPath, offeredPath } from '../../page/paths.ts'
import { GameBar, GameBarButtons, GameFailure, GameFairness, GameTableFrame, GameWaiting } from '../GameParts.tsx'
import { SoundButton } from '../sound/SoundButton.tsx'
import { useTableSounds } from '../sound/use-table-sounds.ts'
import { useCalm } from '../use-calm.ts'
import { useTable } from './use-table.ts'

const Crash = lazy(() => import('./CrashTable.tsx').then(({ CrashTable }) => ({ default: CrashTable })))
const Live = lazy(() => import('./LiveTable.tsx').then(({ LiveTable }) => ({ default: LiveTable })))

/** Props of {@link TableGame}. */
export interface TableGameProps {
  readonly launched: LaunchedGame
  readonly name: string
  readonly onLeave: () => void
}

/** What the board of a table is given by its page. */
export interface TablePartProps {
  readonly launched: LaunchedGame
  readonly table: ReturnType<typeof useTable>
  readonly isCalm: boolean
  /** Called when the player lays a chip or places a bet. */
  readonly onChip: () => void
  readonly money: (minor: number) => string
}

/** A game whose rounds all players of a table share: the bar of the session, the board, and how the round is fair (CAS-11, CAS-14). */
export function TableGame({ launched, name, onLeave }: TableGameProps) {
  const app = useApp()
  const t = useText()
  const table = useTable(launched)
  const sounds = useTableSounds(launched, { ...table, roundId: table.view?.roundId ?? 0 })
  const place = useRef<HTMLDivElement>(null)
  const isCalm = useCalm()
  const { currency, exponent, settings, mode, minimumMinor } = launched
  const money = (minor: number) => moneyText(app, minor / 10 ** exponent, currency)
  const Board = settings?.kind === 'crash' ? Crash : Live
  const deposit =
    mode === 'real' && table.balanceMinor < minimumMinor ? depositPath(app, offeredPath(app, 'casino') ?? '/') : null
  return (
    <GameTableFrame ref={place}>
      <TableBar {...{ launched, table, money, place, onLeave, sounds }} />
      <OwnArtProvider value={artOf(launched)}>
        <Suspense
          fallback={
            <GameWaiting>
              <Spinner label={name} />
            </GameWaiting>
          }
        >
          {table.view ? (
            <Board {...{ launched, table, isCalm, money }} onChip={() => void sounds.play('chip')} />
          ) : (
            <GameWaiting>
              <Spinner label={t('casino.table_opening')} />
            </GameWaiting>
          )}
        </Suspense>
      </OwnArtProvider>
      {table.isConnected ? null : <GameFailure role="status">{t('casino.table_offline')}</GameFailure>}
      {table.failure ? <GameFailure role="alert">{table.failure}</GameFailure> : null}
      {deposit ? (
        <ButtonLink kind="primary" to={deposit}>
          {t('casino.deposit')}
        </ButtonLink>
      ) : null}
      <TableFairness table={table} isReal={mode === 'real'} />
    </GameTableFrame>
  )
}

interface BarProps extends Pick<TablePartProps, 'launched' | 'table' | 'money'> {
  readonly place: React.RefObject<HTMLDivElement | null>
  readonly onLeave: () => void
  readonly sounds: ReturnType<typeof useTableSounds>
}

function TableBar({ launched, table, money, place, onLeave, sounds }: BarProps) {
  const t = useText()
  const { seat, nowMs } = table
  const minutes = Math.max(0, Math.floor((nowMs - Date.parse(launched.openedAt)) / 60_000))
  const net = seat ? seat.sessionPayoutMinor - seat.sessionStakeMinor : 0
  return (
    <GameBar>
      <p>
        <span>{t(launched.mode === 'fun' ? 'casino.balance_fun' : 'casino.balance')}</span>
        <strong>{money(table.balanceMinor)}</strong>
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
      <GameBarButtons>
        <SoundButton sounds={sounds} />
        <Button kind="plain" icon="expand" onClick={() => void place.current?.requestFullscreen?.()}>
          {t('casino.full_screen')}
        </Button>
        <Button kind="plain" icon="close" onClick={onLeave}>
          {t('casino.leave')}
        </Button>
      </GameBarButtons>
    </GameBar>
  )
}

function TableFairness({ table, isReal }: Pick<TablePartProps, 'table'> & { readonly isReal: boolean }) {
  const app = useApp()
  const t = useText()
  const { view } = table
  const history = isReal ? offeredPath(app, 'office_casino') : null
  if (!view || view.roundId === 0) return null
  const hidden = t('casino.table_fair_hidden')
  const lines: readonly (readonly [string, string])[] = [
    [t('casino.table_round'), String(view.roundId)],
    [t('casino.fair_commitment'), view.commitment],
    [t('casino.fair_client_seed'), view.clientSeed || hidden],
    [t('casino.fair_server_seed'), view.serverSeed || hidden],
  ]
  return (
    <GameFairness>
      <summary>{t('casino.fair_title')}</summary>
      <p>{t('casino.table_fair_text')}</p>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      {history ? <ButtonLink to={history}>{t('casino.fair_history')}</ButtonLink> : null}
    </GameFairness>
  )
}
