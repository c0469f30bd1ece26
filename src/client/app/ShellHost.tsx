import { useActor, useActorRef, useSelector } from '@xstate/react'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { withoutModal } from '#machines/registration/registration-address.rules.ts'
import { modalQueueMachine } from '#machines/shell/modal-queue.machine.ts'
import type { ModalRequest } from '#machines/shell/modal-queue.rules.ts'
import { notificationQueueMachine } from '#machines/shell/notification-queue.machine.ts'
import { visibleNotifications } from '#machines/shell/notification-queue.rules.ts'
import { useLatest } from '#renderers/forms/use-latest.ts'
import { Notifications } from '#renderers/shell/Notifications.tsx'
import { type App, useApp } from './app-context.ts'
import { CookieQuestion } from './CookieQuestion.tsx'
import type { ModalProps } from './modal.ts'
import { MODALS } from './modals.ts'
import { report } from './report.ts'
import { shellPort } from './shell-port.ts'
import { useIsWidget } from './use-is-widget.ts'

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
  const addressed = useAddressedModal(app)
  const modals = useActorRef(machine, { input: addressed ? { initialModal: addressed } : {} })
  useModalsOfAddress(app, modals, addressed)
  const [notifications, sendNotification] = useActor(notificationQueueMachine)
  const isWidget = useIsWidget()
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
      {isWidget ? null : <CookieQuestion />}
    </>
  )
}

/** The modal that the page's address asks for (UI-7), when this build has it and this visitor may be shown it. */
function useAddressedModal(app: App): ModalRequest | null {
  const { search } = useLocation()
  const name = new URLSearchParams(search).get(app.site.config.other.modalIdParameter) ?? ''
  const modal = Object.hasOwn(MODALS, name) ? MODALS[name] : undefined
  return useMemo(() => {
    if (!modal?.isAddressable?.(app)) return null
    return { id: `address-${name}`, name, ...(modal.dialog ? { dialog: modal.dialog } : {}) }
  }, [app, modal, name])
}

/** Opens and closes modals as the address comes and goes, and takes a modal that the player has left out of the address: back
 *  to the page from which a link opened it, else in its place. */
function useModalsOfAddress(app: App, modals: ActorRefFrom<typeof modalQueueMachine>, wanted: ModalRequest | null) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const parameter = app.site.config.other.modalIdParameter
  const leave = useLatest((name: string) => {
    const { search, pathname } = window.location
    if (new URLSearchParams(search).get(parameter) !== name) return
    const isOpenedHere = (state as { readonly isModal?: boolean } | null)?.isModal === true
    void (isOpenedHere ? navigate(-1) : navigate(pathname + withoutModal(search, parameter), { replace: true }))
  })
  useEffect(() => {
    if (!wanted) return
    modals.send({ type: 'modal.shown', ...wanted })
    const ends = modals.on('modal.settled', ({ id }) => {
      if (id === wanted.id) leave(wanted.name)
    })
    return () => {
      ends.unsubscribe()
      modals.send({ type: 'modal.hidden', id: wanted.id })
    }
  }, [modals, wanted, leave])
}
