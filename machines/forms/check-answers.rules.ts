import type { Answers, AnswerValue, FieldDefinition, FieldError, FieldRule } from '#schemas'
import { visibleFields } from './depends-on.rules.ts'
import { answerSort, fieldLabel, isExempt } from './field-kind.rules.ts'
import type { Fault, FormContext } from './form/form-context.rules.ts'
import { checkTypedCode, isCodeInput } from './kinds/confirmation-code.rules.ts'
import { checkBirthday, comparableDate, minimumAgeIn } from './kinds/date.rules.ts'
import { findOption, isLinkedSource, optionValue } from './kinds/options.rules.ts'
import { isPhoneAnswer } from './kinds/phone-answer.rules.ts'
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
    const error = checkShownField(definition, { definitions, answers, context })
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

/** What the answer to a field is judged by. */
export interface AnsweredForm {
  readonly definitions: readonly FieldDefinition[]
  readonly answers: Answers
  readonly context: FormContext
}

/** Which fields are judged by the answer to another one as well: the other's id → theirs. A repetition looks at what it
 *  repeats, a birthday at the country (DATE-5), an account at the bank. */
export function answerReaders(definitions: readonly FieldDefinition[]): ReadonlyMap<string, readonly string[]> {
  const readers = new Map<string, string[]>()
  const banks = definitions.filter(({ options }) => options?.some(({ account_length: length }) => length !== undefined))
  for (const { id, type, validation } of definitions) {
    const compared = validation?.compare?.value
    const read = [
      ...(compared === undefined ? [] : [String(compared)]),
      ...(type === 'birthday' ? COUNTRY_FIELD_IDS : []),
      ...(validation?.userFunction?.value === 'accountLength' ? banks.map((bank) => bank.id) : []),
    ]
    for (const other of read) readers.set(other, [...(readers.get(other) ?? []), id])
  }
  return readers
}

/** The first error of a field that is known to be visible, or null. Validators run in this order: `required`, then the rules
 *  as the definition lists them, then what the kind itself asks (RULE-19). */
export function checkShownField(definition: FieldDefinition, form: AnsweredForm): FieldError | null {
  if (isCodeInput(definition)) return checkCode(definition, form)
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

/** A code that was sent goes its own way to the server; one that is in the answers as well must look like a code. */
function checkCode(definition: FieldDefinition, { answers, context }: AnsweredForm): FieldError | null {
  const code = answers[definition.id]
  if (isEmptyAnswer(code) || context.phone?.isConfirmed) return null
  const fault = checkTypedCode(String(code), definition, context.codeLength)
  return fault === null ? null : toError(definition, fault)
}

/** A rule of several faults has one text from the server: it stands for the general fault, the others speak for themselves. */
function isGeneral(kind: string, { code }: Fault): boolean {
  return kind === 'email' ? code === 'email.invalid' : kind !== 'phone' || !code.startsWith('phone.')
}

function toError(definition: FieldDefinition, fault: Fault, sent?: string): FieldError {
  const message = fault.message ?? sent
  const params = { label: fieldLabel(definition), ...fault.params }
  return message === undefined ? { code: fault.code, params } : { code: fault.code, params, message }
}

/** What a kind of field asks of an answer that is not empty, besides its rules. */
function checkKind(definition: FieldDefinition, value: AnswerValue | undefined, form: AnsweredForm): Fault | null {
  const { max_length: maxLength } = definition
  if (maxLength !== undefined && typeof value === 'string' && [...value].length > maxLength) {
    return { code: 'max_length', params: { value: maxLength } }
  }
  switch (definition.type) {
    case 'email':
      return runRule('email', { value, parameter: undefined, definition, ...form })
    case 'phone':
      return runRule('phone', { value, parameter: undefined, definition, ...form })
    case 'phone_country':
      return isBareCode(value, form.context) ? null : checkSort(definition, value)
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
      return isUnread(definition) || isOption(definition, value) ? null : { code: 'option.unknown', params: {} }
    case 'choices':
      return Array.isArray(value) && value.every((part) => isOption(definition, part))
        ? null
        : { code: 'option.unknown', params: {} }
    case 'text':
      return Array.isArray(value) || isPhoneAnswer(value) ? { code: 'value.refused', params: {} } : null
    case 'none':
      return null
  }
}

/** Whether an answer is a dialling code of no country of the list, where such codes may be typed (PHC-8). */
function isBareCode(value: AnswerValue | undefined, { phone }: FormContext): boolean {
  return phone?.isManualCodeAllowed === true && typeof value === 'string' && /^\+[0-9]{1,3}$/.test(value)
}

/** Whether the list of a field is one that only the server has: the page offers what it was given of it. */
function isUnread({ options, options_from: source }: FieldDefinition): boolean {
  return options === undefined && isLinkedSource(source)
}

function isOption(definition: FieldDefinition, value: AnswerValue | undefined): boolean {
  const option = findOption(definition, value)
  return option !== undefined && optionValue(option) !== ''
}

/** Country code of the player: of the chosen country, else of the visitor. */
function playerCountry({ definitions, answers, context }: AnsweredForm): string | undefined {
  for (const definition of definitions) {
    if (!COUNTRY_FIELD_IDS.includes(definition.id)) continue
    const country = findOption(definition, answers[definition.id])?.Alpha2
    if (country !== undefined) return country
  }
  return context.detectedCountry
}
