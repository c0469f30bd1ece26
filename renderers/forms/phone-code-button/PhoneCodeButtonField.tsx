import type { FieldProps } from '../field-contract.ts'
import { CodeInput } from './CodeInput.tsx'
import { ConfirmButton } from './ConfirmButton.tsx'
import { SendButton } from './SendButton.tsx'

/** One part of a phone's confirmation, by the HTML type of its control: `submit` confirms the code, `text` takes it, and any
 *  other asks for it. The last two are there while a code is on its way. */
export function PhoneCodeButtonField(props: FieldProps) {
  switch (props.definition.input_type) {
    case 'text':
      return <CodeInput {...props} />
    case 'submit':
      return <ConfirmButton {...props} />
    default:
      return <SendButton {...props} />
  }
}
