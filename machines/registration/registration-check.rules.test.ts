import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { checkRegistration, isSecretField } from './registration-check.rules.ts'

const FIELDS: readonly FieldDefinition[] = [{ id: 'name', type: 'input', required: true }]
const CONTEXT = { today: '2026-05-01', minimumAge: 18 }

test('REG-15: a required field without an answer is a fault', () => {
  expect(checkRegistration(FIELDS, {}, CONTEXT).name?.code).toBe('required')
})

test('an answer of an old draft to a field that is asked no longer does not hold the form up', () => {
  expect(checkRegistration(FIELDS, { name: 'Ada', shoe_size: '44' }, CONTEXT)).toEqual({})
})

test.each<[Partial<FieldDefinition>, boolean]>([
  [{ type: 'password' }, true],
  [{ type: 'input', input_type: 'password' }, true],
  [{ type: 'custom_captcha' }, true],
  [{ type: 'email' }, false],
])('no draft keeps what is secret: %j', (field, isSecret) => {
  expect(isSecretField({ id: 'field', ...field } as FieldDefinition)).toBe(isSecret)
})
