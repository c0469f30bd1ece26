import { useLocation } from 'react-router'
import { AUTH_MODALS } from '#machines/account/sign-in/auth-modal.rules.ts'
import { formatQuery, parseQuery } from '#machines/site/routes/query.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import type { ModalProps } from '../../page/modal.ts'
import { offeredPath } from '../../page/paths.ts'
import styles from './entry.module.css'

/** Whether to sign in or to register, over the page that one is on (AUTH-18). */
export function Modal({ dialog, onDismiss }: ModalProps) {
  const app = useApp()
  const t = useText()
  const { pathname, search } = useLocation()
  const registration = offeredPath(app, 'registration')
  const signIn = pathname + withModal(search, app.site.config.other.modalIdParameter, AUTH_MODALS.login)
  return (
    <Dialog isOpen {...dialog} title={t('account.choice_title')} onClose={onDismiss}>
      <div className={styles.form}>
        <p className={styles.lead}>{t('account.choice_text')}</p>
        <ButtonLink kind="primary" size="large" isWide to={signIn}>
          {t('account.sign_in')}
        </ButtonLink>
        {registration ? (
          <ButtonLink kind="quiet" size="large" isWide to={registration}>
            {t('account.to_registration')}
          </ButtonLink>
        ) : null}
      </div>
    </Dialog>
  )
}

/** The query of a page with another modal over it. */
function withModal(search: string, parameter: string, modal: string): string {
  return formatQuery([...new Map([...parseQuery(search), [parameter, modal] as const])])
}
