import type { DismissalWay, ModalDialog } from '#schemas'

/** How a dialog can be left. */
export type DialogOptions = Required<ModalDialog>

/** What a dialog has when nothing else is said (UI-1). */
export const DIALOG_DEFAULTS: DialogOptions = {
  buttons: ['ok', 'close'],
  hasCross: true,
  closesOnEscape: false,
  closesOnOutsidePress: true,
}

/** A captcha is confirmed by solving it, so its dialog has no confirm button. */
export const CAPTCHA_DIALOG: DialogOptions = { ...DIALOG_DEFAULTS, buttons: ['close'] }

/** The options of a dialog: the defaults with what is said otherwise. */
export function dialogOptions(own: Partial<DialogOptions> = {}): DialogOptions {
  return { ...DIALOG_DEFAULTS, ...own }
}

/** Whether a dialog lets itself be left in this way. */
export function isDismissible(options: DialogOptions, way: DismissalWay): boolean {
  switch (way) {
    case 'ok-button':
      return options.buttons.includes('ok')
    case 'close-button':
      return options.buttons.includes('close')
    case 'cross':
      return options.hasCross
    case 'escape':
      return options.closesOnEscape
    case 'outside':
      return options.closesOnOutsidePress
  }
}
