import type { ReactNode } from 'react'
import styles from './Badge.module.css'

/** Role of a badge; the word inside carries the meaning, the colour helps. */
export type BadgeKind = 'neutral' | 'accent' | 'positive' | 'negative' | 'warning' | 'info' | 'live'

/** Props of {@link Badge}. */
export interface BadgeProps {
  readonly kind?: BadgeKind
  readonly children: ReactNode
}

/** A short word or count beside something: "Live", "New", 3. */
export function Badge({ kind = 'neutral', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-kind={kind}>
      {children}
    </span>
  )
}
