import { Icon } from '../../site/Icon.tsx'
import styles from './MarkButton.module.css'

/** Props of {@link MarkButton}. */
export interface MarkButtonProps {
  /** A star keeps something among the favourites, a pin keeps a game in front of its board, a bell tells its news. */
  readonly mark: 'star' | 'pin' | 'bell'
  readonly isOn: boolean
  /** The mark and what it is put on, spoken. */
  readonly label: string
  readonly onPress: () => void
}

/** Puts a mark on a game or championship, or takes it away: a filled one says that it is there. */
export function MarkButton({ mark, isOn, label, onPress }: MarkButtonProps) {
  return (
    <button
      type="button"
      className={styles.mark}
      data-mark={mark}
      aria-pressed={isOn}
      aria-label={label}
      onClick={onPress}
    >
      <Icon name={isOn ? `${mark}-filled` : mark} size={16} />
    </button>
  )
}
