import { expect, test } from 'vitest'
import { identificationFaults, shownFields } from './identification-fields.rules.ts'

const TODAY = '2026-03-01'

test('KYC-8: what the document requires has to be filled in, and nothing else', () => {
  expect(identificationFaults(['name', 'surname'], { name: ' ', passport: '' }, TODAY)).toEqual({
    name: 'required',
    surname: 'required',
  })
  expect(identificationFaults(['name'], { name: 'Anna' }, TODAY)).toEqual({})
  expect(identificationFaults([], {}, TODAY)).toEqual({})
})

test('dates have to exist, births and issues lie in the past, documents are valid today', () => {
  const fault = (field: 'birthday' | 'passport_date' | 'passport_end_date', answer: string) =>
    identificationFaults([field], { [field]: answer }, TODAY)[field]
  expect(fault('birthday', '1990-02-30')).toBe('protection.date_wrong')
  expect(fault('birthday', '17.05.1990')).toBe('protection.date_wrong')
  expect(fault('birthday', '1990-05-17')).toBeUndefined()
  expect(fault('passport_date', '2026-03-02')).toBe('protection.date_wrong')
  expect(fault('passport_date', TODAY)).toBeUndefined()
  expect(fault('passport_end_date', '2026-02-28')).toBe('registration.document_expired')
  expect(fault('passport_end_date', TODAY)).toBeUndefined()
  expect(fault('passport_end_date', '2026-13-01')).toBe('protection.date_wrong')
})

test('a form shows what the profile says as well; other and missing answers stay open', () => {
  const profile = { name: 'Anna  Maria', surname: 'Keller', citizenship_id: 91, birthplace: '' }
  const form = { name: ' anna maria', surname: 'Kellner', citizenship_id: '91', birthplace: '', passport: '123' }
  expect(shownFields(profile, { form, held: ['surname'] })).toEqual(['name', 'citizenship_id'])
  expect(shownFields({}, { form, held: [] })).toEqual([])
})

test('documents without a form show what they hold of the profile', () => {
  expect(shownFields({ name: 'Anna', surname: ' ' }, { form: null, held: ['name', 'surname', 'birthday'] })).toEqual([
    'name',
  ])
})
