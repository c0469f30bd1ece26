import type { FieldDefinition, FieldKind } from '#schemas'

/** What sort of answer a kind of field holds. */
export type AnswerSort = 'text' | 'choice' | 'choices' | 'switch' | 'none'

/** Sort of answer of every kind (FIELD-1). */
const ANSWER_SORTS = {
  input: 'text',
  email: 'text',
  password: 'text',
  select: 'choice',
  multiselect: 'choices',
  label: 'none',
  captcha: 'text',
  custom_captcha: 'text',
  button: 'none',
  phone: 'text',
  phone_country: 'choice',
  phone_code_button: 'none',
  datepicker: 'text',
  birthday: 'text',
  social_types: 'choice',
  checkbox: 'switch',
  extended_checkbox: 'switch',
  list: 'none',
  background_checkbox: 'switch',
  dropdown: 'choice',
} as const satisfies Record<FieldKind, AnswerSort>

/** Kinds and ids that do not count when it is decided whether a form is valid: what holds no answer, and captchas, whose
 *  answer is judged by their provider (decision 8, REG-18). */
export const EXEMPT = {
  kinds: new Set<string>(['label', 'list', 'button', 'phone_code_button', 'captcha', 'custom_captcha']),
  ids: new Set<string>([
    'button_send_sms',
    'button_confirm_sms',
    'google_captcha_response',
    'custom_captcha',
    'custom_captcha_id',
    'custom_captcha_value',
  ]),
} as const

/** Whether this engine can draw a kind of field. */
export function isFieldKind(kind: string): kind is FieldKind {
  return Object.hasOwn(ANSWER_SORTS, kind)
}

/** Sort of answer that a kind holds; one of an unknown kind holds none. */
export function answerSort(kind: string): AnswerSort {
  return isFieldKind(kind) ? ANSWER_SORTS[kind] : 'none'
}

/** Whether a field does not count when it is decided whether the form is valid; nor does one of a kind that cannot be drawn,
 *  since nobody can answer it. */
export function isExempt({ id, type }: Pick<FieldDefinition, 'id' | 'type'>): boolean {
  return EXEMPT.kinds.has(type) || EXEMPT.ids.has(id) || !isFieldKind(type)
}

/** Whether the answer to a field may not be kept anywhere: what is written unseen, or the answer to a captcha. */
export function isSecretField({ type, input_type }: Pick<FieldDefinition, 'type' | 'input_type'>): boolean {
  return type === 'password' || input_type === 'password' || type === 'captcha' || type === 'custom_captcha'
}

/** What a field is called in a message: its title, else its label, its placeholder or its id. */
export function fieldLabel(definition: FieldDefinition): string {
  return definition.title ?? definition.label ?? fieldPlaceholder(definition) ?? definition.id
}

/** Text inside the empty control: the important placeholder when it is not empty, else the placeholder (FIELD-4, decision 10). */
export function fieldPlaceholder(definition: FieldDefinition): string | undefined {
  return definition.important_placeholder || definition.placeholder
}
