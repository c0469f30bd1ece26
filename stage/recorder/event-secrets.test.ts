import { expect, test } from 'vitest'
import type { EventSchema } from '#schemas/event-schema.ts'
import { withoutSecrets } from './event-secrets.ts'

const validate = Object.assign((_data: unknown): _data is { readonly type: string } => true, { errors: null })
const schema: EventSchema = {
  validate,
  events: {
    'password.changed': { properties: ['type', 'password'], secrets: [{ pointer: '/password' }] },
    'field.changed': {
      properties: ['type', 'fieldId', 'value'],
      secrets: [
        { pointer: '/value', when: { pointer: '/fieldId', isOneOf: ['password', 'password2'] } },
        { pointer: '/value', when: { pointer: '/isSecret', isOneOf: [true] } },
      ],
    },
    'card.entered': { properties: ['type', 'card'], secrets: [{ pointer: '/card/number' }] },
  },
}

test.each([
  [
    { type: 'password.changed', password: 'canary' },
    { type: 'password.changed', password: { $secret: 'password', len: 6 } },
  ],
  [
    { type: 'field.changed', fieldId: 'password2', value: 'canary' },
    { type: 'field.changed', fieldId: 'password2', value: { $secret: 'value', len: 6 } },
  ],
  [
    { type: 'field.changed', fieldId: 'email', value: 'ann@example.org' },
    { type: 'field.changed', fieldId: 'email', value: 'ann@example.org' },
  ],
  [
    { type: 'field.changed', fieldId: 'password', value: ['canary'] },
    { type: 'field.changed', fieldId: 'password', value: [{ $secret: 'value', len: 6 }] },
  ],
  [
    { type: 'card.entered', card: { number: 'canary', brand: 'x' } },
    { type: 'card.entered', card: { number: { $secret: 'number', len: 6 }, brand: 'x' } },
  ],
  [
    { type: 'card.entered', card: 'canary' },
    { type: 'card.entered', card: { $secret: 'card', len: 6 } },
  ],
  [
    { type: 'field.changed', fieldId: 'password', isSecret: true, value: 'canary' },
    { type: 'field.changed', fieldId: 'password', isSecret: true, value: { $secret: 'value', len: 6 } },
  ],
  [
    { type: 'field.changed', fieldId: 'pin', isSecret: true, value: '1234' },
    { type: 'field.changed', fieldId: 'pin', isSecret: true, value: { $secret: 'value', len: 4 } },
  ],
  [{ type: 'card.entered' }, { type: 'card.entered' }],
  [{ type: 'unknown', password: 'canary' }, { type: 'unknown' }],
  [{ type: 'toString', password: 'canary' }, { type: 'toString' }],
])('a recorded event holds no secret: %j', (event, expected) => {
  const before = JSON.stringify(event)
  expect(withoutSecrets(schema, event)).toEqual(expected)
  expect(JSON.stringify(event)).toBe(before)
})
