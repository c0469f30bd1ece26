import type { CSSProperties } from 'react'
import styles from './CardFan.module.css'
import type { Deal } from './deal-order.ts'
import { PlayingCard } from './PlayingCard.tsx'
import { useCardName } from './use-card-name.ts'

/** Props of {@link CardFan}. */
export interface CardFanProps {
  readonly owner: string
  /** In the order of the deal; null for one that lies face down. */
  readonly cards: readonly (string | null)[]
  readonly deal: Deal
  /** Whether the deal is still being shown. */
  readonly isMoving: boolean
  readonly isCalm: boolean
  /** How many cards' room is kept at least. */
  readonly room?: number
}

/** Cards of one hand, each over the one before. */
export function CardFan({ owner, cards, deal, isMoving, isCalm, room = 2 }: CardFanProps) {
  const nameOf = useCardName()
  const density = cards.length > 5 ? 'high' : cards.length > 3 ? 'middle' : 'low'
  return (
    <span className={styles.fan} dir="ltr" data-density={density} style={{ '--room': room } as CSSProperties}>
      {cards.map((card, place) => (
        <PlayingCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a card keeps its place, and is the same card when it is turned over
          key={place}
          card={card}
          label={nameOf(card)}
          movement={isMoving ? deal.movementOf(owner, place) : undefined}
          isCalm={isCalm}
        />
      ))}
    </span>
  )
}
