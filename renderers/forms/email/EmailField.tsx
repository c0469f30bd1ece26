import type { FieldProps } from '../field-contract.ts'
import { TextControl } from '../input/TextControl.tsx'

/** An e-mail address. The type is text for the form and e-mail for keyboards, so that a space reaches our own check. */
export function EmailField(props: FieldProps) {
  return (
    <TextControl
      field={props}
      type="text"
      attributes={{ inputMode: 'email', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, dir: 'ltr' }}
    />
  )
}
