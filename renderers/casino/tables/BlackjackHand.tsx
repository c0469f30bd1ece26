import type { BlackjackView } from '#schemas'
import { useText } from '../../site/texts.tsx'
import styles from './BlackjackHand.module.css'
import { CardFan } from './CardFan.tsx'
import { Chip } from './Chip.tsx'
import type { Deal } from './deal-order.ts'

type Hand = BlackjackView['hands'][number]

/** What a hand's badge says: how it has ended. */
export type HandEnd = 'won' | 'push' | 'lost' | 'blackjack' | 'bust'

/** How a hand has ended; null while it is open. */
export function endOf({ result, state }: Hand): HandEnd | null {
  if (result === 'open') return null
  return result === 'lost' && state === 'bust' ? 'bust' : result
}

/** A total as it is written: a soft one of an open hand has both values, `7/17`. */
function totalText({ total, isSoft, state }: Hand): string {
  const isOpen = state === 'playing' || state === 'waiting'
  return isSoft && isOpen && total < 21 ? `${total - 10}/${total}` : `${total}`
}

/** Props of {@link BlackjackHand}. */
export interface BlackjackHandProps {
  readonly hand: Hand
  /** Its number, from 1. */
  readonly number: number
  readonly owner: string
  readonly deal: Deal
  readonly isMoving: boolean
  readonly isCalm: boolean
  readonly money: (minor: number) => string
}

/** A hand of the player: its cards, their total, the stake, and how it has ended. */
export function BlackjackHand({ hand, number, owner, deal, isMoving, isCalm, money }: BlackjackHandProps) {
  const t = useText()
  const isPlaying = hand.state === 'playing' && !isMoving
  const end = isMoving ? null : endOf(hand)
  return (
    <li className={styles.hand} aria-current={isPlaying || undefined} data-end={end ?? undefined}>
      <span className="visually-hidden">{t('casino.blackjack_hand', { number })}</span>
      <span className={styles.cards}>
        <CardFan owner={owner} cards={hand.cards} deal={deal} isMoving={isMoving} isCalm={isCalm} />
        <span className={styles.total} data-hidden={(isMoving && deal.isDealtTo(owner)) || undefined}>
          {totalText(hand)}
        </span>
        {end && (
          <span className={styles.end} data-end={end} dir="auto">
            {t(`casino.hand_${end}`)}
            {hand.payMinor > 0 && <span className={styles.pay}>{money(hand.payMinor)}</span>}
          </span>
        )}
      </span>
      <span className="visually-hidden">{t('casino.stake')}</span>
      <span className="visually-hidden">{money(hand.stakeMinor)}</span>
      <Chip amount={money(hand.stakeMinor)} />
    </li>
  )
}
