import type { ModalRequest } from '#machines/shell/modal-queue.rules.ts'
import type { NotificationRequest } from '#machines/shell/notification-queue.rules.ts'
import type { SessionGuardEvent } from '#schemas'

/** What screens ask of the layer over the page. */
export type ShellWish =
  | { readonly modal: ModalRequest }
  | { readonly notification: NotificationRequest }
  | { readonly question: 'cookies' }
  | {
      readonly session: SessionGuardEvent
      /** Called when the player stays signed in after all. */
      readonly onStay?: () => void
    }

type Taker = (wish: ShellWish) => void

/** Holds wishes until the layer over the page is there, then hands them on. */
function createShellPort() {
  let taker: Taker | null = null
  let waiting: ShellWish[] = []
  const askers = new Set<() => void>()
  const send = (wish: ShellWish): void => {
    if (taker) {
      taker(wish)
      return
    }
    waiting.push(wish)
    for (const asker of askers) asker()
  }
  return {
    showModal: (modal: ModalRequest) => send({ modal }),
    notify: (notification: NotificationRequest) => send({ notification }),
    /** Shows the question about cookies, whether or not it is answered. */
    askForCookies: () => send({ question: 'cookies' }),
    /** Tells the guard of the session. */
    tellSession: (session: SessionGuardEvent) => send({ session }),
    /** Signs the player out. @returns when the player stays signed in after all; otherwise the page is left */
    signOut: () =>
      new Promise<void>((resolve) => send({ session: { type: 'sign_out.requested' }, onStay: () => resolve() })),
    /** The layer begins to take wishes; those that waited come first. @returns how it ends */
    attach: (next: Taker): (() => void) => {
      taker = next
      const held = waiting
      waiting = []
      for (const wish of held) next(wish)
      return () => {
        taker = null
      }
    },
    /** Calls `asker` when something is wished and no layer is there. @returns how to stop */
    whenAsked: (asker: () => void): (() => void) => {
      askers.add(asker)
      if (waiting.length) asker()
      return () => askers.delete(asker)
    },
  }
}

/** The one port of the page. */
export const shellPort = createShellPort()
