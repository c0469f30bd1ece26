import { answerText, type FieldProps } from '../field-contract.ts'
import { TextControl } from '../input/TextControl.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'

/** A password and, for a new one, a hint at its strength. */
export function PasswordField(props: FieldProps) {
  const { definition, value } = props
  const isNew = definition.autocomplete === 'new-password' && definition.validation?.compare === undefined
  return (
    <>
      <TextControl
        field={props}
        type="password"
        attributes={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
      />
      {isNew && <StrengthMeter password={answerText(value)} />}
    </>
  )
}
