import type { Answers, AnswerValue, FieldDefinition, FieldError } from '#schemas'
import { answerReaders, checkAnswers } from '../check-answers.rules.ts'
import { visibleFields } from '../depends-on.rules.ts'
import { isExempt } from '../field-kind.rules.ts'
import type { FormContext } from './form-context.rules.ts'

/** Who refused an answer: our rules, the server, or a player who gave the confirmation of an answer up. */
export type JudgementSource = 'rules' | 'server' | 'confirmation'

/** A refusal with the answer that it judged: it dies when that answer changes. */
export interface FormJudgement {
  readonly error: FieldError
  readonly source: JudgementSource
  readonly answer: AnswerValue | undefined
}

/** Field id → what was said of its answer, in the order of the fields. */
export type FormJudgements = Readonly<Record<string, FormJudgement>>

/** Codes of an answer that lacks nothing but a confirmation which the player can give without changing it. */
const CONFIRMABLE: readonly string[] = ['phone.not_confirmed', 'phone.confirmation_expired']

/** Whether an answer lacks nothing but its confirmation. */
export function isConfirmable({ code }: FieldError): boolean {
  return CONFIRMABLE.includes(code)
}

/** A form as it is judged. */
export interface JudgedForm {
  readonly definitions: readonly FieldDefinition[]
  readonly answers: Answers
  readonly context: FormContext
}

/** The one judgement of a form: what our rules say of the fields that are asked, and what others have said of answers that are
 *  the same still. The answer of an old draft to a field which is asked no longer is no fault: it is not sent. */
export function judgeForm({ definitions, answers, context }: JudgedForm, known: FormJudgements): FormJudgements {
  const asked = Object.fromEntries(
    definitions.flatMap(({ id }) => (Object.hasOwn(answers, id) ? [[id, answers[id] as AnswerValue] as const] : [])),
  )
  const { errors } = checkAnswers(definitions, asked, context)
  const judged = definitions.flatMap(({ id }): [string, FormJudgement][] => {
    const standing = Object.hasOwn(known, id) ? known[id] : undefined
    if (standing && standing.source !== 'rules') return [[id, standing]]
    const error = Object.hasOwn(errors, id) ? errors[id] : undefined
    return error === undefined ? [] : [[id, { error, source: 'rules', answer: answers[id] }]]
  })
  return Object.fromEntries(judged)
}

/** The judgements that keep a form from being sent, in the order of its fields. What others have said of a field that does not
 *  count, such as a captcha, is advice; what was said of a field that is hidden or not there cannot be mended. */
export function blockersOf(
  judged: FormJudgements,
  { definitions, answers }: Pick<JudgedForm, 'definitions' | 'answers'>,
): FormJudgements {
  const blocking = visibleFields(definitions, answers).flatMap((definition): [string, FormJudgement][] => {
    const judgement = Object.hasOwn(judged, definition.id) ? judged[definition.id] : undefined
    const isAdvice = isExempt(definition) && judgement?.source !== 'rules'
    return judgement === undefined || isAdvice ? [] : [[definition.id, judgement]]
  })
  return Object.fromEntries(blocking)
}

/** What is left of the judgements when an answer has changed: nothing of the answer itself, nothing of our rules on fields that
 *  look at it too. */
export function afterChange(
  judged: FormJudgements,
  changedId: string,
  definitions: readonly FieldDefinition[],
): FormJudgements {
  const entries = Object.entries(judged)
  if (entries.length === 0) return judged
  const readers = answerReaders(definitions).get(changedId) ?? []
  const left = entries.filter(([id, { source }]) => id !== changedId && !(source === 'rules' && readers.includes(id)))
  return Object.fromEntries(left)
}

/** The errors of judgements: field id → error. */
export function errorsOf(judged: FormJudgements): Readonly<Record<string, FieldError>> {
  return Object.fromEntries(Object.entries(judged).map(([id, { error }]) => [id, error]))
}

/** The field whose confirmation is all that keeps a form from being sent; undefined when nothing does, or something else too. */
export function confirmableField(blockers: FormJudgements): string | undefined {
  const entries = Object.entries(blockers)
  return entries.every(([, { error }]) => isConfirmable(error)) ? entries[0]?.[0] : undefined
}
