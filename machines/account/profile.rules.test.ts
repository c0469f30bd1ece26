import { expect, test } from 'vitest'
import {
  closedFields,
  documentsOfCountry,
  missingFields,
  touchedFields,
  withClosedFields,
  withoutClosed,
} from './profile.rules.ts'

test('OFF-22: what is verified or answered once is closed, as soon as it has an answer', () => {
  const answers = { name: 'Anna', birthday: '1990-05-17', country_id: 1, surname: '' }
  expect(closedFields(answers, ['name', 'surname'])).toEqual(['birthday', 'country_id', 'name'])
  expect(closedFields({ name: 'Anna' }, [])).toEqual([])
})

test('OFF-22: a closed field is shown and cannot be edited, and keeps its answer whatever is sent', () => {
  const fields = [
    { id: 'name', type: 'input' },
    { id: 'gender', type: 'select' },
  ]
  expect(withClosedFields(fields, ['name'])).toEqual([
    { id: 'name', type: 'input', disabled: true },
    { id: 'gender', type: 'select' },
  ])
  const before = { name: 'Anna', address: 'Quay 1' }
  expect(withoutClosed({ name: 'Eve', gender: 'other' }, before, ['name', 'surname'])).toEqual({
    name: 'Anna',
    gender: 'other',
  })
  expect(touchedFields({ name: 'Eve' }, before, ['name'])).toEqual(['name'])
  expect(touchedFields({ name: 'Anna' }, before, ['name'])).toEqual([])
  expect(touchedFields({}, before, ['name'])).toEqual([])
})

test('OFF-16: what a document lacks, and which documents a country has', () => {
  const fields = [
    { id: 'name', type: 'input' },
    { id: 'passport', type: 'input' },
  ]
  expect(missingFields(fields, { name: 'Anna', passport: '' })).toEqual(['passport'])
  expect(documentsOfCountry(['passport', 'inn', 'cpf'], 'br')).toEqual(['passport', 'cpf'])
  expect(documentsOfCountry(['passport', 'inn', 'cpf'], null)).toEqual(['passport'])
})
