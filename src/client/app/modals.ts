import type { ComponentType } from 'react'
import type { ModalProps } from './modal.ts'

interface ModalModule {
  readonly Modal: ComponentType<ModalProps>
}

/** The modals of this build by name, with the dictionaries they read. */
export const MODALS: Readonly<
  Record<string, { readonly dictionaries: readonly string[]; readonly load: () => Promise<ModalModule> }>
> = {
  REGISTRATION_DONE: { dictionaries: ['account', 'forms'], load: () => import('../account/RegisteredModal.tsx') },
}
