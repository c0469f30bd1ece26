import type { Answers, AnswerValue, FieldError } from '#schemas'

/** Who refused an answer: our rules, a check that ran while the player went on, or the server. */
export type ErrorSource = 'local' | 'async' | 'server'

/** Field id → error. */
export type FieldErrors = Readonly<Record<string, FieldError>>

/** A refusal with the answer that it judged: it dies when that answer changes. */
export interface Judgement {
  readonly error: FieldError
  readonly source: ErrorSource
  readonly answer: AnswerValue | undefined
}

/** What became of a submission. */
export interface Submission {
  readonly isValid: boolean
  /** What keeps the form from being sent, in the order of its fields. */
  readonly errors: FieldErrors
  /** The answers of visible fields (REG-15…18). */
  readonly payload: Answers
}

/** Whether two values of JSON are equal. */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object') return false
  return JSON.stringify(left) === JSON.stringify(right)
}

/** Answers by ids that a server has chosen: `constructor` is one as any other, hence no prototype.
 *  @param isWanted which of them to take; all when left out */
export function plainRecord(
  answers: Answers,
  isWanted: (id: string) => boolean = () => true,
): Record<string, AnswerValue> {
  const record = Object.create(null) as Record<string, AnswerValue>
  return Object.assign(record, Object.fromEntries(Object.entries(answers).filter(([id]) => isWanted(id))))
}
