import { expect, test } from 'vitest'
import { countryAliases } from './country-aliases.ts'

test('FIELD-16: a country is found by its English name and by its own', () => {
  expect(countryAliases('de', 'Германия')).toEqual(['Germany', 'Deutschland'])
  expect(countryAliases('de', 'Deutschland')).toEqual(['Germany'])
  expect(countryAliases('jp', 'Japan')).toEqual(['日本'])
  expect(countryAliases('zz', 'ZZ').length).toBeLessThanOrEqual(1)
})
