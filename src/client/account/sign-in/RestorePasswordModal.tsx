import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ModalProps } from '../../page/modal.ts'
import { RestorePassword } from './RestorePasswordScreen.tsx'

const NO_LINK = { token: null, isGone: false } as const

/** Asking for a forgotten password over the page that one is on (AUTH-18). */
export function Modal({ dialog, onDismiss }: ModalProps) {
  const t = useText()
  return (
    <Dialog isOpen {...dialog} title={t('security.reset_title')} onClose={onDismiss}>
      <RestorePassword data={NO_LINK} isInDialog />
    </Dialog>
  )
}
