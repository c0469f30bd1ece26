import type { FieldError } from '#schemas'

/** A field definition as the flow sees it; everything but its id belongs to the forms. */
export interface FieldLike {
  readonly id: string
}

export type FieldDefinitions = readonly FieldLike[]

/** Field id → answer. */
export type Answers = Readonly<Record<string, unknown>>

/** Field id → the first rule that its answer breaks. */
export type AnswerErrors = Readonly<Record<string, FieldError>>

/** What the rules may ask about the visitor, such as the country; opaque here. */
export type CheckContext = Readonly<Record<string, unknown>>

/** Judges all answers by the definitions. Hidden and exempt fields are left out by the rule itself (REG-17, REG-18). */
export type CheckAnswers = (definitions: FieldDefinitions, values: Answers, context: CheckContext) => AnswerErrors

/** The type that is chosen when nobody asks for another (REG-5). */
export const DEFAULT_REGISTRATION_TYPE = 'full_reg'

/** Older name of the full registration (REG-3). */
const SHORT_REGISTRATION_TYPE = 'short_reg'

/** An error of the server with the answer that it judged; it is worth nothing once the answer has changed. */
export interface JudgedAnswer {
  readonly error: FieldError
  readonly answer: unknown
}

/** The name that a registration type goes by: short_reg is full_reg (REG-3). */
export function registrationType(name: string): string {
  return name === SHORT_REGISTRATION_TYPE ? DEFAULT_REGISTRATION_TYPE : name
}

/** The types that are offered: without doubles, and the default one when the list is empty. */
export function offeredTypes(names: readonly string[]): readonly string[] {
  const types = [...new Set(names.map(registrationType))]
  return types.length > 0 ? types : [DEFAULT_REGISTRATION_TYPE]
}

/** The type to begin with: the one asked for if it is offered, else full_reg, else the first (decision 5). */
export function chosenType(offered: readonly string[], requested: string | undefined): string {
  const wish = requested === undefined ? undefined : registrationType(requested)
  if (wish !== undefined && offered.includes(wish)) return wish
  if (offered.includes(DEFAULT_REGISTRATION_TYPE)) return DEFAULT_REGISTRATION_TYPE
  return offered[0] ?? DEFAULT_REGISTRATION_TYPE
}

/** The errors of the server that still judge the answers of now. */
export function standingErrors(judged: Readonly<Record<string, JudgedAnswer>>, answers: Answers): AnswerErrors {
  const standing = Object.entries(judged).filter(([id, { answer }]) => answers[id] === answer)
  return Object.fromEntries(standing.map(([id, { error }]) => [id, error]))
}

/** The answers without those of the fields named. */
export function withoutFields(answers: Answers, ids: ReadonlySet<string>): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !ids.has(id)))
}
