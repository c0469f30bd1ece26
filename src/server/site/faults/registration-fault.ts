import type { FieldProblem } from '#machines/forms/field-problems.rules.ts'
import { patternProblem } from '#machines/forms/kinds/pattern.rules.ts'
import { RULES, userFunctionNames } from '#machines/forms/rule-registry.ts'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { FieldDefinition } from '#schemas'
import { listed, quoted, shown } from './problem-words.ts'
import type { DocumentFault } from './value-faults.ts'

/** A fault of a field in words; `below` leads from the field to what is wrong: `/validation/minLength/value`. */
export interface FieldFault extends Omit<DocumentFault, 'pointer' | 'missingKey'> {
  readonly below: string
}

/** What is wrong with a field of a registration form, worded for the author of the form.
 *  @param definitions all fields of the form */
export function faultOfField(
  problem: FieldProblem,
  definition: FieldDefinition,
  definitions: readonly FieldDefinition[],
): FieldFault {
  const ids = definitions.map(({ id }) => id)
  switch (problem.kind) {
    case 'cycle':
      return circle(problem.path)
    case 'unknown_parent':
      return unknownParent(definition.id, problem.path[1] ?? '', ids)
    case 'never_met':
      return neverMet(definition, problem.parentId)
    case 'unknown_rule':
      return unknownRule(definition.id, problem.rule)
    case 'bad_value':
      return badValue(definition, problem.rule)
    case 'unknown_field':
      return unknownOther(definition.id, problem.rule, problem.named, ids)
    case 'no_options':
      return plain(
        definition.id,
        'no options',
        'options or options_from',
        'must be answered and offers nothing to choose',
      )
    case 'list_parent':
      return listParent(definition, problem.needs, definitions)
    case 'list_kind':
      return {
        below: '/type',
        found: quoted(definition.type),
        expected: '"select"',
        suggestion: 'select',
        message: `The field ${quoted(definition.id)} offers the list of another field’s answer, which only a select does. Write "type": "select".`,
      }
    case 'same_id':
      return plain(definition.id, 'the same id twice', 'one field an id', 'is in the form twice')
  }
}

const PARENT = '/depends_on/field_id'

function circle(path: readonly string[]): FieldFault {
  const way = path.join(' → ')
  const isOwn = path.length === 2
  const subject = isOwn
    ? `The field ${quoted(path[0] ?? '')} waits for itself`
    : `These fields wait for one another (${way})`
  const message = `${subject}, so it is never shown. Take the condition from ${isOwn ? 'it' : 'one of them'}.`
  return { below: PARENT, found: way, expected: 'conditions without a circle', suggestion: null, message }
}

function unknownParent(id: string, parent: string, ids: readonly string[]): FieldFault {
  const suggestion = nearest(parent, ids)
  const fix = suggestion === null ? 'Add that field to the form, or take the condition away.' : meant(suggestion)
  const message = `The field ${quoted(id)} waits for ${quoted(parent)}, which is not in the form, so it is never shown. ${fix}`
  return { below: PARENT, found: quoted(parent), expected: 'the id of a field of the form', suggestion, message }
}

function listParent(
  { id, options_from: source, options_of: parent }: FieldDefinition,
  needs: string,
  definitions: readonly FieldDefinition[],
): FieldFault {
  const suggestion = definitions.find((other) => other.options_from === needs)?.id ?? null
  const found = parent === undefined ? 'no options_of' : quoted(parent)
  const fix = suggestion === null ? `Add a field with "options_from": "${needs}" to the form.` : meant(suggestion)
  const message = `The list ${quoted(source ?? '')} of the field ${quoted(id)} belongs to an answer that its options_of must name, and ${parent === undefined ? 'it names none' : `${quoted(parent)} is no field of the form that offers "${needs}"`}. ${fix}`
  const expected = `the id of a field with "options_from": "${needs}"`
  return { below: parent === undefined ? '/options_from' : '/options_of', found, expected, suggestion, message }
}

function neverMet({ id, depends_on: condition }: FieldDefinition, parentId: string): FieldFault {
  const values = shown(condition?.condition)
  const message = `The field ${quoted(id)} is shown when ${quoted(parentId)} is one of ${values}, which it can never be. Write values that it offers.`
  const expected = `answers that ${quoted(parentId)} can have`
  return { below: '/depends_on/condition', found: values, expected, suggestion: null, message }
}

function unknownRule(id: string, rule: string): FieldFault {
  const kinds = Object.keys(RULES)
  const suggestion = nearest(rule, kinds)
  const fix = suggestion === null ? `Rules: ${listed(kinds)}.` : meant(suggestion)
  const message = `The field ${quoted(id)} has the rule ${quoted(rule)}, which this engine does not know. ${fix}`
  return { below: ruleAt(rule), found: quoted(rule), expected: 'a kind of rule', suggestion, message }
}

/** What each rule takes. */
const TAKES: Readonly<Record<string, string>> = {
  minLength: 'a number of characters, such as 8',
  maxLength: 'a number of characters, such as 64',
  minValue: 'a number, a date such as 1950-01-01, or "today"',
  maxValue: 'a number, a date such as 2030-12-31, or "today"',
  compare: 'the id of another field',
  match: 'a regular expression that takes no more than a moment',
  userFunction: `one of ${userFunctionNames().join(', ')}`,
}

function badValue({ id, validation }: FieldDefinition, rule: string): FieldFault {
  const value = validation?.[rule]?.value
  const below = value === undefined ? ruleAt(rule) : `${ruleAt(rule)}/value`
  const reason = rule === 'match' && typeof value === 'string' ? patternProblem(value) : null
  const expected = TAKES[rule] ?? 'another value'
  const message = `The rule ${rule} of the field ${quoted(id)} is given ${shown(value)}${reason === null ? '' : `: ${reason}`}. Write ${expected}.`
  return { below, found: shown(value), expected, suggestion: null, message }
}

function unknownOther(id: string, rule: string, named: string, ids: readonly string[]): FieldFault {
  const suggestion = nearest(named, ids)
  const fix = suggestion === null ? 'Add that field to the form, or take the rule away.' : meant(suggestion)
  const message = `The rule ${rule} of the field ${quoted(id)} names ${quoted(named)}, which is not in the form, so it judges nothing. ${fix}`
  const expected = 'the id of a field of the form'
  return { below: `${ruleAt(rule)}/value`, found: quoted(named), expected, suggestion, message }
}

function plain(id: string, found: string, expected: string, what: string): FieldFault {
  return {
    below: '',
    found,
    expected,
    suggestion: null,
    message: `The field ${quoted(id)} ${what}. Write ${expected}.`,
  }
}

function ruleAt(rule: string): string {
  return `/validation/${pointerStep(rule)}`
}

function meant(suggestion: string): string {
  return `Did you mean ${quoted(suggestion)}?`
}
