import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import type { SlotView } from '#schemas'
import type { BoardProps } from '../board.ts'
import { TableFelt } from '../tables/TableFelt.tsx'
import { SymbolArt } from './SymbolArt.tsx'
import styles from './slots.module.css'

type Spin = SlotView['spins'][number]

const SPIN_MS = 900
const WIN_MS = 900

/** The board of a slot with lines: five reels that stop one after the other, free spins one after the other, what each has won. */
export function SlotBoard({ settings, skin, view, roundId, isCalm, onShown, money }: BoardProps<'slot'>) {
  const t = useText()
  const spins = view?.spins ?? []
  const { place, isSpinning } = useSteps({
    count: spins.length,
    roundId,
    isCalm,
    onShown,
    stepMs: SPIN_MS,
    restMs: (at) => ((spins[at]?.payMinor ?? 0) > 0 ? WIN_MS : 250),
  })
  const spin = spins[place]
  const grid = spin?.grid ?? settings.reels.map((strip) => strip.slice(0, settings.rows))
  const paid = spins.slice(0, place + (isSpinning ? 0 : 1)).reduce((sum, { payMinor }) => sum + payMinor, 0)
  const isEnd = view !== null && place === spins.length - 1 && !isSpinning
  const lit = spin && !isSpinning ? litCells(settings.lines, spin, settings.scatter) : new Set<string>()
  return (
    <TableFelt skin={skin} label={t('casino.slot_table')} status={isEnd ? resultOf() : ''} isCalm={isCalm}>
      <div className={styles.reels} dir="ltr" data-spinning={isSpinning}>
        {grid.map((column, reel) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: reels have no other name than their place
          <div key={reel} className={styles.reel} style={{ '--reel': reel } as never}>
            <div className={styles.strip} key={isSpinning ? `${roundId}-${place}` : 'still'}>
              {column.map((symbol, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                <span key={row} className={styles.cell} data-lit={lit.has(`${reel}-${row}`)} data-dim={lit.size > 0}>
                  <SymbolArt name={symbol} skin={skin} />
                </span>
              ))}
            </div>
          </div>
        ))}
      </div>
      <p className={styles.banner} data-won={paid > 0}>
        {spin?.isFree ? (
          <span>{t('casino.free_spin', { number: String(place), count: String(spins.length - 1) })}</span>
        ) : null}
        <strong>
          {paid > 0 ? t('casino.paid', { amount: money(paid) }) : view ? t('casino.no_win') : t('casino.slot_start')}
        </strong>
      </p>
    </TableFelt>
  )

  function resultOf(): string {
    return paid > 0 ? t('casino.paid', { amount: money(paid) }) : t('casino.no_win')
  }
}

/** The cells of lines that pay, and of scatters where they count. */
function litCells(lines: readonly (readonly number[])[], spin: Spin, scatter: string): ReadonlySet<string> {
  const cells = new Set<string>()
  for (const { line, count } of spin.wins)
    for (let reel = 0; reel < count; reel++) cells.add(`${reel}-${lines[line]?.[reel] ?? 0}`)
  if (spin.scatterTimes > 0 || spin.freeSpins > 0)
    for (const [reel, column] of spin.grid.entries())
      for (const [row, symbol] of column.entries()) if (symbol === scatter) cells.add(`${reel}-${row}`)
  return cells
}

/** What {@link useSteps} is given. */
export interface Steps {
  readonly count: number
  readonly roundId: number
  readonly isCalm: boolean
  readonly onShown: () => void
  /** Milliseconds of the movement of a step. */
  readonly stepMs: number
  /** Milliseconds that a step stays after its movement. */
  readonly restMs: (place: number) => number
}

/** Shows the steps of a round one after the other, each with a movement and a rest; the last one stays. A round that is there when the board is
 *  mounted, and any round of a player who wants no movement, is shown at its end. */
export function useSteps({ count, roundId, isCalm, onShown, stepMs, restMs }: Steps) {
  const [shown, setShown] = useState({ roundId, place: Math.max(count - 1, 0), isSpinning: false })
  const isNew = shown.roundId !== roundId && count > 0
  if (isNew) setShown({ roundId, place: isCalm ? count - 1 : 0, isSpinning: !isCalm })
  const next = useEffectEvent(() => {
    if (shown.isSpinning) setShown({ ...shown, isSpinning: false })
    else if (shown.place < count - 1) setShown({ ...shown, place: shown.place + 1, isSpinning: true })
    else onShown()
  })
  const rest = useEffectEvent(() => restMs(shown.place))
  const key = `${roundId}/${shown.place}/${shown.isSpinning}`
  const { place, isSpinning } = shown
  useEffect(() => {
    if (count === 0 || key === '') return
    const timer = setTimeout(() => next(), isCalm ? 0 : isSpinning ? stepMs : place < count - 1 ? rest() : 0)
    return () => clearTimeout(timer)
  }, [key, place, isSpinning, isCalm, count, stepMs])
  return { place: Math.min(place, Math.max(count - 1, 0)), isSpinning }
}
