import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { withoutModal } from '#machines/registration/registration-address.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { landingPath } from '../page/landing.ts'
import type { ModalProps } from '../page/modal.ts'
import { FormSkeleton, RegistrationPanel } from './RegistrationPanel.tsx'
import type { RegistrationStart } from './registration.actors.ts'
import { loadStart } from './registration-start.ts'
import { registrationWords } from './registration-words.ts'
import { useRegistration } from './use-registration.ts'

/** Registration in a dialog over the page that one is on (REG-4). What was typed is kept as on the page. */
export function Modal({ dialog, onDone, onDismiss }: ModalProps) {
  const app = useApp()
  const t = useText()
  const [start, setStart] = useState<RegistrationStart | null>(null)
  useEffect(() => {
    let isWanted = true
    void loadStart(app, new URL(window.location.href), 'popup').then((loaded) => {
      if (isWanted) setStart(loaded)
    })
    return () => {
      isWanted = false
    }
  }, [app])
  return (
    <Dialog isOpen {...dialog} title={t('registration.title')} onClose={onDismiss}>
      {start ? <Popup start={start} onRegistered={() => onDone()} /> : <FormSkeleton />}
    </Dialog>
  )
}

interface PopupProps {
  readonly start: RegistrationStart
  readonly onRegistered: () => void
}

function Popup({ start, onRegistered }: PopupProps) {
  const app = useApp()
  const { pathname, search } = useLocation()
  const { modalIdParameter, returnUrlParameter } = app.site.config.other
  const here = pathname + withoutModal(search, modalIdParameter)
  const returnUrl = new URLSearchParams(search).get(returnUrlParameter) ?? here
  const registration = useRegistration(start, { onRegistered, landing: landingPath(app, { here, returnUrl }) })
  return <RegistrationPanel registration={registration} words={registrationWords(app, registration.data)} />
}
