import { describe, expect, test } from 'vitest'
import type { Answers, AnswerValue, FieldDefinition, FieldRule } from '#schemas'
import type { FormContext } from './form/form-context.rules.ts'
import { isRuleKind, RULES, ruleProblem, runRule } from './rule-registry.ts'

const context: FormContext = { today: '2026-11-21', minimumAge: 18 }
const definitions: FieldDefinition[] = [
  { id: 'value', type: 'input' },
  { id: 'password', type: 'password', title: 'Password' },
]

interface Given {
  readonly parameter?: FieldRule['value']
  readonly answers?: Answers
  readonly context?: Partial<FormContext>
}

function run(kind: string, value: AnswerValue | undefined, given: Given = {}) {
  const definition = definitions[0] as FieldDefinition
  const answers = given.answers ?? {}
  return runRule(kind, {
    value,
    parameter: given.parameter,
    definition,
    definitions,
    answers,
    context: { ...context, ...given.context },
  })
}

test('RULE-1: the rules are exactly the 14 kinds', () => {
  expect(Object.keys(RULES).sort()).toEqual([
    'boolean',
    'compare',
    'email',
    'isDateTime',
    'isImage',
    'match',
    'maxLength',
    'maxValue',
    'minLength',
    'minValue',
    'phone',
    'phoneConfirm',
    'required',
    'userFunction',
  ])
  expect(isRuleKind('constructor')).toBe(false)
})

describe('each rule passes what it should and refuses what it should not', () => {
  const image = { name: 'a.png', mediaType: 'image/png', sizeBytes: 1 }
  test.each<[string, string, AnswerValue, FieldRule['value'], AnswerValue, string]>([
    ['RULE-2', 'isDateTime', '2026-11-21 10:00:00', undefined, 'tomorrow', 'date.invalid'],
    ['RULE-3', 'isImage', image, undefined, { ...image, mediaType: 'text/html' }, 'image.invalid'],
    ['RULE-4', 'required', 'x', undefined, '  ', 'required'],
    ['RULE-5', 'userFunction', 'Anne', 'name', 'R2', 'name.available_symbols'],
    ['RULE-6', 'minLength', 'abc', 3, 'ab', 'min_length'],
    ['RULE-7', 'maxLength', '🎉🎉🎉', 3, 'abcd', 'max_length'],
    ['RULE-8', 'maxValue', '10', 10, '10,5', 'max_value'],
    ['RULE-9', 'maxValue', '2026-01-01 12:00:00', '2026-01-01 12:00:00', '2026-01-01 12:00:01', 'date.after_max'],
    ['RULE-10', 'minValue', 5, 5, 4, 'min_value'],
    ['RULE-11', 'minValue', '2026-01-01 12:00:00', '2026-01-01 12:00:00', '2026-01-01 11:59:59', 'date.before_min'],
    ['RULE-12', 'email', 'a@example.com', undefined, 'a@', 'email.domain'],
    ['RULE-14', 'match', 'AB-1', '^[A-Z]+-\\d$', 'ab-1', 'match'],
    ['RULE-15', 'boolean', true, undefined, 'yes', 'boolean'],
    ['RULE-16', 'phone', '1234567', undefined, '12345', 'phone_min_length'],
  ])('%s %s', (_id, kind, good, parameter, bad, code) => {
    expect(run(kind, good, { parameter })).toBeNull()
    expect(run(kind, bad, { parameter })?.code).toBe(code)
  })
})

test('RULE-13: compare refuses what differs from the other field, empty or not, and names it', () => {
  const given = { parameter: 'password', answers: { password: 'secret' } }
  expect(run('compare', 'secret', given)).toBeNull()
  expect(run('compare', 'other', given)).toEqual({ code: 'compare', params: { other: 'Password' } })
  expect(run('compare', undefined, given)?.code).toBe('compare')
})

test('RULE-17: phoneConfirm refuses until the phone is confirmed', () => {
  expect(run('phoneConfirm', '123456')?.code).toBe('phone.not_confirmed')
  expect(run('phoneConfirm', '123456', { context: { phone: { isConfirmed: true } } })).toBeNull()
})

test.each([
  'isDateTime',
  'isImage',
  'userFunction',
  'minLength',
  'minValue',
  'email',
  'match',
  'phone',
  'phoneConfirm',
])('REQUIRED-2, PHONE-1: %s leaves an empty answer alone', (kind) => {
  expect(run(kind, '', { parameter: 5 })).toBeNull()
})

test('a number is asked where a bound is a number', () => {
  expect(run('minValue', 'many', { parameter: 3 })?.code).toBe('number.invalid')
})

test('a rule of an unknown kind is left to the server', () => {
  expect(run('clairvoyance', 'x')).toBeNull()
})

test('RULE-12: the longest top-level domain comes from the rule, else from the site', () => {
  expect(run('email', 'a@b.abcdefghij', { parameter: 10 })).toBeNull()
  expect(run('email', 'a@b.abcdefghij', { context: { emailTopLevelMaxLength: 10 } })).toBeNull()
  expect(run('email', 'a@b.abcdefghij')?.code).toBe('email.invalid')
})

test.each<[string, FieldRule, string | null]>([
  ['clairvoyance', {}, 'unknown_rule'],
  ['minLength', { value: 'eight' }, 'bad_value'],
  ['maxValue', { value: '2026-02-30' }, 'bad_value'],
  ['match', { value: '(a+)+' }, 'bad_value'],
  ['match', { value: '[' }, 'bad_value'],
  ['userFunction', { value: 'toString' }, 'bad_value'],
  ['compare', {}, 'bad_value'],
  ['minLength', { value: 8 }, null],
  ['email', {}, null],
])('the rule %s with %o: %s', (kind, rule, problem) => {
  expect(ruleProblem(kind, rule)).toBe(problem)
})
