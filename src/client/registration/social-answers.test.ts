import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { withConfirmed } from './social-answers.ts'

const FIELDS: readonly FieldDefinition[] = [
  { id: 'social_types_id', type: 'social_types' },
  { id: 'email', type: 'email' },
  { id: 'name', type: 'input' },
]
const ANNA = {
  provider: 'google',
  providerName: 'Google',
  email: 'anna@mail.example',
  name: 'Anna',
  surname: 'K',
} as const

test('REG-31: data from the provider fills the empty fields that the form has, and the provider is the answer', () => {
  expect(withConfirmed(FIELDS, { name: '' }, ANNA)).toEqual({
    social_types_id: 'google',
    email: 'anna@mail.example',
    name: 'Anna',
  })
})

test('what the player typed stays', () => {
  expect(withConfirmed(FIELDS, { name: 'Anya', email: 'own@mail.example' }, ANNA)).toMatchObject({
    name: 'Anya',
    email: 'own@mail.example',
  })
})

test('a provider of a draft that is confirmed no more is forgotten', () => {
  expect(withConfirmed(FIELDS, { social_types_id: 'google', name: 'Anna' }, null)).toEqual({
    social_types_id: '',
    name: 'Anna',
  })
})

test('a form without social providers is left alone', () => {
  expect(withConfirmed([{ id: 'name', type: 'input' }], {}, ANNA)).toEqual({})
})
