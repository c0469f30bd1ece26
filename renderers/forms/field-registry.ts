import type { ComponentType } from 'react'
import { isLinkedSource } from '#machines/forms/kinds/options.rules.ts'
import type { FieldDefinition, FieldKind } from '#schemas'
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
import type { LazyField } from './lazy-loading.ts'
import { ListField } from './list/ListField.tsx'
import { PasswordField } from './password/PasswordField.tsx'
import { SelectField } from './select/SelectField.tsx'

/** A kind whose code comes with the form. */
export interface EagerField {
  readonly frame: FieldFrameKind
  readonly Control: ComponentType<FieldProps>
}

/** How a kind of field is drawn. */
export type FieldRenderer = EagerField | LazyField

const RENDERERS = {
  input: { Control: InputField, frame: 'labelled' },
  email: { Control: EmailField, frame: 'labelled' },
  password: { Control: PasswordField, frame: 'labelled' },
  select: { Control: SelectField, frame: 'labelled' },
  multiselect: {
    frame: 'labelled',
    load: async () => (await import('./multiselect/MultiselectField.tsx')).MultiselectField,
    waiting: 'control',
  },
  datepicker: { Control: DatepickerField, frame: 'labelled' },
  birthday: { Control: BirthdayField, frame: 'group' },
  dropdown: { Control: DropdownField, frame: 'group' },
  checkbox: { Control: CheckboxField, frame: 'self-labelled' },
  extended_checkbox: { Control: ExtendedCheckboxField, frame: 'self-labelled' },
  background_checkbox: { Control: BackgroundCheckboxField, frame: 'self-labelled' },
  label: { Control: LabelField, frame: 'bare' },
  list: { Control: ListField, frame: 'bare' },
  button: { Control: ButtonField, frame: 'bare' },
  social_types: {
    frame: 'group',
    load: async () => (await import('./social-types/SocialTypesField.tsx')).SocialTypesField,
    waiting: ({ options = [] }) => ({ buttons: options.length }),
  },
  captcha: {
    frame: 'bare',
    load: async () => (await import('./captcha/CaptchaField.tsx')).CaptchaField,
    waiting: 'card',
  },
  custom_captcha: {
    frame: 'bare',
    load: async () => (await import('./custom-captcha/CustomCaptchaField.tsx')).CustomCaptchaField,
    waiting: 'card',
  },
  phone: {
    frame: 'labelled',
    load: async () => (await import('./phone/PhoneField.tsx')).PhoneField,
    waiting: 'control',
  },
  phone_country: {
    frame: 'labelled',
    load: async () => (await import('./phone-country/PhoneCountryField.tsx')).PhoneCountryField,
    waiting: 'control',
  },
  phone_code_button: {
    frame: 'bare',
    load: async () => (await import('./phone-code-button/PhoneCodeButtonField.tsx')).PhoneCodeButtonField,
    waiting: ({ input_type: part }) => (part === 'text' || part === 'submit' ? 'nothing' : 'control'),
  },
} as const satisfies Readonly<Record<FieldKind, FieldRenderer>>

/** A select whose options belong to the answer of another field. */
const LINKED_SELECT: LazyField = {
  frame: 'labelled',
  load: async () => (await import('./linked-select/LinkedSelect.tsx')).LinkedSelect,
  waiting: 'control',
}

/** The renderer of a field: that of its kind, except for a select whose list has to be requested. */
export function rendererOf({ type, options, options_from: source }: FieldDefinition): FieldRenderer | undefined {
  const isLinked = type === 'select' && options === undefined && isLinkedSource(source)
  return isLinked ? LINKED_SELECT : fieldRenderer(type)
}

/** The renderer of a kind of field, or undefined when this engine cannot draw it (FIELD-1). */
export function fieldRenderer(kind: string): FieldRenderer | undefined {
  return Object.hasOwn(RENDERERS, kind) ? RENDERERS[kind as FieldKind] : undefined
}
