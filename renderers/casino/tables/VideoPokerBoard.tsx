import { useRef, useState } from 'react'
import type { VideoPokerView } from '#schemas'
import { useText } from '../../site/texts.tsx'
import type { BoardProps } from '../board.ts'
import { type Deal, dealOf } from './deal-order.ts'
import { PlayingCard } from './PlayingCard.tsx'
import { PokerPays } from './PokerPays.tsx'
import { pressable, TableButton } from './TableButton.tsx'
import { TableFelt } from './TableFelt.tsx'
import { useCardName } from './use-card-name.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useMovement, useViewChange } from './use-movement.ts'
import { usePayText } from './use-pay-text.ts'
import styles from './VideoPokerBoard.module.css'

/** Milliseconds between two cards. */
const STEP_MS = 130

const OWNER = 'cards'
const BACKS: readonly null[] = [null, null, null, null, null]

type Props = BoardProps<'video_poker'>

/** The places of the cards that the player keeps in this round, and how one is kept or given up. */
function useHeld(view: VideoPokerView | null, roundId: number) {
  const [chosen, setChosen] = useState({ roundId, places: [] as readonly number[] })
  const places = chosen.roundId === roundId ? chosen.places : []
  const toggle = (place: number) => {
    const rest = places.filter((one) => one !== place)
    const next = rest.length < places.length ? rest : [...rest, place].sort((one, other) => one - other)
    setChosen({ roundId, places: next })
  }
  return { held: view?.isDrawn ? view.held : places, toggle }
}

interface CardsProps {
  readonly view: VideoPokerView | null
  readonly roundId: number
  readonly held: readonly number[]
  readonly onToggle: (place: number) => void
  readonly deal: Deal
  readonly isMoving: boolean
  readonly isBusy: boolean
  readonly isCalm: boolean
}

function Cards({ view, roundId, held, onToggle, deal, isMoving, isBusy, isCalm }: CardsProps) {
  const t = useText()
  const nameOf = useCardName()
  const isOpen = view !== null && !view.isDrawn
  return (
    <ol className={styles.cards} dir="ltr" aria-label={t('casino.cards')}>
      {(view?.cards ?? BACKS).map((card, place) => {
        const isHeld = held.includes(place)
        const shown = (
          <PlayingCard
            key={`${roundId}:${card}`}
            card={card}
            label={nameOf(card)}
            movement={isMoving ? deal.movementOf(OWNER, place) : undefined}
            isCalm={isCalm}
          />
        )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place stays the same place
          <li key={place} className={styles.place} data-held={isHeld || undefined}>
            <span className={styles.held} aria-hidden={isOpen || undefined} dir="auto">
              {isHeld && t('casino.held')}
            </span>
            {isOpen ? (
              <button {...pressable(isBusy, () => onToggle(place))} className={styles.card} aria-pressed={isHeld}>
                {shown}
              </button>
            ) : (
              <span className={styles.card}>{shown}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Where the round is, in words. */
function useResult(money: Props['money']): (view: VideoPokerView) => string {
  const t = useText()
  const pays = usePayText(money)
  return ({ isDrawn, hand, payMinor }) => {
    if (!isDrawn) return t('casino.video_poker_choose')
    if (hand === 'none') return pays.paid(0)
    return t('casino.hand_paid', { hand: t(`casino.hand_${hand}`), amount: money(payMinor) })
  }
}

/** Video poker: what hands pay, five cards that can be held, and the draw. */
export function VideoPokerBoard(props: Props) {
  const { settings, skin, view, roundId, stakes, onAct, isBusy, isCalm, onShown, money } = props
  const t = useText()
  const resultOf = useResult(money)
  const zone = useRef<HTMLDivElement>(null)
  const { held, toggle } = useHeld(view, roundId)
  const { key, before } = useViewChange(view, roundId)
  const dealt = (of: VideoPokerView | null) => (of ? [{ owner: OWNER, cards: of.cards }] : [])
  const deal = dealOf(dealt(before), dealt(view), STEP_MS)
  const isMoving = useMovement({ key, ms: deal.ms, isCalm, onShown })
  const isOpen = view !== null && !view.isDrawn
  const isPaid = view !== null && !isMoving && view.isDrawn && view.payMinor > 0
  const result = view && !isMoving ? resultOf(view) : ''
  useKeptFocus(zone, isOpen ? 'open' : 'over')
  return (
    <TableFelt skin={skin} label={t('casino.video_poker_table')} status={result} isCalm={isCalm}>
      <div className={styles.board} ref={zone} tabIndex={-1}>
        <PokerPays
          pays={settings.pays}
          hand={view && !isMoving ? view.hand : 'none'}
          stakeMinor={stakes.find(({ on }) => on === 'main')?.amountMinor ?? null}
          isPaid={isPaid}
          money={money}
        />
        <Cards {...{ view, roundId, held, deal, isMoving, isCalm }} onToggle={toggle} isBusy={isBusy || isMoving} />
        <div className={styles.foot}>
          <p className={styles.result} data-win={isPaid || undefined} aria-hidden={result !== '' || undefined}>
            {view === null ? t('casino.video_poker_start') : result}
          </p>
          {isOpen && (
            <TableButton
              kind="gold"
              isBusy={isBusy || isMoving}
              onPress={() => onAct({ kind: 'hold', held: [...held] })}
            >
              {t('casino.draw')}
            </TableButton>
          )}
        </div>
      </div>
    </TableFelt>
  )
}
