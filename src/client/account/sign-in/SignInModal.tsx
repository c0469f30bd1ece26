import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { withoutAuthModal } from '#machines/account/sign-in/auth-modal.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import type { ModalProps } from '../../page/modal.ts'
import { loadSignIn, SignIn, type SignInData } from './SignInScreen.tsx'

/** Signing in over the page that one is on (AUTH-18), to which one comes back unless the address names another (AUTH-19). */
export function Modal({ dialog, onDismiss }: ModalProps) {
  const app = useApp()
  const t = useText()
  const { pathname, search } = useLocation()
  const [data, setData] = useState<SignInData | null>(null)
  useEffect(() => {
    let isWanted = true
    void loadSignIn(app, new URL(window.location.href)).then((loaded) => {
      if (isWanted) setData(loaded)
    })
    return () => {
      isWanted = false
    }
  }, [app])
  const here = pathname + withoutAuthModal(search, app.site.config.other.modalIdParameter)
  return (
    <Dialog isOpen {...dialog} title={t('account.sign_in_title')} onClose={onDismiss}>
      {data ? <SignIn data={{ ...data, returnUrl: data.returnUrl ?? here }} isInDialog /> : <Spinner />}
    </Dialog>
  )
}
