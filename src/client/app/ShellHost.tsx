import { useActor, useActorRef, useSelector } from '@xstate/react'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { fromPromise } from 'xstate'
import { logCookieAgreement } from '#calls/site.calls.ts'
import { modalQueueMachine } from '#machines/shell/modal-queue.machine.ts'
import { notificationQueueMachine } from '#machines/shell/notification-queue.machine.ts'
import { visibleNotifications } from '#machines/shell/notification-queue.rules.ts'
import {
  type Consent,
  type ConsentLevel,
  giveConsent,
  isConsentAsked,
  parseConsent,
} from '#machines/site/consent.rules.ts'
import { CookieConsent } from '#renderers/shell/CookieConsent.tsx'
import { Notifications } from '#renderers/shell/Notifications.tsx'
import { type App, useApp } from './app-context.ts'
import type { ModalProps } from './modal.ts'
import { MODALS } from './modals.ts'
import { offeredPath } from './paths.ts'
import { report } from './report.ts'
import { shellPort } from './shell-port.ts'
import { readStored, writeStored } from './stored.ts'

/** Where the answer to the cookie question is kept (STORE-5). */
const CONSENT_KEY = 'cookieConsent'

const loaded = new Map<string, ComponentType<ModalProps>>()

function modalsMachine(app: App) {
  return modalQueueMachine.provide({
    actors: {
      loadModal: fromPromise(async ({ input }) => {
        const modal = MODALS[input.name]
        if (!modal) throw new Error(`this build has no modal "${input.name}"`)
        const [module] = await Promise.all([modal.load(), app.texts.need(modal.dictionaries)])
        loaded.set(input.name, module.Modal)
      }),
    },
  })
}

/** The layer over the page: its modals, its notifications and the cookie question. */
export function ShellHost() {
  const app = useApp()
  const [machine] = useState(() => modalsMachine(app))
  const initialModal = useInitialModal(app)
  const modals = useActorRef(machine, { input: initialModal })
  const [notifications, sendNotification] = useActor(notificationQueueMachine)
  const stack = useSelector(modals, ({ context }) => context.modals.stack)

  useEffect(() => {
    const failures = modals.on('logged', ({ error }) => report('modal.failed', { error: String(error) }))
    const detach = shellPort.attach((wish) => {
      if ('modal' in wish) modals.send({ type: 'modal.shown', ...wish.modal })
      else sendNotification({ type: 'notification.shown', ...wish.notification })
    })
    return () => {
      detach()
      failures.unsubscribe()
    }
  }, [modals, sendNotification])

  return (
    <>
      {stack.map(({ id, name, params, dialog, isLoaded }) => {
        const Modal = isLoaded ? loaded.get(name) : undefined
        if (!Modal) return null
        return (
          <Modal
            key={id}
            params={params}
            dialog={dialog}
            onDone={(value) => modals.send({ type: 'modal.hidden', id, value })}
            onDismiss={(by) => modals.send({ type: 'modal.dismissed', id, by })}
          />
        )
      })}
      <Notifications
        items={visibleNotifications(notifications.context.notifications)}
        onDismiss={(id) => sendNotification({ type: 'notification.closed', id })}
        onHold={(isHeld, by) => sendNotification({ type: isHeld ? 'hold.started' : 'hold.ended', by })}
      />
      <CookieQuestion app={app} />
    </>
  )
}

/** The modal that the page's address asks for (UI-7), when this build and the brand have it. */
function useInitialModal({ site }: App) {
  const { search } = useLocation()
  const name = new URLSearchParams(search).get(site.config.other.modalIdParameter)
  return name && Object.hasOwn(MODALS, name) ? { initialModal: { id: `address-${name}`, name } } : {}
}

function CookieQuestion({ app }: { readonly app: App }) {
  const { cookieConsent } = app.site.config.other
  const [given, setGiven] = useState<Consent | undefined>(() => parseConsent(readStored(CONSENT_KEY)))
  if (!isConsentAsked(cookieConsent, given)) return null
  const choose = (level: ConsentLevel) => {
    const consent = giveConsent(level, Date.now(), cookieConsent)
    writeStored(CONSENT_KEY, consent)
    setGiven(consent)
    app
      .call(logCookieAgreement, { body: { level } })
      .catch((error: unknown) => report('consent.not_logged', { error: String(error) }))
  }
  return <CookieConsent policyPath={offeredPath(app, 'cookies') ?? '/'} onChoose={choose} />
}
