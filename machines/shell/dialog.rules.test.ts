import { expect, test } from 'vitest'
import { CAPTCHA_DIALOG, DIALOG_DEFAULTS, dialogOptions, isDismissible } from './dialog.rules.ts'

test('UI-1: a dialog has OK and Close and a cross, minds a press outside and does not mind Escape', () => {
  expect(dialogOptions()).toEqual({
    buttons: ['ok', 'close'],
    hasCross: true,
    closesOnEscape: false,
    closesOnOutsidePress: true,
  })
})

test('UI-1: what is said otherwise counts, the rest stays', () => {
  expect(dialogOptions({ closesOnEscape: true })).toEqual({ ...DIALOG_DEFAULTS, closesOnEscape: true })
})

test.each([
  ['ok-button', true, false],
  ['close-button', true, true],
  ['cross', true, true],
  ['escape', false, false],
  ['outside', true, true],
] as const)('UI-1: by %s a plain dialog is left: %s, a captcha: %s', (way, isPlainLeft, isCaptchaLeft) => {
  expect(isDismissible(DIALOG_DEFAULTS, way)).toBe(isPlainLeft)
  expect(isDismissible(CAPTCHA_DIALOG, way)).toBe(isCaptchaLeft)
})
