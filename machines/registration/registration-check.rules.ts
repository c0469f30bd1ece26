import { checkAnswers } from '#machines/forms/check-answers.rules.ts'
import type { FormContext } from '#machines/forms/form-context.rules.ts'
import type { Answers, FieldDefinition } from '#schemas'
import type { CheckAnswers, FieldLike } from './registration-flow.rules.ts'

/**
 * The rules of the forms as the registration asks them (REG-15 to REG-18). The definitions are those that `loadFields`
 * gave, the context is the `FormContext` of the input with the flags of the confirmation.
 */
export const checkRegistration: CheckAnswers = (definitions, values, context) => {
  const form = context as unknown as FormContext
  const phone = { ...form.phone, isConfirmed: context.phoneConfirmed === true }
  return checkAnswers(definitions as readonly FieldDefinition[], values as Answers, { ...form, phone }).errors
}

/** Whether the answer of a field may never be kept in a draft: passwords and whatever is written unseen. */
export function isSecretField(field: FieldLike): boolean {
  const { type, input_type } = field as FieldDefinition
  return type === 'password' || input_type === 'password'
}
