import { Icon } from '../../site/Icon.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './StaleNote.module.css'

/** Says above a board that its prices are not vouched for now. It lies over the page's edge, so that nothing moves (STREAM-4). */
export function StaleNote() {
  const t = useText()
  return (
    <p className={styles.note} role="status">
      <Icon name="pause" size={16} />
      {t('board.stale')}
    </p>
  )
}
