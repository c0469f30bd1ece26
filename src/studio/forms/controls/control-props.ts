import type { FieldSpec } from '../field-specs.ts'

/** What every control is given. */
export interface ControlProps {
  readonly id: string
  readonly label: string
  readonly field: FieldSpec
  readonly value: unknown
  readonly isDisabled: boolean
  /** Ids of the help and the faults of the field. */
  readonly describedBy: string
  readonly isFaulty: boolean
  /** Undefined takes the value away. */
  readonly onChange: (value: unknown) => void
  readonly onFocus: () => void
}

/** Attributes that every input of a control has. */
export function inputAttributes({ id, isDisabled, describedBy, isFaulty, onFocus }: ControlProps) {
  return { id, disabled: isDisabled, 'aria-describedby': describedBy, 'aria-invalid': isFaulty, onFocus }
}

/** A text as a value: an emptied field that may be left out has none. */
export function textValue(text: string, { isRequired }: FieldSpec): string | undefined {
  return text === '' && !isRequired ? undefined : text
}
