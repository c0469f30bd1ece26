import type { ReactNode } from 'react'
import styles from './TableButton.module.css'

/** Attributes of a button that keeps the focus while it cannot be pressed. */
export interface Pressable {
  readonly type: 'button'
  readonly 'aria-disabled': true | undefined
  readonly onClick: () => void
}

/** A button that does something unless the board is busy. */
export function pressable(isBusy: boolean, act: () => void): Pressable {
  return { type: 'button', 'aria-disabled': isBusy || undefined, onClick: () => (isBusy ? undefined : act()) }
}

/** Props of {@link TableButton}. */
export interface TableButtonProps {
  /** `gold`: what is done most; `line`: a choice beside it. */
  readonly kind: 'gold' | 'line'
  readonly isBusy: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

/** A large button on the felt. */
export function TableButton({ kind, isBusy, onPress, children }: TableButtonProps) {
  return (
    <button {...pressable(isBusy, onPress)} className={styles.button} data-kind={kind}>
      {children}
    </button>
  )
}
