import { CaptchaField } from '../captcha/CaptchaField.tsx'
import type { FieldProps } from '../field-contract.ts'

/** The engine's own captcha in a form (CAP-3): it looks like any other; what it gives is sent as `custom_captcha_id` and
 *  `custom_captcha_value`. */
export function CustomCaptchaField(props: FieldProps) {
  return <CaptchaField {...props} />
}
