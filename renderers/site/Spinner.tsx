import styles from './Spinner.module.css'
import { useText } from './texts.tsx'

/** Props of {@link Spinner}. */
export interface SpinnerProps {
  readonly size?: 'small' | 'medium'
  /** What is awaited; "Loading" when nothing is said. */
  readonly label?: string
}

/** A turning ring that says that something is awaited. */
export function Spinner({ size = 'medium', label }: SpinnerProps) {
  const t = useText()
  return (
    <span className={styles.spinner} data-size={size} role="status">
      <span className="visually-hidden">{label ?? t('shell.loading')}</span>
    </span>
  )
}
