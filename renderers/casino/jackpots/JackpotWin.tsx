import type { ReactNode } from 'react'
import styles from './JackpotWin.module.css'

/** Props of {@link JackpotWin}. */
export interface JackpotWinProps {
  /** What was won. */
  readonly amount: string
  /** Where it is now, in a sentence with the amount. */
  readonly text: string
  /** A link to how it was won. */
  readonly children?: ReactNode
}

const RAYS = Array.from({ length: 12 }, (_, at) => at * 30)

/** A jackpot that was won: a crown in its light, the amount as large as it fits, and where it is. */
export function JackpotWin({ amount, text, children }: JackpotWinProps) {
  return (
    <div className={styles.win}>
      <svg className={styles.art} viewBox="-60 -44 120 88" aria-hidden="true">
        {RAYS.map((turn) => (
          <path key={turn} className={styles.ray} d="M0 0L-4 -43H4Z" transform={`rotate(${turn})`} />
        ))}
        <circle className={styles.ground} r="32" />
        <path className={styles.crown} d="M-20 13L-23 -9L-11 2L0 -17L11 2L23 -9L20 13Z" />
        <path className={styles.crown} d="M-20 16H20V21H-20Z" />
      </svg>
      {/* The sentence has it too. */}
      <strong className={styles.amount} aria-hidden="true">
        <bdi>{amount}</bdi>
      </strong>
      <p>{text}</p>
      {children}
    </div>
  )
}
