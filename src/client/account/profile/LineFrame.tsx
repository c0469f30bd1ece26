import type { ReactNode } from 'react'
import styles from '../sign-in/entry.module.css'

/** Props of {@link LineFrame}. */
export interface LineFrameProps {
  /** Of the element that is typed into; its `aria-describedby` is `<id>-note`. */
  readonly id: string
  readonly label: string
  /** The hint shown as long as nothing is wrong. */
  readonly help?: string | undefined
  /** Replaces the help. */
  readonly error: string | null
  readonly children: ReactNode
}

/** A line of a form: its label, its input, and its hint or error. */
export function LineFrame({ id, label, help, error, children }: LineFrameProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      <p id={`${id}-note`} className={error ? styles.error : styles.note} role={error ? 'alert' : undefined}>
        {error ?? help}
      </p>
    </div>
  )
}
