import type { CSSProperties, ReactNode } from 'react'
import styles from './JackpotStrip.module.css'

/** A jackpot in the words of the page. */
export interface ShownJackpot {
  readonly id: string
  readonly name: string
  /** What would be won now. */
  readonly amount: string
  /** By when or by what it is won. */
  readonly rule: string
  /** What was won last. */
  readonly last?: string
  /** How near it is to the amount at which it is won at the latest, 0 to 1; left out of the others. */
  readonly nearness?: number
}

/** Props of {@link JackpotStrip}. */
export interface JackpotStripProps {
  readonly title: string
  readonly note?: ReactNode
  readonly jackpots: readonly ShownJackpot[]
}

/** Jackpots beside one another: name, amount and rule; amounts that change are not read out by themselves. */
export function JackpotStrip({ title, note, jackpots }: JackpotStripProps) {
  return (
    <div className={styles.strip}>
      <ul className={styles.jackpots} aria-label={title} style={{ '--count': jackpots.length } as CSSProperties}>
        {jackpots.map(({ id, name, amount, rule, last, nearness }) => (
          <li key={id} className={styles.jackpot}>
            <span className={styles.name}>{name}</span>
            <strong className={styles.amount}>
              <bdi>{amount}</bdi>
            </strong>
            {nearness === undefined ? null : (
              <progress className={styles.nearness} max={1} value={nearness} aria-label={rule} />
            )}
            <span className={styles.rule}>{rule}</span>
            {last ? <span className={styles.rule}>{last}</span> : null}
          </li>
        ))}
      </ul>
      {note ? <p className={styles.note}>{note}</p> : null}
    </div>
  )
}
