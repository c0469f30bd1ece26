import { Button, ButtonLink } from '../Button.tsx'
import { MenuTiles } from '../content/MenuTiles.tsx'
import { useText } from '../texts.tsx'
import styles from './ErrorPage.module.css'
import type { NavItem } from './HeaderNav.tsx'

/** Props of {@link ErrorPage}. */
export interface ErrorPageProps {
  /** 404: there is no such page; 410: there is none any more; 500: the page could not be made; 503: not now, since the site cannot reach its data. */
  readonly status: 404 | 410 | 500 | 503
  readonly homePath: string
  /** Where to go instead. */
  readonly menu?: readonly NavItem[]
  readonly illustrationUrl?: string | undefined
  /** Whether it is code of the page that could not be fetched: the site was renewed meanwhile, or the network is lost. */
  readonly isCodeMissing?: boolean
  readonly onRetry?: () => void
  /** Whether the last try is under way. */
  readonly isRetrying?: boolean
  /** Whether the site could not be reached at the last try. */
  readonly isUnreached?: boolean
  /** Identity of the failed request, for a talk with support. */
  readonly requestId?: string | undefined
}

/** A page that is not there, or that failed: says which, and shows the ways on. */
export function ErrorPage({ status, homePath, menu = [], illustrationUrl, requestId, ...failure }: ErrorPageProps) {
  const t = useText()
  const { isCodeMissing, onRetry, isRetrying = false, isUnreached = false } = failure
  const ofStatus = isCodeMissing ? 'shell.page_missing' : `shell.error_${status}_text`
  return (
    <div className={styles.page}>
      {illustrationUrl ? (
        <img className={styles.illustration} src={illustrationUrl} alt="" width={320} height={240} />
      ) : (
        <p className={styles.status} aria-hidden="true">
          {status}
        </p>
      )}
      <h1 className={styles.title}>{t(`shell.error_${status}_title`)}</h1>
      <p className={styles.text} role={isUnreached ? 'alert' : undefined}>
        {t(isUnreached ? 'shell.offline_text' : ofStatus)}
      </p>
      <div className={styles.actions}>
        {onRetry && (
          <Button kind="primary" icon="refresh" isBusy={isRetrying} onClick={onRetry}>
            {t('shell.retry')}
          </Button>
        )}
        <ButtonLink kind={onRetry ? 'quiet' : 'primary'} icon="home" to={homePath}>
          {t('shell.to_home')}
        </ButtonLink>
      </div>
      {requestId && (
        <p className={styles.request}>
          {t('shell.request_id')} <code>{requestId}</code>
        </p>
      )}
      {menu.length > 0 && (
        <div className={styles.menu}>
          <MenuTiles label={t('shell.error_menu')} items={menu} />
        </div>
      )}
    </div>
  )
}
