import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Icon } from './Icon.tsx'

/** Props of {@link EmptyState}. */
export interface EmptyStateProps {
  readonly icon?: string
  /** Why there is nothing. */
  readonly title: string
  /** What to do next. */
  readonly text?: string
  /** A button or link that does it. */
  readonly action?: ReactNode
}

/** A list with nothing in it: says why, and what next. */
export function EmptyState({ icon = 'search', title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon name={icon} size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  )
}
