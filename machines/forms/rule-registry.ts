import type { Answers, AnswerValue, FieldDefinition, FieldRule, RuleKind } from '#schemas'
import { fieldLabel } from './field-kind.rules.ts'
import type { Fault, FormContext } from './form/form-context.rules.ts'
import { checkDate, comparableDate, isDateTime } from './kinds/date.rules.ts'
import { checkEmail } from './kinds/email.rules.ts'
import { matchesPattern, patternProblem } from './kinds/pattern.rules.ts'
import { checkPhone } from './kinds/phone.rules.ts'
import { isPhoneAnswer } from './kinds/phone-answer.rules.ts'
import { isEmptyAnswer } from './required.rules.ts'
import { USER_FUNCTIONS, type UserFunction } from './user-functions.rules.ts'

/** What a value rule looks at. */
export interface RuleInput {
  /** The answer; every rule but `required` and `compare` sees only answers that are not empty. */
  readonly value: AnswerValue | undefined
  /** Parameter that the server gave. */
  readonly parameter: FieldRule['value']
  readonly definition: FieldDefinition
  readonly definitions: readonly FieldDefinition[]
  readonly answers: Answers
  readonly context: FormContext
}

/** A value rule: its fault, or null. It passes what it cannot judge, such as a bound that is no number; the check of the
 *  definitions reports that. */
export type Rule = (input: RuleInput) => Fault | null

/** The closed list of value rules (RULE-1). */
export const RULES = {
  isDateTime: ({ value }) => (isDateTime(text(value)) ? null : fault('date.invalid')),
  isImage: ({ value }) => (isImage(value) ? null : fault('image.invalid')),
  required: ({ value }) => (isEmptyAnswer(value) ? fault('required') : null),
  userFunction: ({ value, parameter, answers, definitions }) =>
    userFunction(parameter)?.(text(value), { answers, definitions }) ?? null,
  minLength: ({ value, parameter }) => checkLength(value, parameter, 'min'),
  maxLength: ({ value, parameter }) => checkLength(value, parameter, 'max'),
  maxValue: (input) => checkBound(input, 'max'),
  minValue: (input) => checkBound(input, 'min'),
  email: ({ value, parameter, context }) => checkEmailAnswer(text(value), parameter, context),
  compare: ({ value, parameter, answers, definitions }) =>
    compare(value, String(parameter ?? ''), answers, definitions),
  match: ({ value, parameter }) =>
    matchesPattern(text(value), String(parameter ?? '')) === false ? fault('match') : null,
  boolean: ({ value }) => (typeof value === 'boolean' ? null : fault('boolean')),
  phone: ({ value, context }) => checkPhone(isPhoneAnswer(value) ? value : text(value), context.phone),
  phoneConfirm: ({ context }) => (context.phone?.isConfirmed ? null : fault('phone.not_confirmed')),
} as const satisfies Record<RuleKind, Rule>

/** A bound that is the day of the brand. */
const TODAY = 'today'

const WITH_EMPTY: ReadonlySet<string> = new Set<RuleKind>(['required', 'compare'])

/** Whether this engine knows a kind of rule. */
export function isRuleKind(kind: string): kind is RuleKind {
  return Object.hasOwn(RULES, kind)
}

/** Runs one value rule; a kind that this engine does not know is left to the server. */
export function runRule(kind: string, input: RuleInput): Fault | null {
  if (!isRuleKind(kind) || (isEmptyAnswer(input.value) && !WITH_EMPTY.has(kind))) return null
  return RULES[kind](input)
}

/** Why a rule cannot be run as it is written, or null: an unknown kind or function, a bound or length of the wrong
 *  sort, a pattern that is invalid or could run without end. */
export function ruleProblem(kind: string, { value }: FieldRule): 'unknown_rule' | 'bad_value' | null {
  if (!isRuleKind(kind)) return 'unknown_rule'
  const isRight = {
    minLength: () => typeof value === 'number',
    maxLength: () => typeof value === 'number',
    minValue: () => typeof value === 'number' || value === TODAY || comparableDate(String(value)) !== null,
    maxValue: () => typeof value === 'number' || value === TODAY || comparableDate(String(value)) !== null,
    compare: () => typeof value === 'string',
    match: () => typeof value === 'string' && patternProblem(value) === null,
    userFunction: () => userFunction(value) !== null,
  } satisfies Partial<Record<RuleKind, () => boolean>>
  return kind in isRight && !isRight[kind as keyof typeof isRight]() ? 'bad_value' : null
}

function fault(code: Fault['code'], value?: string | number): Fault {
  return { code, params: value === undefined ? {} : { value } }
}

function text(value: AnswerValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The length of a text in characters; of chosen options their number. */
function checkLength(value: AnswerValue | undefined, limit: FieldRule['value'], side: 'min' | 'max'): Fault | null {
  if (typeof limit !== 'number') return null
  const isList = Array.isArray(value)
  const length = isList ? new Set(value.map(String)).size : [...text(value)].length
  if (side === 'min') return length < limit ? fault(isList ? 'option.too_few' : 'min_length', limit) : null
  return length > limit ? fault(isList ? 'option.too_many' : 'max_length', limit) : null
}

/** Names of our functions that a server may ask for (RULE-5). */
export function userFunctionNames(): readonly string[] {
  return Object.keys(USER_FUNCTIONS)
}

function userFunction(name: FieldRule['value']): UserFunction | null {
  return typeof name === 'string' && Object.hasOwn(USER_FUNCTIONS, name) ? (USER_FUNCTIONS[name] ?? null) : null
}

function checkBound({ value, parameter, context }: RuleInput, side: 'min' | 'max'): Fault | null {
  const bound = parameter === TODAY ? context.today : parameter
  if (typeof bound === 'string' && comparableDate(bound) !== null) return checkDate(text(value), { [side]: bound })
  const limit = typeof bound === 'string' && bound.trim() !== '' ? Number(bound) : bound
  if (typeof limit !== 'number' || Number.isNaN(limit)) return null
  const number = typeof value === 'number' ? value : Number(text(value).replace(',', '.'))
  if (Number.isNaN(number)) return fault('number.invalid')
  if (side === 'min') return number < limit ? fault('min_value', limit) : null
  return number > limit ? fault('max_value', limit) : null
}

function checkEmailAnswer(address: string, parameter: FieldRule['value'], context: FormContext): Fault | null {
  const topLevelMaxLength = typeof parameter === 'number' ? parameter : context.emailTopLevelMaxLength
  const confirmed = context.confirmedEmails ?? []
  return checkEmail(address, {
    isConfirmed: confirmed === 'all' || confirmed.includes(address),
    ...(topLevelMaxLength !== undefined && { topLevelMaxLength }),
  })
}

function compare(
  value: AnswerValue | undefined,
  otherId: string,
  answers: Answers,
  definitions: readonly FieldDefinition[],
): Fault | null {
  const other = definitions.find((definition) => definition.id === otherId)
  if (other === undefined || text(value) === text(answers[otherId])) return null
  return { code: 'compare', params: { other: fieldLabel(other) } }
}

const IMAGE = /^image\/(?:png|jpeg|webp|gif|avif|heic|heif|bmp)$/

function isImage(value: AnswerValue | undefined): boolean {
  return typeof value === 'object' && 'mediaType' in value && IMAGE.test(value.mediaType)
}
