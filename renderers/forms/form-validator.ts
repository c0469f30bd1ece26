import type { ErrorSchema, RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils'
import type { Answers, FieldError } from '#schemas'

/** Judges the answers of a form: field id → its error. */
export type JudgeAnswers = (answers: Answers) => Readonly<Record<string, FieldError>>

/** The validator that rjsf asks before it sends: our rules, one error a field; no JSON Schema is compiled or interpreted. */
export function createFormValidator(judge: JudgeAnswers): ValidatorType<Answers, RJSFSchema> {
  function validateFormData(answers: Answers | undefined) {
    const faults = Object.entries(judge(answers ?? {}))
    const errors = faults.map(
      ([id, { code }]): RJSFValidationError => ({ name: code, property: `.${id}`, message: code, stack: code }),
    )
    const errorSchema = Object.fromEntries(faults.map(([id, { code }]) => [id, { __errors: [code] }]))
    return { errors, errorSchema: errorSchema as ErrorSchema<Answers> }
  }
  return {
    validateFormData,
    isValid: () => true,
    rawValidation: <Fault>(_schema: RJSFSchema, answers?: Answers) => ({
      errors: validateFormData(answers).errors as Fault[],
    }),
  }
}
