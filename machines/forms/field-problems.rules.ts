import type { FieldDefinition } from '#schemas'
import { type ConditionProblem, conditionProblems } from './depends-on.rules.ts'
import { answerSort } from './field-kind.rules.ts'
import { type LinkProblem, linkProblems } from './kinds/linked-options.rules.ts'
import { optionValue } from './kinds/options.rules.ts'
import { ruleProblem } from './rule-registry.ts'

/** What is wrong with the fields of a form. */
export type FieldProblem =
  /** A choice that must be made, without anything to choose; two fields of one id. */
  | { readonly kind: 'no_options' | 'same_id'; readonly fieldId: string }
  | { readonly kind: 'unknown_rule' | 'bad_value'; readonly fieldId: string; readonly rule: string }
  /** The rule names another field, which is not in the form. */
  | { readonly kind: 'unknown_field'; readonly fieldId: string; readonly rule: string; readonly named: string }
  /** The parent of the condition can never have any of the values. */
  | { readonly kind: 'never_met'; readonly fieldId: string; readonly parentId: string }
  | ConditionProblem
  | LinkProblem

/** Kinds that are nothing without the options of their definition; the others bring their own. */
const OPTION_KINDS: ReadonlySet<string> = new Set(['select', 'multiselect', 'dropdown'])

/** What is wrong with the fields of a form: their rules, their conditions and what they offer. */
export function fieldProblems(fields: readonly FieldDefinition[]): readonly FieldProblem[] {
  const byId = new Map(fields.map((field) => [field.id, field]))
  return [
    ...sameIds(fields),
    ...fields.flatMap((field) => [
      ...ruleProblems(field, byId),
      ...optionProblems(field),
      ...deadCondition(field, byId),
    ]),
    ...conditionProblems(fields),
    ...linkProblems(fields),
  ]
}

function sameIds(fields: readonly FieldDefinition[]): readonly FieldProblem[] {
  const ids = fields.map(({ id }) => id)
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) < index))
  return [...repeated].map((fieldId) => ({ kind: 'same_id', fieldId }))
}

function ruleProblems({ id, validation = {} }: FieldDefinition, byId: ReadonlyMap<string, unknown>): FieldProblem[] {
  return Object.entries(validation).flatMap(([rule, given]): FieldProblem[] => {
    const kind = ruleProblem(rule, given)
    if (kind !== null) return [{ kind, fieldId: id, rule }]
    const named = rule === 'compare' ? String(given.value) : undefined
    return named === undefined || byId.has(named) ? [] : [{ kind: 'unknown_field', fieldId: id, rule, named }]
  })
}

function optionProblems({ id, type, options, options_from, required, hide }: FieldDefinition): FieldProblem[] {
  const isEmpty = (options ?? []).length === 0 && options_from === undefined
  return OPTION_KINDS.has(type) && required && !hide && isEmpty ? [{ kind: 'no_options', fieldId: id }] : []
}

/** A condition whose parent holds no answer, or has options of its own and none with any of the values. */
function deadCondition(field: FieldDefinition, byId: ReadonlyMap<string, FieldDefinition>): FieldProblem[] {
  const { depends_on: condition, id } = field
  const parent = condition && byId.get(condition.field_id)
  if (!parent || condition.condition === undefined) return []
  const values = condition.condition.map(String)
  const possible =
    parent.options_from === undefined ? parent.options?.map((option) => String(optionValue(option))) : undefined
  const isDead =
    answerSort(parent.type) === 'none' ||
    values.length === 0 ||
    (OPTION_KINDS.has(parent.type) && possible !== undefined && !values.some((value) => possible.includes(value)))
  return isDead ? [{ kind: 'never_met', fieldId: id, parentId: parent.id }] : []
}
