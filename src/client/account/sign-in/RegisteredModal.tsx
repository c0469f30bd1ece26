import { useState } from 'react'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { landingPath } from '../../page/landing.ts'
import type { ModalProps } from '../../page/modal.ts'
import { offeredPath } from '../../page/paths.ts'
import { ActivationForm } from './ActivationForm.tsx'
import styles from './entry.module.css'
import { FirstDeposit } from './FirstDeposit.tsx'
import { SavedLogin } from './SavedLogin.tsx'

/** What the registration returns about a new player. */
interface NewPlayer {
  readonly userId: number
  /** Of a one-click registration; shown here and never again. */
  readonly password?: string
  readonly isSignedIn: boolean
  /** Until another activation mail may be asked for. */
  readonly retryAfterSeconds?: number
  readonly type?: string
  readonly variant?: 'page' | 'popup' | 'widget'
  /** Where the player continues. */
  readonly landing?: string
}

/** What follows a registration (REG-6, REG-27): what to sign in with, or the code that proves the e-mail address. In a
 *  frame of another site nobody is signed in, and the player continues in a window of the site. */
export function Modal({ params, dialog, onDone, onDismiss }: ModalProps) {
  const app = useApp()
  const t = useText()
  const player = params as unknown as NewPlayer
  const { userId, password, isSignedIn, retryAfterSeconds, variant, landing = landingPath(app) } = player
  const [isLeaving, setIsLeaving] = useState(false)
  const [kept, setKept] = useState<'not yet' | 'warned' | 'kept'>(password === undefined ? 'kept' : 'not yet')
  const isWidget = variant === 'widget'
  const isReady = isSignedIn || password !== undefined || (isWidget && player.type === 'phone_reg')
  const { isLoginSavingNotificationVisible, registrationRedirectText } = app.site.config.registration.additionalConfig
  const leave = () => {
    setIsLeaving(true)
    window.location.assign(landing)
  }
  return (
    <Dialog
      isOpen
      {...dialog}
      buttons={isSignedIn ? ['ok'] : ['close']}
      closesOnOutsidePress={false}
      title={t(isReady ? 'account.registered_title' : 'account.activation_title')}
      okLabel={t('account.registered_go_on')}
      isBusy={isLeaving}
      onClose={(by) => {
        // A press by mistake does not take away the only copy of the password.
        if (by !== 'ok-button' && kept === 'not yet') setKept('warned')
        // The page behind still shows a guest: however the dialog is closed, the player moves on to the next page.
        else if (isSignedIn) leave()
        else if (by === 'ok-button') onDone()
        else onDismiss(by)
      }}
    >
      <div className={styles.form}>
        <p className={styles.lead}>{t(textKey(player, isReady))}</p>
        {isReady ? (
          <SavedLogin
            userId={userId}
            password={password}
            isSavingOffered={isLoginSavingNotificationVisible}
            onKept={() => setKept('kept')}
          />
        ) : null}
        {kept === 'warned' ? (
          <p className={styles.note} role="alert">
            {t('account.password_not_kept')}
          </p>
        ) : null}
        {isSignedIn ? <FirstDeposit /> : null}
        {isReady || isWidget ? null : (
          <ActivationForm userId={userId} waitSeconds={retryAfterSeconds ?? 0} onActivated={leave} />
        )}
        {isWidget && isReady ? (
          <ButtonLink kind="primary" isWide to={offeredPath(app, 'login') ?? '/'}>
            {t('account.sign_in')}
          </ButtonLink>
        ) : null}
        {isLeaving ? (
          <p className={styles.note} role="status">
            {t(registrationRedirectText)}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

function textKey({ variant, password, isSignedIn }: NewPlayer, isReady: boolean): string {
  if (variant === 'widget') return isReady ? 'account.registered_widget' : 'account.activation_link_text'
  if (!isSignedIn && !isReady) return 'account.activation_text'
  return password === undefined ? 'account.registered_plain' : 'account.registered_text'
}
