import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { fieldsOfAnswer } from './fields-answer.rules.ts'

const FIELDS: FieldDefinition[] = [
  { id: 'email', type: 'email' },
  { id: 'name', type: 'input' },
]

test('REG-35, REG-36: both answers give the same fields', () => {
  expect(fieldsOfAnswer({ fields: FIELDS, banners: [] })).toEqual(FIELDS)
  expect(fieldsOfAnswer({ data: { attributes: { fields: FIELDS }, relation_fields: {} } })).toEqual(FIELDS)
})

test('of two fields with one id the first is taken', () => {
  const doubled = [...FIELDS, { id: 'email', type: 'input' }]
  expect(fieldsOfAnswer({ fields: doubled, banners: [] })).toEqual(FIELDS)
})
