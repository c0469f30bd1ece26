import type { FieldDefinition, RegistrationFieldsAnswerNew, RegistrationFieldsAnswerOld } from '#schemas'

/** The fields of a type, whichever of the two calls answered (REG-35, REG-36, decision 7): in their order, and of two with one
 *  id the first. */
export function fieldsOfAnswer(
  answer: RegistrationFieldsAnswerOld | RegistrationFieldsAnswerNew,
): readonly FieldDefinition[] {
  const fields = 'data' in answer ? answer.data.attributes.fields : answer.fields
  const ids = fields.map(({ id }) => id)
  return fields.filter(({ id }, index) => ids.indexOf(id) === index)
}
