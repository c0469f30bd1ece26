/** Fewest and most characters of an answer, once it is normalised. */
export const ANSWER_LENGTH = { min: 3, max: 100 } as const
/** Fewest characters of a question in the player's own words. */
export const QUESTION_MIN_LENGTH = 8

/** Where something is wrong with a secret question, and the key of what to say. */
export type SecretQuestionFault =
  | { readonly at: 'question'; readonly code: 'secret_question.question_short' }
  | { readonly at: 'answer'; readonly code: 'secret_question.answer_short' | 'secret_question.answer_obvious' }
  | { readonly at: 'repeated'; readonly code: 'secret_question.not_repeated' }

/** A question with its answer as they are typed. */
export interface TypedSecretQuestion {
  /** The question's text. */
  readonly question: string
  /** Whether the text is the player's own. */
  readonly isOwn: boolean
  readonly answer: string
  readonly repeated: string
}

/** The form in which answers are stored and compared, so that nobody fails at a capital or a space: `' Miss  Honey '` →
 *  `'miss honey'`. */
export function normaliseAnswer(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}

/** The first thing that is wrong; undefined when it may be sent. Entries that differ are not sent (ACC-16). */
export function secretQuestionFault(typed: TypedSecretQuestion): SecretQuestionFault | undefined {
  const { question, isOwn, answer, repeated } = typed
  const given = normaliseAnswer(answer)
  const asked = normaliseAnswer(question)
  if (isOwn && lengthOf(asked) < QUESTION_MIN_LENGTH) return { at: 'question', code: 'secret_question.question_short' }
  if (lengthOf(given) < ANSWER_LENGTH.min || lengthOf(given) > ANSWER_LENGTH.max)
    return { at: 'answer', code: 'secret_question.answer_short' }
  if (asked.includes(given)) return { at: 'answer', code: 'secret_question.answer_obvious' }
  return given === normaliseAnswer(repeated) ? undefined : { at: 'repeated', code: 'secret_question.not_repeated' }
}

function lengthOf(text: string): number {
  return Array.from(text).length
}
