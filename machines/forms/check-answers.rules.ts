import type { Answers, AnswerValue, FieldDefinition, FieldError, FieldRule } from '#schemas'
import { checkBirthday, comparableDate, minimumAgeIn } from './date.rules.ts'
import { visibleFields } from './depends-on.rules.ts'
import { answerSort, fieldLabel, isExempt } from './field-kind.rules.ts'
import type { Fault, FormContext } from './form-context.rules.ts'
import { findOption, optionValue } from './options.rules.ts'
import { isRequired, projectAnswers } from './projection.rules.ts'
import { isEmptyAnswer } from './required.rules.ts'
import { runRule } from './rule-registry.ts'

/** What the check of a form says. */
export interface CheckedAnswers {
  readonly isValid: boolean
  /** Field id → its first error; at most one a field (RULE-19). */
  readonly errors: Readonly<Record<string, FieldError>>
  /** What is sent: answers of visible fields only. */
  readonly payload: Answers
}

/** Fields whose chosen option is the player's country: its `Alpha2` decides the minimum age (DATE-5). */
const COUNTRY_FIELD_IDS = ['country_id']

/** Judges all answers of a form, in the browser and on the server alike. Hidden fields and exempt ones do not count
 *  (REG-15…18); an answer to a field that the form does not have is `field.unknown`. */
export function checkAnswers(
  definitions: readonly FieldDefinition[],
  answers: Answers,
  context: FormContext,
): CheckedAnswers {
  const errors: [string, FieldError][] = []
  const ids = new Set(definitions.map(({ id }) => id))
  for (const definition of visibleFields(definitions, answers)) {
    const error = checkVisible(definition, { definitions, answers, context })
    if (error !== null) errors.push([definition.id, error])
  }
  for (const id of Object.keys(answers)) {
    if (!ids.has(id)) errors.push([id, { code: 'field.unknown', params: { label: id } }])
  }
  return {
    isValid: errors.length === 0,
    errors: Object.fromEntries(errors),
    payload: projectAnswers(definitions, answers),
  }
}

/** The first error of one field, or null; a field that is not visible has none. */
export function checkField(
  definitions: readonly FieldDefinition[],
  id: string,
  answers: Answers,
  context: FormContext,
): FieldError | null {
  const definition = visibleFields(definitions, answers).find((field) => field.id === id)
  return definition === undefined ? null : checkVisible(definition, { definitions, answers, context })
}

interface Form {
  readonly definitions: readonly FieldDefinition[]
  readonly answers: Answers
  readonly context: FormContext
}

/** Validators run in this order: `required`, then the rules as the definition lists them, then what the kind itself asks. */
function checkVisible(definition: FieldDefinition, form: Form): FieldError | null {
  if (isExempt(definition)) return null
  const rules = definition.validation ?? {}
  const ordered: [string, FieldRule][] = Object.entries(rules).filter(([kind]) => kind !== 'required')
  if (isRequired(definition)) ordered.unshift(['required', rules.required ?? {}])
  const value = form.answers[definition.id]
  for (const [kind, rule] of ordered) {
    const fault = runRule(kind, { value, parameter: rule.value, definition, ...form })
    if (fault !== null) return toError(definition, fault, isGeneral(kind, fault) ? rule.message : undefined)
  }
  const fault = isEmptyAnswer(value) ? null : checkKind(definition, value, form)
  return fault === null ? null : toError(definition, fault)
}

/** A rule of several faults has one text from the server: it stands for the general fault, the others speak for themselves. */
function isGeneral(kind: string, { code }: Fault): boolean {
  return kind === 'email' ? code === 'email.invalid' : kind !== 'phone' || code !== 'phone.country_rule'
}

function toError(definition: FieldDefinition, fault: Fault, sent?: string): FieldError {
  const message = fault.message ?? sent
  const params = { label: fieldLabel(definition), ...fault.params }
  return message === undefined ? { code: fault.code, params } : { code: fault.code, params, message }
}

/** What a kind of field asks of an answer that is not empty, besides its rules. */
function checkKind(definition: FieldDefinition, value: AnswerValue | undefined, form: Form): Fault | null {
  const { max_length: maxLength } = definition
  if (maxLength !== undefined && typeof value === 'string' && [...value].length > maxLength) {
    return { code: 'max_length', params: { value: maxLength } }
  }
  switch (definition.type) {
    case 'email':
      return runRule('email', { value, parameter: undefined, definition, ...form })
    case 'birthday':
      return checkBirthday(String(value), form.context.today, minimumAgeIn(playerCountry(form), form.context))
    case 'datepicker':
      return comparableDate(String(value)) === null ? { code: 'date.invalid', params: {} } : null
    default:
      return checkSort(definition, value)
  }
}

function checkSort(definition: FieldDefinition, value: AnswerValue | undefined): Fault | null {
  switch (answerSort(definition.type)) {
    case 'switch':
      return typeof value === 'boolean' ? null : { code: 'boolean', params: {} }
    case 'choice':
      return isOption(definition, value) ? null : { code: 'option.unknown', params: {} }
    case 'choices':
      return Array.isArray(value) && value.every((part) => isOption(definition, part))
        ? null
        : { code: 'option.unknown', params: {} }
    case 'text':
      return typeof value === 'object' && Array.isArray(value) ? { code: 'value.refused', params: {} } : null
    case 'none':
      return null
  }
}

function isOption(definition: FieldDefinition, value: AnswerValue | undefined): boolean {
  const option = findOption(definition, value)
  return option !== undefined && optionValue(option) !== ''
}

/** Country code of the player: of the chosen country, else of the visitor. */
function playerCountry({ definitions, answers, context }: Form): string | undefined {
  for (const definition of definitions) {
    if (!COUNTRY_FIELD_IDS.includes(definition.id)) continue
    const country = findOption(definition, answers[definition.id])?.Alpha2
    if (country !== undefined) return country
  }
  return context.detectedCountry
}
