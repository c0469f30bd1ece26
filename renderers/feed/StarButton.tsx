import { Icon } from '../site/Icon.tsx'
import styles from './StarButton.module.css'

/** Props of {@link StarButton}. */
export interface StarButtonProps {
  readonly isOn: boolean
  /** What is kept: the name of a game or championship, spoken. */
  readonly label: string
  readonly onPress: () => void
}

/** Keeps something among the favourites, or no more: a filled star says that it is kept. */
export function StarButton({ isOn, label, onPress }: StarButtonProps) {
  return (
    <button type="button" className={styles.star} aria-pressed={isOn} aria-label={label} onClick={onPress}>
      <Icon name={isOn ? 'star-filled' : 'star'} size={16} />
    </button>
  )
}
