import type { ComponentType } from 'react'
import type { DialogOptions } from '#machines/shell/dialog.rules.ts'

/** What a modal's component is given. */
export interface ModalProps {
  readonly params: Readonly<Record<string, unknown>>
  readonly dialog: DialogOptions
  /** Settles the modal; the value goes to whoever showed it. */
  readonly onDone: (value?: unknown) => void
  readonly onDismiss: (by: 'ok-button' | 'close-button' | 'cross' | 'escape' | 'outside') => void
}

interface ModalModule {
  readonly Modal: ComponentType<ModalProps>
}

/** The modals of this build by name, with the dictionaries they read. */
export const MODALS: Readonly<Record<string, { readonly dictionaries: readonly string[]; readonly load: () => Promise<ModalModule> }>> = {
  REGISTRATION_DONE: { dictionaries: ['account', 'forms'], load: () => import('../account/RegisteredModal.tsx') },
}
