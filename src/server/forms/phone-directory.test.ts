import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { GlobalConfig, RegistrationConfig } from '#schemas'
import { phoneCountries, phoneMasks, phoneMetadata, readPhoneAnswers } from './phone-directory.ts'

function section<Section>(name: string): Section {
  return JSON.parse(readFileSync(new URL(`../../../brands/_base/config/${name}.json`, import.meta.url), 'utf8'))
}

const base = { global: section<GlobalConfig>('global'), registration: section<RegistrationConfig>('registration') }
const without = (code: string, phoneNumbers: RegistrationConfig['phoneNumbers'] = {}) => {
  const { [code]: country, ...others } = base.global.countries
  if (!country) throw new Error(`no ${code}`)
  const countries = { ...others, [code]: { ...country, isRegistrationAllowed: false } }
  return { global: { ...base.global, countries }, registration: { ...base.registration, phoneNumbers } }
}
const only = (...codes: string[]) => ({
  ...base,
  global: {
    ...base.global,
    countries: Object.fromEntries(Object.entries(base.global.countries).filter(([code]) => codes.includes(code))),
  },
})

describe('countries', () => {
  test('PHC-1: an entry has id, two-letter code, dialling code with a plus and a name in the language', () => {
    const kazakhstan = (language: string) => phoneCountries(base, language).find(({ code }) => code === 'kz')
    expect(kazakhstan('en')).toEqual({ id: 126, code: 'kz', phoneCode: '+7', name: 'Kazakhstan' })
    expect(kazakhstan('ar')?.name).toBe('كازاخستان')
  })

  test('stand as the language sorts them', () => {
    const names = phoneCountries(base, 'de').map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('de').compare))
    expect(names).toContain('Österreich')
  })

  test('are those whose players may register, unless the brand says otherwise', () => {
    const has = (sections: typeof base) => phoneCountries(sections, 'en').some(({ code }) => code === 'kz')
    expect(has(base)).toBe(true)
    expect(has(without('kz'))).toBe(false)
    expect(has(without('kz', { kz: { isOffered: true } }))).toBe(true)
    expect(phoneCountries(without('kz', { ru: { isOffered: false } }), 'en').map(({ code }) => code)).not.toContain(
      'ru',
    )
  })
})

describe('masks', () => {
  const maskOf = (sections: typeof base, id: number) => phoneMasks(sections).find(({ CountryId }) => CountryId === id)

  test('PHC-2: CountryId, Mask with dashes, Max and Min, as mobile numbers have them', () => {
    expect(maskOf(base, 126)).toEqual({ CountryId: 126, Mask: '000-000-0000', Max: 10, Min: 10 })
    expect(maskOf(base, 56)).toEqual({ CountryId: 56, Mask: '0000-0000000', Max: 11, Min: 10 })
  })

  test('PHONE-9: the brand’s own mask and lengths come first', () => {
    const own = { kz: { isOffered: true, mask: '000-00', minDigits: 5, maxDigits: 7 } }
    expect(maskOf(without('kz', own), 126)).toEqual({ CountryId: 126, Mask: '000-00', Max: 7, Min: 5 })
  })
})

test('metadata is sliced to the brand’s countries, with groups where a country has none of its own', () => {
  const { metadata, examples } = phoneMetadata(only('kz', 'de'))
  expect(Object.keys(metadata.countries).sort()).toEqual(['DE', 'KZ'])
  expect(metadata.country_calling_codes).toEqual({ 7: ['KZ'], 49: ['DE'] })
  expect(Object.keys(examples).sort()).toEqual(['DE', 'KZ'])
  expect(metadata.countries.KZ?.[4]).not.toBe(0)
})

test('a text that is no number stays, for the rules to refuse', () => {
  const definitions = [
    { id: 'phone', type: 'phone' as const },
    { id: 'name', type: 'input' as const },
  ]
  const answers = { phone: 'none', name: '+77012345678' }
  expect(readPhoneAnswers(base, definitions, answers, 'kz')).toEqual(answers)
  expect(readPhoneAnswers(base, definitions, { phone: '8 701 234 56 78' }, 'kz').phone).toMatchObject({
    countryId: 126,
  })
})
