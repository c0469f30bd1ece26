import { Button } from '../site/Button.tsx'
import { Icon } from '../site/Icon.tsx'
import { useText } from '../site/texts.tsx'
import styles from './PartMissing.module.css'

/** Props of {@link PartMissing}. */
export interface PartMissingProps {
  /** Whether the page is being asked for again. */
  readonly isBusy: boolean
  /** Whether the site could not be reached when it was asked for again. */
  readonly isUnreached: boolean
  readonly onRetry: () => void
  readonly onClose: () => void
}

/** Says that a part of the page did not load, and offers to load it again. */
export function PartMissing({ isBusy, isUnreached, onRetry, onClose }: PartMissingProps) {
  const t = useText()
  return (
    <div className={styles.bar}>
      <Icon name="warning" />
      <p className={styles.text} role="alert">
        {t(isUnreached ? 'shell.offline_text' : 'shell.part_missing')}
      </p>
      <Button kind="primary" size="small" icon="refresh" isBusy={isBusy} onClick={onRetry}>
        {t('shell.retry')}
      </Button>
      <Button kind="plain" size="small" icon="close" aria-label={t('shell.close')} onClick={onClose} />
    </div>
  )
}
