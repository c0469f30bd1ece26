import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { withDecidingFields } from './deciding-fields.rules.ts'

const COUNTRIES = [
  { id: 56, name: 'Germany', Alpha2: 'DE' },
  { id: 126, name: 'Kazakhstan', Alpha2: 'kz' },
]
const COUNTRY: FieldDefinition = { id: 'country_id', type: 'select', options: COUNTRIES, decides_fields: true }

test('countries are marked only where a variant goes by the chosen one', () => {
  const email: FieldDefinition = { id: 'email', type: 'email' }
  const { decides_fields: _mark, ...country } = COUNTRY
  const variant = { order: 10, countries: ['kz'], fields: {} }
  expect(withDecidingFields([email, country], { variants: { detected: variant } })).toEqual([email, country])
  const variants = { detected: variant, chosen: { ...variant, by: 'chosen' as const } }
  expect(withDecidingFields([email, country], { variants })).toEqual([email, COUNTRY])
})
