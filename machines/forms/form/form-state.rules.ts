import type { Failure } from '#machines/shell/failure.rules.ts'
import type { Answers, AnswerValue, FieldDefinition, FieldError } from '#schemas'
import { fullPhone } from '../kinds/phone-answer.rules.ts'
import type { FormContext } from './form-context.rules.ts'
import { afterChange, blockersOf, type FormJudgements, isConfirmable, judgeForm } from './form-judgement.rules.ts'
import { type Lapse, lapseOf } from './form-lapse.rules.ts'
import type { ScopeSource } from './form-scope.rules.ts'

export type FieldDefinitions = readonly FieldDefinition[]

/** What a form is given from outside, all of it JSON. */
export interface FormInput extends ScopeSource {
  /** Variants in the order of preference; the last one is the form's only one when none is offered. */
  readonly wanted: readonly [string, ...string[]]
  /** The variants, where they are known beforehand. */
  readonly variants?: readonly string[]
  /** What the rules look at besides the answers. */
  readonly context: FormContext
  /** Codes by which the server says that a variant is not offered any more. */
  readonly lapsedCodes?: readonly string[]
  /** Fields to fall back upon when those of a variant cannot be loaded: variant → fields. */
  readonly fallbackFields?: Readonly<Record<string, FieldDefinitions>>
}

/** An answer that was confirmed; another one is not. */
export interface Confirmation {
  readonly fieldId: string
  /** As it was confirmed: of a phone its number, `+77012345678`. */
  readonly value: string
}

/** What a form knows. Everything that was typed stays until it has been sent. */
export interface FormState {
  readonly input: FormInput
  readonly context: FormContext
  readonly variants: readonly string[]
  /** The one that is filled in; null until the variants are known. */
  readonly variant: string | null
  /** Variant → scope → fields: each is loaded once. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, FieldDefinitions>>>>
  /** Variant → the scope whose fields are drawn. */
  readonly scopes: Readonly<Record<string, string>>
  /** Ids of fields, of whatever variant, whose answers may not be kept. */
  readonly secretIds: readonly string[]
  readonly answers: Readonly<Record<string, Answers>>
  /** Variants whose draft has been looked for. */
  readonly restored: readonly string[]
  /** Variants whose answers have changed since their draft was saved. */
  readonly staleDrafts: readonly string[]
  readonly savingVariant: string | null
  readonly judged: FormJudgements
  /** What kept the form from being sent when it was judged last: another object each time. */
  readonly verdict: Readonly<Record<string, FieldError>> | null
  readonly confirmation: Confirmation | null
  /** The field whose confirmation is waited for. */
  readonly confirmingFieldId: string | null
  readonly failure: Failure | null
  readonly lapse: Lapse | null
  /** Whether the fields have been reloaded since the variant was chosen. */
  readonly isRenewed: boolean
}

/** What becomes different in what a form knows. */
export type FormChange = Partial<FormState>

/** A form before anything has been loaded. */
export function initialForm(input: FormInput): FormState {
  return {
    input,
    context: input.context,
    variants: [],
    variant: null,
    fields: {},
    scopes: {},
    secretIds: [],
    answers: {},
    restored: [],
    staleDrafts: [],
    savingVariant: null,
    judged: {},
    verdict: null,
    confirmation: null,
    confirmingFieldId: null,
    failure: null,
    lapse: null,
    isRenewed: false,
  }
}

const NO_FIELDS: FieldDefinitions = []
const NO_ANSWERS: Answers = {}

/** The fields that are drawn; the same array as long as they are the same. */
export function currentFields({ fields, scopes, variant }: FormState): FieldDefinitions {
  const key = variant ?? ''
  return fields[key]?.[scopes[key] ?? ''] ?? NO_FIELDS
}

/** The answers to the variant that is filled in. */
export function currentAnswers({ answers, variant }: FormState): Answers {
  return answers[variant ?? ''] ?? NO_ANSWERS
}

/** Whether the answer that was confirmed is the one of now; the same number in another spelling is. */
export function isConfirmed(state: FormState): boolean {
  const { confirmation } = state
  return confirmation !== null && fullPhone(currentAnswers(state)[confirmation.fieldId]) === confirmation.value
}

/** What the rules look at besides the answers, the confirmation included. */
export function askedContext(context: FormContext, isPhoneConfirmed: boolean): FormContext {
  return { ...context, phone: { ...context.phone, isConfirmed: isPhoneConfirmed } }
}

/** Stores the variants that are offered, of which the chosen one stays if it is among them. */
export function withVariants(state: FormState, offered: readonly string[]): FormChange {
  const { input, variant } = state
  const variants = offered.length > 0 ? [...new Set(offered)] : input.wanted.slice(-1)
  if (variant !== null && variants.includes(variant)) return { variants }
  return { variants, ...chosen(chosenVariant(variants, input.wanted)) }
}

/** The variant to begin with: the first of those wanted that is offered, else the first that is. */
export function chosenVariant(offered: readonly string[], wanted: readonly string[]): string {
  return wanted.find((name) => offered.includes(name)) ?? offered[0] ?? wanted.at(-1) ?? ''
}

const NOTHING_AWAITED = { confirmation: null, confirmingFieldId: null, failure: null, lapse: null, isRenewed: false }

/** Another variant: its own answers are kept, and of the former one's errors and confirmation nothing is left. */
export function chosen(variant: string): FormChange {
  return { variant, judged: {}, verdict: null, ...NOTHING_AWAITED }
}

/** Stores an answer; what was said of the one before dies with it. */
export function withAnswer(state: FormState, fieldId: string, value: AnswerValue): FormChange {
  const key = state.variant ?? ''
  return {
    answers: { ...state.answers, [key]: { ...currentAnswers(state), [fieldId]: value } },
    judged: afterChange(state.judged, fieldId, currentFields(state)),
    staleDrafts: [...new Set([...state.staleDrafts, key])],
    failure: null,
  }
}

/** The form is judged: from now on nothing of an earlier judgement of our rules is left. */
export function withVerdict(state: FormState): FormChange {
  const context = askedContext(state.context, isConfirmed(state))
  const form = { definitions: currentFields(state), answers: currentAnswers(state), context }
  return { judged: judgeForm(form, state.judged), failure: null }
}

/** What keeps the form from being sent. */
export function blockersIn(state: FormState): FormJudgements {
  return blockersOf(state.judged, { definitions: currentFields(state), answers: currentAnswers(state) })
}

/** Other circumstances: of phones what is new is added to what is known. */
export function withCircumstances({ context }: FormState, change: Partial<FormContext>): FormChange {
  return { context: { ...context, ...change, ...(change.phone && { phone: { ...context.phone, ...change.phone } }) } }
}

/** An answer was confirmed: that it was not is said no longer. */
export function withConfirmation(state: FormState, { fieldId, value }: Confirmation): FormChange {
  const { [fieldId]: judgement, ...others } = state.judged
  const judged = judgement && isConfirmable(judgement.error) ? others : state.judged
  return { confirmation: { fieldId, value }, judged }
}

/** Somebody else than our rules refuses single answers. A confirmation that the server does not have is none. */
export function withRefusal(
  state: FormState,
  errors: Readonly<Record<string, FieldError>>,
  source: 'server' | 'confirmation',
): FormChange {
  const answers = currentAnswers(state)
  const news = Object.entries(errors).map(([id, error]) => [id, { error, source, answer: answers[id] }] as const)
  const confirmed = errors[state.confirmation?.fieldId ?? '']
  return {
    judged: { ...state.judged, ...Object.fromEntries(news) },
    ...(confirmed && isConfirmable(confirmed) ? { confirmation: null } : {}),
  }
}

/** What has lapsed by the answer of the server; null when nothing has. */
export function lapseOfForm(state: FormState, failure: Failure): Lapse | null {
  return lapseOf(failure, {
    definitions: currentFields(state),
    confirmedFieldId: isConfirmed(state) ? state.confirmation?.fieldId : undefined,
    isRenewed: state.isRenewed,
    lapsedCodes: state.input.lapsedCodes ?? [],
  })
}

/** The answers of a variant that a draft may hold: no secrets. */
export function draftAnswers({ secretIds, answers }: FormState, variant: string): Answers {
  return Object.fromEntries(Object.entries(answers[variant] ?? {}).filter(([id]) => !secretIds.includes(id)))
}

/** Drops every secret answer, once the form has been sent. */
export function withoutSecrets(state: FormState): FormChange {
  const variants = Object.keys(state.answers)
  return { answers: Object.fromEntries(variants.map((variant) => [variant, draftAnswers(state, variant)])) }
}
