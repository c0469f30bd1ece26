import { cleanNumeric, type NumericOptions, settleNumeric } from '#machines/forms/kinds/numeric.rules.ts'
import type { FieldDefinition } from '#schemas'
import { answerText, type FieldProps } from '../field-contract.ts'
import { TextControl } from './TextControl.tsx'

/** A line of text; of the HTML type that the server asks for. A number is cleaned while it is typed (NUM-1…8). */
export function InputField(props: FieldProps) {
  const { definition, value, onChange, onBlur } = props
  const type = definition.input_type ?? 'text'
  if (type !== 'number') return <TextControl field={props} type={type} />
  const options = numericOptions(definition)
  return (
    <TextControl
      field={props}
      type="text"
      attributes={{ inputMode: 'decimal' }}
      onChange={(text) => onChange(cleanNumeric(text, options))}
      onBlur={() => {
        const settled = settleNumeric(answerText(value), options)
        if (settled !== answerText(value)) onChange(settled)
        onBlur()
      }}
    />
  )
}

function numericOptions({ validation = {}, max_length: maxLength }: FieldDefinition): NumericOptions {
  const min = validation.minValue?.value
  const max = validation.maxValue?.value
  return {
    isSigned: typeof min === 'number' && min < 0,
    ...(typeof min === 'number' && { min }),
    ...(typeof max === 'number' && { max }),
    ...(maxLength !== undefined && { maxLength }),
  }
}
