import { checkAnswers } from '#machines/forms/check-answers.rules.ts'
import { isSecretField as isSecret } from '#machines/forms/field-kind.rules.ts'
import type { FormContext } from '#machines/forms/form-context.rules.ts'
import type { Answers, FieldDefinition } from '#schemas'
import type { CheckAnswers, FieldLike } from './registration-flow.rules.ts'

/**
 * The rules of the forms as the registration asks them (REG-15 to REG-18). The definitions are those that `loadFields`
 * gave, the context is the `FormContext` of the input with the flags of the confirmation. An answer that an old draft holds
 * for a field which is asked no longer is no fault: it is not sent.
 */
export const checkRegistration: CheckAnswers = (definitions, values, context) => {
  const form = context as unknown as FormContext
  const phone = { ...form.phone, isConfirmed: context.phoneConfirmed === true }
  const asked = new Set(definitions.map(({ id }) => id))
  const answers = Object.fromEntries(Object.entries(values as Answers).filter(([id]) => asked.has(id)))
  return checkAnswers(definitions as readonly FieldDefinition[], answers, { ...form, phone }).errors
}

/** Whether the answer of a field may never be kept in a draft. */
export const isSecretField = (field: FieldLike): boolean => isSecret(field as FieldDefinition)
