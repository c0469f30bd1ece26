import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { decidingCountry, scopeOf } from './form-scope.rules.ts'

const COUNTRIES = [
  { id: 56, name: 'Germany', Alpha2: 'DE' },
  { id: 126, name: 'Kazakhstan', Alpha2: 'kz' },
]
const COUNTRY: FieldDefinition = { id: 'country_id', type: 'select', options: COUNTRIES, decides_fields: true }
const CITIZENSHIP: FieldDefinition = { ...COUNTRY, id: 'citizenship_id' }

test('the chosen country decides where it is marked so, and before one is chosen none does', () => {
  expect(decidingCountry([COUNTRY], {})).toBeUndefined()
  expect(decidingCountry([COUNTRY], { country_id: 126 })).toBe('kz')
  expect(decidingCountry([COUNTRY], { country_id: '56' })).toBe('de')
  expect(decidingCountry([COUNTRY], { country_id: 999 })).toBeUndefined()
  expect(decidingCountry([{ ...COUNTRY, decides_fields: false }], { country_id: 126 })).toBeUndefined()
})

test('the citizenship is stronger where it is asked and answered, and one that is hidden says nothing', () => {
  const answers = { country_id: 56, citizenship_id: 126 }
  expect(decidingCountry([COUNTRY, CITIZENSHIP], answers)).toBe('kz')
  expect(decidingCountry([COUNTRY, CITIZENSHIP], { country_id: 56 })).toBe('de')
  expect(decidingCountry([COUNTRY], answers)).toBe('de')
  expect(decidingCountry([COUNTRY, { ...CITIZENSHIP, hide: true }], answers)).toBe('de')
})

test('the visitor’s own country needs no asking', () => {
  const source = { homeCountry: 'DE' }
  expect(scopeOf(source, [COUNTRY], {})).toBe('')
  expect(scopeOf(source, [COUNTRY], { country_id: 56 })).toBe('')
  expect(scopeOf(source, [COUNTRY], { country_id: 126 })).toBe('kz')
  expect(scopeOf({}, [COUNTRY], { country_id: 56 })).toBe('de')
})

test('where fields are named, their answers decide, whatever else is marked', () => {
  const source = { scopedBy: ['land', 'country_id'] }
  expect(scopeOf(source, [COUNTRY], {})).toBe('')
  expect(scopeOf(source, [COUNTRY], { country_id: 56 })).toBe('56')
  expect(scopeOf(source, [COUNTRY], { land: 'x', country_id: 56 })).toBe('x 56')
  expect(scopeOf({ scopedBy: [] }, [COUNTRY], { country_id: 56 })).toBe('')
})
