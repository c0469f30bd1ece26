import { useEffect, useRef } from 'react'
import { slotPayE4 } from '#machines/casino/games/plinko.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { PlinkoView } from '#schemas'
import type { BoardProps } from '../board.ts'
import { TableFelt } from '../tables/TableFelt.tsx'
import { useMovement, useViewChange } from '../tables/use-movement.ts'
import styles from './PlinkoBoard.module.css'

const ROW_MS = 110
const WIDE = 320
const TOP = 26

/** Where the ball is after so many rows, in the drawing's units. */
function placeAfter({ path, rows }: Pick<PlinkoView, 'path' | 'rows'>, row: number): readonly [number, number] {
  const step = WIDE / (rows + 2)
  const rights = path.slice(0, row).reduce((sum, side) => sum + side, 0)
  return [WIDE / 2 + (rights - row / 2) * step, TOP + row * step * 0.86]
}

/** The board of plinko: pins, the ball on its way, and the slots with what they pay. */
export function PlinkoBoard({
  settings,
  skin,
  view,
  roundId,
  choice,
  onChoice,
  isBusy,
  isCalm,
  onShown,
  money,
}: BoardProps<'plinko'>) {
  const t = useText()
  const { key } = useViewChange(view, roundId)
  const rows = choice.rows
  const isMoving = useMovement({ key, ms: (view?.rows ?? 0) * ROW_MS + 150, isCalm, onShown })
  const ball = useRef<SVGCircleElement>(null)
  useEffect(() => {
    if (!view || isCalm || !isMoving) return
    const frames = Array.from({ length: view.rows + 1 }, (_, row) => {
      const [x, y] = placeAfter(view, row)
      return { transform: `translate(${x}px, ${y}px)`, easing: 'cubic-bezier(.4,.1,.9,.6)' }
    })
    const movement = ball.current?.animate?.(frames, { duration: view.rows * ROW_MS, fill: 'forwards' })
    return () => movement?.cancel()
  }, [view, isCalm, isMoving])
  const table = settings.tables.find((one) => one.rows === rows && one.risk === choice.risk)
  const end = view && view.rows === rows ? placeAfter(view, view.rows) : ([WIDE / 2, 8] as const)
  const status =
    view && !isMoving
      ? t('casino.plinko_slot', { times: (view.multiplierE4 / 10_000).toString(), amount: money(view.payMinor) })
      : ''
  const isLit = (slot: number) => view !== null && !isMoving && view.rows === rows && view.slot === slot
  const offered = [...new Set(settings.tables.map((one) => one.rows))]
  return (
    <TableFelt skin={skin} label={t('casino.plinko_table')} status={status} isCalm={isCalm}>
      <div className={styles.tower} dir="ltr">
        <svg viewBox={`0 0 ${WIDE} ${TOP + (WIDE / (rows + 2)) * 0.86 * rows + 6}`} aria-hidden="true">
          <Pins rows={rows} />
          <circle
            ref={ball}
            r={rows > 12 ? 5 : 6.5}
            className={styles.ball}
            style={{ transform: `translate(${end[0]}px, ${end[1]}px)` }}
          />
        </svg>
        {table ? (
          <ol className={styles.slots} style={{ gridTemplateColumns: `repeat(${rows + 1}, 1fr)` }}>
            {Array.from({ length: rows + 1 }, (_, slot) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: slots have no other name than their place
              <li key={slot} data-lit={isLit(slot)} data-high={Math.abs(slot - rows / 2) > rows / 3}>
                {slotPayE4(table, slot) / 10_000}
              </li>
            ))}
          </ol>
        ) : null}
      </div>
      <PlinkoChoices offered={offered} choice={choice} isBusy={isBusy} onChoice={onChoice} />
    </TableFelt>
  )
}

/** The pins of the tower, row by row. */
function Pins({ rows }: { readonly rows: number }) {
  const step = WIDE / (rows + 2)
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: row + 2 }, (_, pin) => {
      const x = WIDE / 2 + (pin - (row + 1) / 2) * step
      return (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: pins have no other name than their place
          key={`${row}-${pin}`}
          cx={x}
          cy={TOP + row * step * 0.86 + 8}
          r={rows > 12 ? 2.2 : 3}
          className={styles.pin}
        />
      )
    }),
  )
}

type PlinkoChoicesProps = Pick<BoardProps<'plinko'>, 'choice' | 'isBusy' | 'onChoice'> & {
  /** Numbers of rows that the game has tables for. */
  readonly offered: readonly number[]
}

function PlinkoChoices({ offered, choice, isBusy, onChoice }: PlinkoChoicesProps) {
  const t = useText()
  return (
    <div className={styles.choice}>
      <fieldset>
        <legend>{t('casino.plinko_rows')}</legend>
        {offered.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === choice.rows}
            disabled={isBusy}
            onClick={() => onChoice({ ...choice, rows: one })}
          >
            {one}
          </button>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('casino.plinko_risk')}</legend>
        {(['low', 'medium', 'high'] as const).map((risk) => (
          <button
            key={risk}
            type="button"
            aria-pressed={risk === choice.risk}
            disabled={isBusy}
            onClick={() => onChoice({ ...choice, risk })}
          >
            {t(`casino.volatility_${risk}`)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
