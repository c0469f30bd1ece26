import { Button, type ButtonKind } from '#renderers/site/Button.tsx'
import { useApp } from '../../page/app-context.ts'
import { CopiedValue } from '../CopiedValue.tsx'
import { saveText } from '../profile/save-text.ts'
import styles from './entry.module.css'

/** Props of {@link SavedLogin}. */
export interface SavedLoginProps {
  readonly userId: number
  /** The password that was made for the player; one that the player chose is not shown. */
  readonly password?: string | undefined
  /** Whether the player is reminded to keep them, and may take them along as a file (REG-26). */
  readonly isSavingOffered: boolean
  /** The password was copied or saved. */
  readonly onKept?: () => void
}

const BUTTON_KINDS: Readonly<Record<'primary' | 'secondary' | 'link', ButtonKind>> = {
  primary: 'primary',
  secondary: 'quiet',
  link: 'plain',
}

/** What a new player signs in with, to be copied or kept as a file (REG-27). */
export function SavedLogin({ userId, password, isSavingOffered, onKept }: SavedLoginProps) {
  const { site, texts, origin } = useApp()
  const { t } = texts
  const lines = [
    `${site.name}: ${origin}`,
    `${t('account.account_number')}: ${userId}`,
    ...(password === undefined ? [] : [`${t('account.password')}: ${password}`]),
  ]
  return (
    <>
      <div className={styles.secrets}>
        <CopiedValue label={t('account.account_number')} value={String(userId)} />
        {password === undefined ? null : (
          <CopiedValue label={t('account.password')} value={password} {...(onKept && { onCopied: onKept })} />
        )}
      </div>
      {password === undefined ? null : <p className={styles.note}>{t('account.password_once')}</p>}
      {isSavingOffered ? (
        <div className={styles.saving}>
          {password === undefined ? <p className={styles.note}>{t('account.save_login_text')}</p> : null}
          <Button
            kind={BUTTON_KINDS[site.config.registration.additionalConfig.saveLoginButtonDesign]}
            icon="download"
            isWide
            type="button"
            onClick={() => {
              saveText(`${site.brandId}-${userId}.txt`, lines)
              onKept?.()
            }}
          >
            {t('account.save_login')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
