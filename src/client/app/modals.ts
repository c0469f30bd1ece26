import type { ComponentType } from 'react'
import type { DialogOptions } from '#machines/shell/dialog.rules.ts'
import type { App } from '../page/app-context.ts'
import type { ModalProps } from '../page/modal.ts'
import { offeredPath } from '../page/paths.ts'
import { SCREENS } from './screens/screens.ts'

interface ModalModule {
  readonly Modal: ComponentType<ModalProps>
}

interface ModalEntry {
  readonly dictionaries: readonly string[]
  readonly load: () => Promise<ModalModule>
  /** Whether an address may open it for this visitor (UI-7); one without this opens only when the page itself shows it. */
  readonly isAddressable?: (app: App) => boolean
  /** Whether it stays when the page under it changes: what it says is said only once. */
  readonly outlivesPage?: true
  /** What differs from other dialogs when an address opens it. */
  readonly dialog?: Partial<DialogOptions>
}

/** A form half filled in is not lost by a press beside it. */
const registration: ModalEntry = {
  dictionaries: SCREENS.registration?.dictionaries ?? [],
  load: () => import('../registration/RegistrationModal.tsx'),
  isAddressable: (app) => offeredPath(app, 'registration') !== null,
  dialog: { buttons: [], closesOnEscape: true, closesOnOutsidePress: false },
}

/** Ways into an account, one of which the sign-in button opens (AUTH-18). */
function entry(routeId: 'login' | 'restore_password', load: ModalEntry['load']): ModalEntry {
  return {
    dictionaries: SCREENS[routeId]?.dictionaries ?? [],
    load,
    isAddressable: (app) => app.state.visitor.player === null && offeredPath(app, routeId) !== null,
    dialog: { buttons: [], closesOnEscape: true, closesOnOutsidePress: false },
  }
}

/** The modals of this build by name, with the dictionaries they read. */
export const MODALS: Readonly<Record<string, ModalEntry>> = {
  CAPTCHA: { dictionaries: ['captcha'], load: () => import('../captcha/CaptchaModal.tsx') },
  REGISTRATION: registration,
  LOGIN: entry('login', () => import('../account/sign-in/SignInModal.tsx')),
  AUTH_CHOICE: entry('login', () => import('../account/sign-in/AuthChoiceModal.tsx')),
  RESTORE_PASSWORD: entry('restore_password', () => import('../account/sign-in/RestorePasswordModal.tsx')),
  TRUSTLY_REGISTRATION_MODAL_START: registration,
  IDENTIFICATION_BONUS: {
    dictionaries: ['promo'],
    load: () => import('../promo/awards/IdentificationModal.tsx'),
    isAddressable: ({ site, state }) =>
      site.config.boolean.isIdentificationBonusShown &&
      site.config.boolean.isBonusAllowed &&
      state.visitor.player !== null,
    dialog: { buttons: [], closesOnEscape: true },
  },
  /** A dialog that the brand has written, which its parameter names. */
  SITE: { dictionaries: [], load: () => import('../promo/SiteModal.tsx') },
  REGISTRATION_DONE: {
    dictionaries: ['account', 'forms'],
    load: () => import('../account/sign-in/RegisteredModal.tsx'),
    outlivesPage: true,
  },
}
