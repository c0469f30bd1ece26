import { expect, test } from 'vitest'
import { countryName, countryPicks, currencyPicks, languageName, languagePicks } from './code-names.ts'

test('countries, languages and currencies are offered by name', () => {
  const countries = countryPicks()
  expect(countries.length).toBeGreaterThan(240)
  expect(countries.length).toBeLessThan(256)
  expect(countries).toContainEqual({ value: 'br', label: 'Brazil' })
  expect(countries.map(({ value }) => value)).not.toContain('su')
  expect(languagePicks()).toContainEqual({ value: 'pt', label: 'Portuguese' })
  expect(currencyPicks()).toContainEqual({ value: 'BRL', label: 'Brazilian Real' })
})

test('a code without a name is written as it is', () => {
  expect(countryName('br')).toBe('Brazil')
  expect(languageName('en')).toBe('English')
  expect(languageName('not a code')).toBe('not a code')
})
