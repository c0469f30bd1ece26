import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { type FieldProblem, fieldProblems } from './field-problems.rules.ts'

const waits = (field_id: string, ...condition: (string | number | boolean)[]) =>
  ({ depends_on: { action: 'show', field_id, ...(condition.length > 0 && { condition }) } }) as const

test.each<[string, FieldDefinition[], FieldProblem[]]>([
  [
    'a length that is no number',
    [{ id: 'a', type: 'input', validation: { minLength: { value: 'x' } } }],
    [{ kind: 'bad_value', fieldId: 'a', rule: 'minLength' }],
  ],
  [
    'a bound that is no date',
    [{ id: 'a', type: 'datepicker', validation: { minValue: { value: '2026-02-30' } } }],
    [{ kind: 'bad_value', fieldId: 'a', rule: 'minValue' }],
  ],
  [
    'a pattern that could run without end',
    [{ id: 'a', type: 'input', validation: { match: { value: '(a+)+$' } } }],
    [{ kind: 'bad_value', fieldId: 'a', rule: 'match' }],
  ],
  [
    'a function that is not ours',
    [{ id: 'a', type: 'input', validation: { userFunction: { value: 'eval' } } }],
    [{ kind: 'bad_value', fieldId: 'a', rule: 'userFunction' }],
  ],
  [
    'a rule of no known kind',
    [{ id: 'a', type: 'input', validation: { magic: {} } }],
    [{ kind: 'unknown_rule', fieldId: 'a', rule: 'magic' }],
  ],
  [
    'a comparison with nothing',
    [{ id: 'a', type: 'password', validation: { compare: { value: 'b' } } }],
    [{ kind: 'unknown_field', fieldId: 'a', rule: 'compare', named: 'b' }],
  ],
  ['nothing to choose', [{ id: 'a', type: 'select', required: true }], [{ kind: 'no_options', fieldId: 'a' }]],
  [
    'two fields of one id',
    [
      { id: 'a', type: 'input' },
      { id: 'a', type: 'email' },
    ],
    [{ kind: 'same_id', fieldId: 'a' }],
  ],
  [
    'an unknown parent',
    [{ id: 'b', type: 'input', ...waits('x') }],
    [{ kind: 'unknown_parent', fieldId: 'b', path: ['b', 'x'] }],
  ],
  [
    'a field that waits for itself',
    [{ id: 'b', type: 'input', ...waits('b', 'x') }],
    [{ kind: 'cycle', fieldId: 'b', path: ['b', 'b'] }],
  ],
  [
    'a parent without answers',
    [
      { id: 'a', type: 'label' },
      { id: 'b', type: 'input', ...waits('a', 'x') },
    ],
    [{ kind: 'never_met', fieldId: 'b', parentId: 'a' }],
  ],
  [
    'a value that the parent does not offer',
    [
      { id: 'a', type: 'select', options: [{ value: 'x' }] },
      { id: 'b', type: 'input', ...waits('a', 'y') },
    ],
    [{ kind: 'never_met', fieldId: 'b', parentId: 'a' }],
  ],
  [
    'a list that belongs to no answer',
    [{ id: 'b', type: 'select', required: true, options_from: 'regions', options_of: 'a' }],
    [{ kind: 'list_parent', fieldId: 'b', needs: 'countries' }],
  ],
])('FIELD-12, FIELD-17: %s is reported with its field', (_name, fields, expected) => {
  expect(fieldProblems(fields)).toEqual(expected)
})

test('FIELD-17, FIELD-19: chains, cases and default cases are sound', () => {
  expect(
    fieldProblems([
      { id: 'a', type: 'select', options: [{ value: 'x' }, { id: 1 }] },
      { id: 'b', type: 'checkbox', group: 'g', ...waits('a', 1) },
      { id: 'c', type: 'input', group: 'g', ...waits('a') },
      { id: 'd', type: 'input', ...waits('b', true) },
      { id: 'e', type: 'select', options_from: 'countries', required: true },
      { id: 'f', type: 'input', ...waits('e', 192) },
    ]),
  ).toEqual([])
})
