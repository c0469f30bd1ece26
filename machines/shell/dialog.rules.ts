/** The buttons that a dialog can carry. */
export type DialogButton = 'ok' | 'close'

/** How a player may try to leave a dialog. */
export type DismissalWay = 'ok-button' | 'close-button' | 'cross' | 'escape' | 'outside'

/** How a dialog can be left. */
export interface DialogOptions {
  readonly buttons: readonly DialogButton[]
  /** Whether the cross in the corner is shown. */
  readonly hasCross: boolean
  readonly closesOnEscape: boolean
  readonly closesOnOutsidePress: boolean
}

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
