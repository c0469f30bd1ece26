import type { ComponentType } from 'react'
import type { FieldKind } from '#schemas'
import { BackgroundCheckboxField } from './background-checkbox/BackgroundCheckboxField.tsx'
import { BirthdayField } from './birthday/BirthdayField.tsx'
import { ButtonField } from './button/ButtonField.tsx'
import { CheckboxField } from './checkbox/CheckboxField.tsx'
import { DatepickerField } from './datepicker/DatepickerField.tsx'
import { DropdownField } from './dropdown/DropdownField.tsx'
import { EmailField } from './email/EmailField.tsx'
import { ExtendedCheckboxField } from './extended-checkbox/ExtendedCheckboxField.tsx'
import type { FieldFrameKind, FieldProps } from './field-contract.ts'
import { InputField } from './input/InputField.tsx'
import { LabelField } from './label/LabelField.tsx'
import { ListField } from './list/ListField.tsx'
import { PasswordField } from './password/PasswordField.tsx'
import { SelectField } from './select/SelectField.tsx'

/** How a kind of field is drawn. */
export interface FieldRenderer {
  readonly Control: ComponentType<FieldProps>
  readonly frame: FieldFrameKind
}

const RENDERERS: Readonly<Partial<Record<FieldKind, FieldRenderer>>> = {
  input: { Control: InputField, frame: 'labelled' },
  email: { Control: EmailField, frame: 'labelled' },
  password: { Control: PasswordField, frame: 'labelled' },
  select: { Control: SelectField, frame: 'labelled' },
  datepicker: { Control: DatepickerField, frame: 'labelled' },
  birthday: { Control: BirthdayField, frame: 'group' },
  dropdown: { Control: DropdownField, frame: 'group' },
  checkbox: { Control: CheckboxField, frame: 'self-labelled' },
  extended_checkbox: { Control: ExtendedCheckboxField, frame: 'self-labelled' },
  background_checkbox: { Control: BackgroundCheckboxField, frame: 'self-labelled' },
  label: { Control: LabelField, frame: 'bare' },
  list: { Control: ListField, frame: 'bare' },
  button: { Control: ButtonField, frame: 'bare' },
}

/** The renderer of a kind of field, or undefined when this engine cannot draw it (FIELD-1). */
export function fieldRenderer(kind: string): FieldRenderer | undefined {
  return Object.hasOwn(RENDERERS, kind) ? RENDERERS[kind as FieldKind] : undefined
}
