import { expect, test } from 'vitest'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { lapseOf } from './form-lapse.rules.ts'

const FACTS = {
  definitions: [
    { id: 'phone', type: 'phone' },
    { id: 'email', type: 'email' },
  ],
  confirmedFieldId: undefined,
  isRenewed: false,
  lapsedCodes: ['registration.type_unknown'],
}
const at = (fields: Readonly<Record<string, string>>) =>
  readFailure({
    code: 'registration.invalid',
    fields: Object.fromEntries(Object.entries(fields).map(([id, code]) => [id, { code, params: {} }])),
  })

test('a confirmation lapses when the server says so, or denies what counted as confirmed', () => {
  const lapse = { kind: 'confirmation', fieldId: 'phone' }
  expect(lapseOf(at({ phone: 'phone.confirmation_expired' }), FACTS)).toEqual(lapse)
  expect(lapseOf(at({ phone: 'phone.not_confirmed' }), { ...FACTS, confirmedFieldId: 'phone' })).toEqual(lapse)
  expect(lapseOf(at({ phone: 'phone.not_confirmed' }), FACTS)).toBeNull()
  expect(lapseOf(at({ phone: 'phone.confirmation_expired', email: 'value.refused' }), FACTS)).toBeNull()
})

test('fields have lapsed when the server names one that is not there, or does not know one; once', () => {
  expect(lapseOf(at({ shoe_size: 'required' }), FACTS)).toEqual({ kind: 'fields' })
  expect(lapseOf(at({ email: 'field.unknown' }), FACTS)).toEqual({ kind: 'fields' })
  expect(lapseOf(at({ shoe_size: 'required' }), { ...FACTS, isRenewed: true })).toBeNull()
})

test('a variant has lapsed by the codes that say so; anything else has not', () => {
  expect(lapseOf(readFailure({ code: 'registration.type_unknown' }), FACTS)).toEqual({ kind: 'variant' })
  expect(lapseOf(readFailure({ code: 'request.offline' }), FACTS)).toBeNull()
  expect(lapseOf(at({ email: 'value.refused' }), FACTS)).toBeNull()
})
