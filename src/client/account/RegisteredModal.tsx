import { Dialog } from '#renderers/shell/Dialog.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../app/app-context.ts'
import type { ModalProps } from '../app/modal.ts'
import { offeredPath } from '../app/paths.ts'
import { shellPort } from '../app/shell-port.ts'
import { ActivationForm } from './ActivationForm.tsx'
import styles from './entry.module.css'

/** What follows a registration (REG-6, REG-27): the account number, the password of a one-click registration, shown once,
 *  or the code that proves the e-mail address. */
export function Modal({ params, dialog, onDone, onDismiss }: ModalProps) {
  const app = useApp()
  const t = useText()
  const { userId, password, isSignedIn } = params as { userId: number; password?: string; isSignedIn: boolean }
  const goOn = () => {
    onDone()
    window.location.assign(isSignedIn ? afterRegistration(app) : (offeredPath(app, 'home') ?? '/'))
  }
  const enter = () => window.location.assign(afterRegistration(app))
  return (
    <Dialog
      isOpen
      {...dialog}
      buttons={isSignedIn ? ['ok'] : ['close']}
      closesOnOutsidePress={false}
      title={t(isSignedIn ? 'account.registered_title' : 'account.activation_title')}
      okLabel={t('account.registered_go_on')}
      onClose={(by) => (by === 'ok-button' ? goOn() : onDismiss(by))}
    >
      <p className={styles.lead}>{t(isSignedIn ? 'account.registered_text' : 'account.activation_text')}</p>
      <dl className={styles.secrets}>
        <Copied label={t('account.account_number')} value={String(userId)} />
        {password ? <Copied label={t('account.password')} value={password} /> : null}
      </dl>
      {password ? <p className={styles.note}>{t('account.password_once')}</p> : null}
      {isSignedIn ? null : <ActivationForm userId={userId} onActivated={enter} />}
    </Dialog>
  )
}

/** Where a new player lands: what the brand configures (REG-40). */
function afterRegistration(app: ReturnType<typeof useApp>): string {
  const home = offeredPath(app, 'home') ?? '/'
  const target = { stay: 'home', return_url: 'home', deposit: 'office_recharge', account: 'office_account' } as const
  const player = {
    ...app,
    state: { ...app.state, visitor: { ...app.state.visitor, player: { userId: 1, balanceMinor: 0, currency: '' } } },
  }
  return offeredPath(player, target[app.site.config.registration.afterRegistration]) ?? home
}

function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useText()
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    shellPort.notify({ id: `copied-${label}`, kind: 'success', text: 'account.copied', params: { label } })
  }
  return (
    <div className={styles.secret}>
      <div>
        <dt>{label}</dt>
        <dd dir="ltr">{value}</dd>
      </div>
      <Button kind="quiet" icon="copy" type="button" onClick={() => void copy()}>
        {t('account.copy')}
      </Button>
    </div>
  )
}
