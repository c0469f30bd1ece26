import type { Answers, AnswerValue, FieldDefinition, FieldOption, OptionSource } from '#schemas'
import { isLinkedSource, LINKED_SOURCES, type LinkedSource, optionValue } from './options.rules.ts'

/** Which list a field offers: `{ source: 'cities', of: 'AT.09' }`; `of` is empty while the field that it hangs on has no
 *  answer. */
export interface LinkedList {
  readonly source: LinkedSource
  readonly of: string
}

/** What is wrong with a field whose list belongs to another's answer. */
export interface LinkProblem {
  /** It hangs on no field of the form, or on one that does not offer what its list belongs to; it is no select. */
  readonly kind: 'list_parent' | 'list_kind'
  readonly fieldId: string
  /** What the other field must offer. */
  readonly needs: OptionSource
}

/** The list that a field offers with these answers; null for a field with options of its own. */
export function linkedList(
  { options_from: source, options_of: parent }: Pick<FieldDefinition, 'options_from' | 'options_of'>,
  answers: Answers,
): LinkedList | null {
  if (!isLinkedSource(source)) return null
  return { source, of: parent === undefined ? '' : answerKey(answers[parent]) }
}

/** The text of an answer that distinguishes lists: `1` and `'1'` are the same; one that is no choice is empty. */
export function answerKey(answer: AnswerValue | undefined): string {
  return typeof answer === 'string' || typeof answer === 'number' ? String(answer) : ''
}

/** The definitions with the options that these answers give them, so that they are judged as any other.
 *  @param optionsOf the options of a list; it is not asked for the list of no answer */
export async function withLinkedOptions(
  definitions: readonly FieldDefinition[],
  answers: Answers,
  optionsOf: (list: LinkedList) => Promise<readonly FieldOption[]>,
): Promise<readonly FieldDefinition[]> {
  return Promise.all(
    definitions.map(async (definition) => {
      const list = linkedList(definition, answers)
      if (list === null) return definition
      return { ...definition, options: list.of === '' ? [] : [...(await optionsOf(list))] }
    }),
  )
}

/** Whether an answer is among the options of a list; no answer is. */
export function isOffered(options: readonly FieldOption[], answer: AnswerValue | undefined): boolean {
  const key = answerKey(answer)
  return key === '' || options.some((option) => String(optionValue(option)) === key)
}

/** What is wrong with the fields whose lists belong to the answers of others. */
export function linkProblems(fields: readonly FieldDefinition[]): readonly LinkProblem[] {
  return fields.flatMap(({ id, type, options_from: source, options_of: parent }): LinkProblem[] => {
    if (!isLinkedSource(source)) return []
    const needs = LINKED_SOURCES[source]
    const offers = fields.find((field) => field.id === parent)?.options_from
    const problems = { list_kind: type !== 'select', list_parent: offers !== needs }
    return (['list_kind', 'list_parent'] as const)
      .filter((kind) => problems[kind])
      .map((kind) => ({ kind, fieldId: id, needs }))
  })
}
