import styles from './Chip.module.css'

/** Props of {@link Chip}. */
export interface ChipProps {
  /** The amount as it is written. */
  readonly amount: string
  readonly size?: 'small' | 'large'
}

/** Chips with the amount that they are worth. The spot below has the amount in its name, so that a chip is only for the eye. */
export function Chip({ amount, size = 'small' }: ChipProps) {
  return (
    <span className={styles.chip} data-size={size} aria-hidden="true">
      {amount}
    </span>
  )
}
