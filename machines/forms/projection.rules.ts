import type { Answers, AnswerValue, FieldDefinition } from '#schemas'
import { visibleFields } from './depends-on.rules.ts'
import { answerSort } from './field-kind.rules.ts'
import { findOption, optionValue } from './kinds/options.rules.ts'
import { isEmptyAnswer } from './required.rules.ts'

/** Whether an answer must be given, by the attribute or by the rule. */
export function isRequired({ required, validation }: Pick<FieldDefinition, 'required' | 'validation'>): boolean {
  return required === true || (validation !== undefined && Object.hasOwn(validation, 'required'))
}

/** What is sent: the answers of visible fields. Empty ones are left out, an unticked box is sent as false, and an option as
 *  its definition writes it; of several options each once. */
export function projectAnswers(definitions: readonly FieldDefinition[], answers: Answers): Answers {
  const entries = visibleFields(definitions, answers).flatMap((definition): [string, AnswerValue][] => {
    const sort = answerSort(definition.type)
    const answer = answers[definition.id]
    if (sort === 'none') return []
    if (sort === 'switch') return [[definition.id, answer ?? false]]
    if (answer === undefined || isEmptyAnswer(answer)) return []
    if (Array.isArray(answer)) return [[definition.id, [...new Set(answer.map((one) => asWritten(definition, one)))]]]
    return [[definition.id, sort === 'choice' ? asWritten(definition, answer) : answer]]
  })
  return Object.fromEntries(entries)
}

function asWritten<Answer extends AnswerValue>(definition: FieldDefinition, answer: Answer): Answer | string | number {
  const option = findOption(definition, answer)
  return option === undefined ? answer : optionValue(option)
}

/** The answers with which a form opens: ticked boxes and selected options (FIELD-15, FIELD-20). */
export function initialAnswers(definitions: readonly FieldDefinition[]): Answers {
  const entries = definitions.flatMap((definition): [string, AnswerValue][] => {
    const sort = answerSort(definition.type)
    if (sort === 'switch') return [[definition.id, definition.checked_input ?? false]]
    const selected = (definition.options ?? []).filter((option) => option.selected).map(optionValue)
    const [first] = selected
    if (first === undefined) return []
    if (sort === 'choices') return [[definition.id, selected]]
    return sort === 'choice' ? [[definition.id, first]] : []
  })
  return Object.fromEntries(entries)
}
