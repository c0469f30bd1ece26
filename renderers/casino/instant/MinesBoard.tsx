import { useText } from '#renderers/site/texts.tsx'
import type { BoardProps } from '../board.ts'
import { TableButton } from '../tables/TableButton.tsx'
import { TableFelt } from '../tables/TableFelt.tsx'
import { useMovement, useViewChange } from '../tables/use-movement.ts'
import styles from './MinesBoard.module.css'

const CELLS = Array.from({ length: 25 }, (_, cell) => cell)
const MINES = [1, 3, 5, 8, 10, 15, 20, 24]

/** The board of mines: a field of 25 cells, what the round is worth, and the way out. */
export function MinesBoard({
  skin,
  view,
  roundId,
  choice,
  onChoice,
  stakes,
  onAct,
  isBusy,
  isCalm,
  onShown,
  money,
}: BoardProps<'mines'>) {
  const t = useText()
  const { key } = useViewChange(view, roundId)
  useMovement({ key, ms: 250, isCalm, onShown })
  const isOpen = view !== null && view.minesAt.length === 0
  const stake = stakes[0]?.amountMinor ?? 0
  const worth = view ? Math.floor((stake * view.multiplierE4) / 10_000) : 0
  return (
    <TableFelt skin={skin} label={t('casino.mines_table')} status={statusOf()} isCalm={isCalm}>
      <div className={styles.field} dir="ltr">
        {CELLS.map((cell) => {
          const state = stateOf(cell)
          return (
            <button
              key={cell}
              type="button"
              className={styles.cell}
              data-state={state}
              disabled={!isOpen || isBusy || state !== 'closed'}
              aria-label={t(`casino.mines_cell_${state}`, { cell: cell + 1 })}
              onClick={() => onAct({ kind: 'reveal', cell })}
            >
              <Sign state={state} />
            </button>
          )
        })}
      </div>
      {isOpen ? (
        <div className={styles.worth}>
          <p>
            <span>{t('casino.mines_now', { times: times(view.multiplierE4) })}</span>
            <span>{t('casino.mines_next', { times: times(view.nextE4) })}</span>
          </p>
          <TableButton
            kind="gold"
            isBusy={isBusy || view.opened.length === 0}
            onPress={() => onAct({ kind: 'cash_out' })}
          >
            {t('casino.cash_out', { amount: money(worth) })}
          </TableButton>
        </div>
      ) : (
        <MinesChoice choice={choice} isBusy={isBusy} onChoice={onChoice} />
      )}
    </TableFelt>
  )

  function statusOf(): string {
    if (!view) return ''
    if (isOpen) return view.opened.length > 0 ? t('casino.mines_now', { times: times(view.multiplierE4) }) : ''
    return view.hit.length > 0 ? t('casino.mines_hit') : t('casino.paid', { amount: money(view.payMinor) })
  }

  function stateOf(cell: number): 'closed' | 'clear' | 'hit' | 'mine' {
    if (view?.hit.includes(cell)) return 'hit'
    if (view?.opened.includes(cell)) return 'clear'
    return view?.minesAt.includes(cell) ? 'mine' : 'closed'
  }
}

function MinesChoice({ choice, isBusy, onChoice }: Pick<BoardProps<'mines'>, 'choice' | 'isBusy' | 'onChoice'>) {
  const t = useText()
  return (
    <fieldset className={styles.choice}>
      <legend>{t('casino.mines_count')}</legend>
      {MINES.map((mines) => (
        <button
          key={mines}
          type="button"
          aria-pressed={choice.mines === mines}
          disabled={isBusy}
          onClick={() => onChoice({ ...choice, mines })}
        >
          {mines}
        </button>
      ))}
    </fieldset>
  )
}

function times(e4: number): string {
  return (e4 / 10_000).toFixed(2)
}

function Sign({ state }: { readonly state: string }) {
  if (state === 'clear')
    return (
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M8 5h16l6 8-14 15L2 13z" fill="var(--game-glow)" />
        <path
          d="M8 5l8 8 8-8M2 13h28M16 28 10 13l6-8 6 8z"
          fill="none"
          stroke="#fff"
          strokeOpacity=".55"
          strokeWidth="1.2"
        />
      </svg>
    )
  if (state === 'closed') return null
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path
        d="M16 3v6M16 23v6M3 16h6M23 16h6M7 7l4 4M21 21l4 4M25 7l-4 4M11 21l-4 4"
        stroke="var(--game-text)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <circle cx="16" cy="16" r="8.5" fill={state === 'hit' ? 'var(--game-danger)' : '#1b1b22'} />
      <circle cx="13" cy="13" r="2.2" fill="#fff" fillOpacity=".6" />
    </svg>
  )
}
