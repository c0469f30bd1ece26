import { CAPTCHA_DIALOG } from '#machines/shell/dialog.rules.ts'
import { shellPort } from '../page/shell-port.ts'

/** Where a challenge is shown: a place in the captcha's dialog. */
export interface CaptchaStage {
  /** Shows the dialog. @returns an element in it that React does not touch */
  open(): Promise<HTMLElement>
  /** Hides the dialog; nothing happens when it is not shown. */
  close(): void
}

/** The other side: the dialog. */
export interface StageDialog {
  /** Puts the place into an element of the dialog. @returns false when no challenge is to be shown */
  mount(parent: HTMLElement, close: () => void): boolean
  /** The dialog has gone, by whatever way; a challenge that was shown is dismissed. */
  unmount(): void
}

/** A dialog that the page cannot show within this time has failed. */
const SHOWN_WITHIN_MS = 10_000

/** Both sides. */
export interface Stage extends CaptchaStage, StageDialog {
  /** Called when the visitor has closed the dialog. */
  onDismissed: (() => void) | null
}

interface Scene {
  readonly host: HTMLElement
  readonly shown: PromiseWithResolvers<HTMLElement>
  closeDialog: (() => void) | null
}

/** Joins the captcha with its dialog, which is shown through the queue of modals (CAP-10). */
export function createStage(): Stage {
  let scene: Scene | null = null
  let shows = 0

  const stage: Stage = {
    onDismissed: null,
    open() {
      if (scene) return scene.shown.promise
      const next: Scene = {
        host: document.createElement('div'),
        shown: Promise.withResolvers<HTMLElement>(),
        closeDialog: null,
      }
      scene = next
      shows += 1
      shellPort.showModal({ id: `captcha-${shows}`, name: 'CAPTCHA', isOver: true, dialog: CAPTCHA_DIALOG })
      setTimeout(() => next.shown.reject(new Error('the dialog of the captcha was not shown')), SHOWN_WITHIN_MS)
      next.shown.promise.catch(() => undefined)
      return next.shown.promise
    },
    close() {
      const { closeDialog } = scene ?? {}
      scene?.shown.reject(new Error('the captcha is over'))
      scene = null
      closeDialog?.()
    },
    mount(parent, close) {
      if (!scene) return false
      scene.closeDialog = close
      parent.replaceChildren(scene.host)
      scene.shown.resolve(scene.host)
      return true
    },
    unmount() {
      if (!scene?.closeDialog) return
      scene.closeDialog = null
      stage.close()
      stage.onDismissed?.()
    },
  }
  return stage
}

/** The one stage of the page: one dialog is shown at a time. */
export const captchaStage = createStage()
