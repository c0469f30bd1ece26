import { Button, type ButtonKind } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../app/app-context.ts'
import { shellPort } from '../app/shell-port.ts'
import styles from './entry.module.css'

/** Props of {@link SavedLogin}. */
export interface SavedLoginProps {
  readonly userId: number
  /** The password that was made for the player; one that the player chose is not shown. */
  readonly password?: string | undefined
  /** Whether the player is reminded to keep them, and may take them along as a file (REG-26). */
  readonly isSavingOffered: boolean
}

const BUTTON_KINDS: Readonly<Record<'primary' | 'secondary' | 'link', ButtonKind>> = {
  primary: 'primary',
  secondary: 'quiet',
  link: 'plain',
}

/** What a new player signs in with, to be copied or kept as a file (REG-27). */
export function SavedLogin({ userId, password, isSavingOffered }: SavedLoginProps) {
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
        <Copied label={t('account.account_number')} value={String(userId)} />
        {password === undefined ? null : <Copied label={t('account.password')} value={password} />}
      </div>
      {password === undefined ? null : <p className={styles.note}>{t('account.password_once')}</p>}
      {isSavingOffered ? (
        <div className={styles.saving}>
          <p className={styles.note}>{t('account.save_login_text')}</p>
          <Button
            kind={BUTTON_KINDS[site.config.registration.additionalConfig.saveLoginButtonDesign]}
            icon="download"
            isWide
            type="button"
            onClick={() => saveText(`${site.brandId}-${userId}.txt`, lines)}
          >
            {t('account.save_login')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Hands the browser a text file. */
function saveText(name: string, lines: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useText()
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    )
    shellPort.notify({
      id: `copied-${label}`,
      kind: isCopied ? 'success' : 'error',
      text: isCopied ? 'account.copied' : 'account.copy_refused',
      params: { label },
    })
  }
  return (
    <div className={styles.secret}>
      <dl>
        <dt>{label}</dt>
        <dd dir="ltr">{value}</dd>
      </dl>
      <Button kind="quiet" icon="copy" type="button" onClick={() => void copy()}>
        {t('account.copy')}
      </Button>
    </div>
  )
}
