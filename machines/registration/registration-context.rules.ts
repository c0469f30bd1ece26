import { fullPhone } from '#machines/forms/phone-answer.rules.ts'
import { type ConfirmationFlags, UNCONFIRMED } from '#machines/phone/sms-code.rules.ts'
import type { Failure } from '#machines/shell/failure.rules.ts'
import type { AnswerValue, FieldError } from '#schemas'
import {
  type AnswerErrors,
  type Answers,
  type CheckAnswers,
  type CheckContext,
  chosenType,
  type FieldDefinitions,
  type FieldLike,
  type JudgedAnswer,
  standingErrors,
  withoutFields,
} from './registration-flow.rules.ts'

/** What the registration is given from outside. */
export interface RegistrationInput {
  /** The type that the page's address asks for. */
  readonly requestedType?: string
  /** Whether a modal follows a registration; it does unless switched off (REG-6). */
  readonly showsModalAfter?: boolean
  /** What the rules may ask about the visitor. */
  readonly checkContext: CheckContext
  readonly checkAnswers: CheckAnswers
  /** Whether the answer of a field may never be kept in a draft. */
  readonly isSecret: (definition: FieldLike) => boolean
  /** Fields to fall back upon when those of a type cannot be loaded: type → fields (REG-23). */
  readonly defaultFields?: Readonly<Record<string, FieldDefinitions>>
}

/** What the registration knows. Everything a player has typed stays until the account is there. */
export interface RegistrationContext {
  readonly input: RegistrationInput
  readonly types: readonly string[]
  /** The one type that is chosen (REG-9); null until the types are known. */
  readonly type: string | null
  readonly fieldsByType: Readonly<Record<string, FieldDefinitions>>
  readonly answersByType: Readonly<Record<string, Answers>>
  /** Types whose draft has been looked for. */
  readonly restoredTypes: readonly string[]
  /** Types whose answers have changed since their draft was saved. */
  readonly staleDrafts: readonly string[]
  readonly savingType: string | null
  /** Field id → the error that is shown. */
  readonly errors: AnswerErrors
  /** What the server said of answers, each with the answer that it judged. */
  readonly judged: Readonly<Record<string, JudgedAnswer>>
  /** Whether the form has been submitted once; from then on every change is checked. */
  readonly isChecked: boolean
  readonly failure: Failure | null
  readonly flags: ConfirmationFlags
  /** The field whose number a code was sent to. */
  readonly confirmationFieldId: string | null
  /** Registration data and bonuses; null and empty are the defaults that remain when loading fails. */
  readonly data: unknown
  readonly bonuses: readonly unknown[]
}

/** The context before anything has been loaded. */
export function initialContext(input: RegistrationInput): RegistrationContext {
  return {
    input,
    types: [],
    type: null,
    fieldsByType: {},
    answersByType: {},
    restoredTypes: [],
    staleDrafts: [],
    savingType: null,
    errors: {},
    judged: {},
    isChecked: false,
    failure: null,
    flags: UNCONFIRMED,
    confirmationFieldId: null,
    data: null,
    bonuses: [],
  }
}

/** The fields of the chosen type; empty until they are loaded. */
export function currentFields({ type, fieldsByType }: RegistrationContext): FieldDefinitions {
  return fieldsByType[type ?? ''] ?? []
}

/** The answers of the chosen type. */
export function currentAnswers({ type, answersByType }: RegistrationContext): Answers {
  return answersByType[type ?? ''] ?? {}
}

/** All that is wrong with the answers of now: the server's standing errors, and what our own rules say before them. */
export function answerErrors(context: RegistrationContext): AnswerErrors {
  const answers = currentAnswers(context)
  const asked = { ...context.input.checkContext, ...context.flags }
  return {
    ...standingErrors(context.judged, answers),
    ...context.input.checkAnswers(currentFields(context), answers, asked),
  }
}

/** A change with the errors that are shown after it: once the form has been submitted, every change is checked. */
export function rechecked(
  context: RegistrationContext,
  change: Partial<RegistrationContext>,
): Partial<RegistrationContext> {
  const changed = { ...context, ...change }
  return context.isChecked ? { ...change, errors: answerErrors(changed) } : change
}

/** Stores the types and chooses one of them (REG-9). */
export function withTypes(context: RegistrationContext, types: readonly string[]): Partial<RegistrationContext> {
  return { types, type: chosenType(types, context.input.requestedType) }
}

/** Chooses another type: its own answers are kept, and nothing of the old type's errors or confirmation is left. */
export function withType(type: string): Partial<RegistrationContext> {
  return { type, errors: {}, judged: {}, isChecked: false, failure: null, ...withoutConfirmation() }
}

/** The code sent to a number was accepted (REG-14): what the server said of the number before is worth nothing now. */
export function withConfirmedPhone(context: RegistrationContext): Partial<RegistrationContext> {
  const fieldId = context.confirmationFieldId ?? ''
  const { [fieldId]: _judged, ...judged } = context.judged
  const { [fieldId]: _error, ...errors } = context.errors
  const flags = { ...context.flags, confirmationCodeSuccess: true, phoneConfirmed: true }
  return rechecked(context, { judged, errors, flags })
}

/** Whether an answer takes the place of the number that a code was sent to. The same number in another spelling does not. */
export function isOtherNumber(
  context: RegistrationContext,
  { fieldId, value }: { readonly fieldId: string; readonly value: unknown },
): boolean {
  return fieldId === context.confirmationFieldId && phoneOf(value) !== phoneOf(currentAnswers(context)[fieldId])
}

const phoneOf = (answer: unknown) => fullPhone(answer as AnswerValue | undefined)

/** The confirmation as at the start. */
export function withoutConfirmation(): Partial<RegistrationContext> {
  return { flags: UNCONFIRMED, confirmationFieldId: null }
}

/** Stores an answer; an error of the server dies with the answer that it judged, others are checked anew. */
export function withAnswer(context: RegistrationContext, id: string, value: unknown): Partial<RegistrationContext> {
  const type = context.type ?? ''
  const { [id]: _judged, ...judged } = context.judged
  const answersByType = { ...context.answersByType, [type]: { ...currentAnswers(context), [id]: value } }
  const staleDrafts = [...new Set([...context.staleDrafts, type])]
  const { [id]: _error, ...errors } = context.errors
  return rechecked(context, { answersByType, judged, staleDrafts, errors, failure: null })
}

/** Stores what the server said of single fields, each with the answer that it judged. */
export function withJudgement(
  context: RegistrationContext,
  fields: Readonly<Record<string, FieldError>>,
): Partial<RegistrationContext> {
  const answers = currentAnswers(context)
  const news = Object.entries(fields).map(([id, error]) => [id, { error, answer: answers[id] }] as const)
  const judged = { ...context.judged, ...Object.fromEntries(news) }
  return { judged, errors: { ...context.errors, ...fields } }
}

/** Puts the answers of a draft under those that were given since. */
export function withDraft(context: RegistrationContext, draft: Answers | null): Partial<RegistrationContext> {
  const type = context.type ?? ''
  const answers = { ...draft, ...currentAnswers(context) }
  return {
    answersByType: { ...context.answersByType, [type]: answers },
    restoredTypes: [...new Set([...context.restoredTypes, type])],
  }
}

/** The answers of a type that a draft may hold: no secrets. */
export function draftAnswers({ input, fieldsByType, answersByType }: RegistrationContext, type: string): Answers {
  const secretIds = (fieldsByType[type] ?? []).filter(input.isSecret).map(({ id }) => id)
  return withoutFields(answersByType[type] ?? {}, new Set(secretIds))
}

/** Drops every secret answer, once the account is there. */
export function withoutSecrets(context: RegistrationContext): Partial<RegistrationContext> {
  const types = Object.keys(context.answersByType)
  return { answersByType: Object.fromEntries(types.map((type) => [type, draftAnswers(context, type)])) }
}
