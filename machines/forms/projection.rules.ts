import type { Answers, AnswerValue, FieldDefinition } from '#schemas'
import { visibleFields } from './depends-on.rules.ts'
import { answerSort } from './field-kind.rules.ts'
import { findOption, optionValue } from './options.rules.ts'
import { isEmptyAnswer } from './required.rules.ts'

/** JSON Schema of one visible field, flat: its type alone. Conditions and rules are not in it; ours run instead. */
export interface ProjectedField {
  readonly type: 'string' | 'boolean' | 'array'
  readonly title?: string
  readonly items?: { readonly type: 'string' }
}

/** The flat schema of what is visible now. */
export interface ProjectedSchema {
  readonly type: 'object'
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, ProjectedField>>
}

/** What rjsf draws a form from. */
export interface ProjectedForm {
  readonly schema: ProjectedSchema
  /** Order of the fields, and for each the component that looks its kind up. */
  readonly uiSchema: Readonly<Record<string, unknown>>
}

/** The flat schema and the order of the fields that are visible with these answers.
 *  @param field name of the component that draws every field */
export function projectForm(definitions: readonly FieldDefinition[], answers: Answers, field: string): ProjectedForm {
  return projectFields(visibleFields(definitions, answers), field)
}

/** The flat schema and the order of fields that are known to be visible. */
export function projectFields(visible: readonly FieldDefinition[], field: string): ProjectedForm {
  return {
    schema: {
      type: 'object',
      required: visible.filter(isRequired).map(({ id }) => id),
      properties: Object.fromEntries(visible.map((definition) => [definition.id, projectField(definition)])),
    },
    uiSchema: {
      'ui:order': visible.map(({ id }) => id),
      ...Object.fromEntries(visible.map((definition) => [definition.id, { 'ui:field': field }])),
    },
  }
}

/** Whether an answer must be given, by the attribute or by the rule. */
export function isRequired({ required, validation }: Pick<FieldDefinition, 'required' | 'validation'>): boolean {
  return required === true || (validation !== undefined && Object.hasOwn(validation, 'required'))
}

/** What is sent: the answers of visible fields. Empty ones are left out, an unticked box is sent as false, and an option as
 *  its definition writes it. */
export function projectAnswers(definitions: readonly FieldDefinition[], answers: Answers): Answers {
  const entries = visibleFields(definitions, answers).flatMap((definition): [string, AnswerValue][] => {
    const sort = answerSort(definition.type)
    const answer = answers[definition.id]
    if (sort === 'none') return []
    if (sort === 'switch') return [[definition.id, answer ?? false]]
    if (answer === undefined || isEmptyAnswer(answer)) return []
    const option = sort === 'choice' ? findOption(definition, answer) : undefined
    return [[definition.id, option === undefined ? answer : optionValue(option)]]
  })
  return Object.fromEntries(entries)
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

function projectField(definition: FieldDefinition): ProjectedField {
  const title = definition.title === undefined ? {} : { title: definition.title }
  switch (answerSort(definition.type)) {
    case 'switch':
      return { type: 'boolean', ...title }
    case 'choices':
      return { type: 'array', items: { type: 'string' }, ...title }
    default:
      return { type: 'string', ...title }
  }
}
