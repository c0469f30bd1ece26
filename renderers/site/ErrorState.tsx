import { Button } from './Button.tsx'
import styles from './EmptyState.module.css'
import { Icon } from './Icon.tsx'
import { useText } from './texts.tsx'

/** Props of {@link ErrorState}. */
export interface ErrorStateProps {
  /** What happened, in the player's language. */
  readonly title: string
  /** What it means or what to do next. */
  readonly text?: string
  /** Tries again; without it no button is offered. */
  readonly onRetry?: () => void
  readonly isRetrying?: boolean
  /** Identity of the failed request, for a talk with support. */
  readonly requestId?: string | undefined
}

/** Something could not be loaded or done: says what happened, offers another try, names the request. */
export function ErrorState({ title, text, onRetry, isRetrying = false, requestId }: ErrorStateProps) {
  const t = useText()
  return (
    <div className={styles.state} role="alert">
      <span className={styles.mark} data-kind="error">
        <Icon name="warning" size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {requestId && (
        <p className={styles.request}>
          {t('shell.request_id')} <code>{requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button icon="refresh" isBusy={isRetrying} onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      )}
    </div>
  )
}
