import { useState } from 'react'
import { colourOf } from '#machines/casino/games/roulette.rules.ts'
import type { RouletteView } from '#schemas'
import { useText } from '../../site/texts.tsx'
import type { BoardProps } from '../board.ts'
import styles from './RouletteBoard.module.css'
import { RouletteTable } from './RouletteTable.tsx'
import { RouletteWheel } from './RouletteWheel.tsx'
import { TableFelt } from './TableFelt.tsx'
import { useMovement, useViewChange } from './use-movement.ts'
import { paidOf, usePayText } from './use-pay-text.ts'
import { SPIN_MS } from './wheel-turn.ts'

const MOST_RECENT = 8

interface Recent {
  readonly roundId: number
  readonly number: number
}

/** The last numbers that were seen on this board, the newest first. */
function useRecent(shown: RouletteView | null, roundId: number): readonly Recent[] {
  const [recent, setRecent] = useState<readonly Recent[]>([])
  if (shown && recent[0]?.roundId !== roundId) {
    setRecent([{ roundId, number: shown.number }, ...recent].slice(0, MOST_RECENT))
  }
  return recent
}

interface ResultProps {
  readonly shown: RouletteView | null
  readonly isMoving: boolean
  readonly recent: readonly Recent[]
  readonly paid: string
}

/** The last number with its colour, and those before it. */
function Result({ shown, isMoving, recent, paid }: ResultProps) {
  const t = useText()
  const before = recent.slice(shown ? 1 : 0)
  return (
    <div className={styles.result}>
      {shown ? (
        <>
          <p className={styles.number} data-colour={colourOf(shown.number)}>
            {shown.number}
          </p>
          <p className={styles.colour}>{t(`casino.colour_${colourOf(shown.number)}`)}</p>
          <p className={styles.paid} data-win={shown.wins.length > 0 || undefined}>
            {paid}
          </p>
        </>
      ) : (
        <p className={styles.wait}>{t(isMoving ? 'casino.no_more_bets' : 'casino.place_chips')}</p>
      )}
      {before.length > 0 && (
        <ol className={styles.recent} aria-label={t('casino.roulette_recent')}>
          {before.map(({ roundId, number }) => (
            <li key={roundId} data-colour={colourOf(number)}>
              {number}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** Roulette with one zero: the wheel, its last number, and the betting table. */
export function RouletteBoard(props: BoardProps<'roulette'>) {
  const { skin, view, roundId, isBusy, isCalm, onShown, money } = props
  const t = useText()
  const pays = usePayText(money)
  const { key } = useViewChange(view, roundId)
  const isMoving = useMovement({ key, ms: SPIN_MS, isCalm, onShown })
  const shown = isMoving ? null : view
  const recent = useRecent(shown, roundId)
  const paid = shown ? pays.paid(paidOf(shown.wins)) : ''
  const word = shown && t(`casino.colour_${colourOf(shown.number)}`)
  const status = shown && word ? `${t('casino.roulette_number', { number: shown.number, colour: word })}. ${paid}` : ''
  return (
    <TableFelt skin={skin} label={t('casino.roulette_table')} status={status} isCalm={isCalm}>
      <div className={styles.layout}>
        <div className={styles.top}>
          <RouletteWheel number={view?.number ?? null} roundId={roundId} isMoving={isMoving} />
          <Result shown={shown} isMoving={isMoving} recent={recent} paid={paid} />
        </div>
        <RouletteTable
          shown={shown}
          stakes={props.stakes}
          onSpot={props.onSpot}
          isBusy={isBusy || isMoving}
          money={money}
        />
      </div>
    </TableFelt>
  )
}
