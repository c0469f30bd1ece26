import type { DialogOptions } from '#machines/shell/dialog.rules.ts'

/** What a modal's component is given. */
export interface ModalProps {
  readonly params: Readonly<Record<string, unknown>>
  readonly dialog: DialogOptions
  /** Settles the modal; its opener receives the value. */
  readonly onDone: (value?: unknown) => void
  readonly onDismiss: (by: 'ok-button' | 'close-button' | 'cross' | 'escape' | 'outside') => void
}
