import type { CSSProperties } from 'react'
import { CardFace } from './CardFace.tsx'
import styles from './PlayingCard.module.css'

/** How a card comes to be seen: dealt from the shoe, or turned over where it lies. */
export interface CardMovement {
  readonly kind: 'deal' | 'flip'
  /** Milliseconds before it begins. */
  readonly afterMs: number
}

/** Milliseconds that a card takes to come or to turn. */
export const CARD_MS = 380

/** Props of {@link PlayingCard}. */
export interface PlayingCardProps {
  /** Rank and suit, such as `Ah`; null for one that lies face down. */
  readonly card: string | null
  /** Its name. */
  readonly label: string
  /** Left out for a card that was there before. */
  readonly movement?: CardMovement | undefined
  readonly isCalm: boolean
}

/** A playing card, as wide as `--card-width`. A card that was face down and is known now turns over. */
export function PlayingCard({ card, label, movement, isCalm }: PlayingCardProps) {
  const delay = { '--after': `${movement?.afterMs ?? 0}ms` } as CSSProperties
  return (
    <span
      className={styles.card}
      style={delay}
      role="img"
      aria-label={label}
      data-down={card === null || undefined}
      data-movement={isCalm ? undefined : movement?.kind}
      data-calm={isCalm || undefined}
    >
      <span className={styles.sides}>
        <span className={styles.front}>{card !== null && <CardFace card={card} />}</span>
        <span className={styles.back} />
      </span>
    </span>
  )
}
