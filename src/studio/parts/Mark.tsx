import type { ReactNode } from 'react'
import styles from './Mark.module.css'

/** Colour of a mark. */
export type MarkTone = 'calm' | 'accent' | 'good' | 'warning' | 'problem'

/** A word or two beside something else: its state. */
export function Mark({ tone = 'calm', children }: { readonly tone?: MarkTone; readonly children: ReactNode }) {
  const tones = {
    calm: styles.calm,
    accent: styles.accent,
    good: styles.good,
    warning: styles.warning,
    problem: styles.problem,
  }
  return <span className={`${styles.mark} ${tones[tone]}`}>{children}</span>
}
