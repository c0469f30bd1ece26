import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import phoneMetadata from 'libphonenumber-js/mobile/metadata'
import { expect, test } from 'vitest'
import { countryBadge, countryName, hasFlag } from './country-name.rules.ts'
import { COUNTRY_CODES, countryCodes, countryIdOf, countryIdsWithin } from './country-table.ts'
import { FLAG_FILES } from './flag-files.ts'

const BRANDS = new URL('../../../brands/', import.meta.url)
const LANGUAGES = readdirSync(new URL('_base/locales/', BRANDS))
const read = <Content>(path: string) => JSON.parse(readFileSync(new URL(path, BRANDS), 'utf8')) as Content

/** The countries of ISO 3166-1 as the Unicode locale data has them: codes of two letters with a name of their own that stand for
 *  themselves, without the codes that ISO merely keeps free and the groups of countries. */
function isoCountries(): readonly string[] {
  const kept = ['ac', 'cp', 'cq', 'dg', 'ea', 'eu', 'ez', 'ic', 'qo', 'ta', 'un', 'xa', 'xb', 'xk', 'zz']
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => names.of(code) !== undefined && new Intl.Locale('und', { region: code }).region === code)
    .map((code) => code.toLowerCase())
    .filter((code) => !kept.includes(code))
}

test('TABLE-6: ids are 1 to 291 without 100, each with a code of its own', () => {
  const ids = Array.from({ length: 291 }, (_, place) => place + 1).filter((id) => id !== 100)
  expect([...COUNTRY_CODES.keys()].sort((left, right) => left - right)).toEqual(ids)
  expect(new Set(COUNTRY_CODES.values()).size).toBe(290)
  const pattern = new RegExp(
    read<{ properties: { code: { pattern: string } } }>('../schemas/feed/country.schema.json').properties.code.pattern,
  )
  expect([...COUNTRY_CODES.values()].filter((code) => !pattern.test(code))).toEqual([])
  expect([...COUNTRY_CODES].filter(([id, code]) => countryIdOf(code) !== id)).toEqual([])
  expect([countryIdOf('zz'), countryIdOf('GB'), COUNTRY_CODES.get(0)]).toEqual([undefined, undefined, undefined])
})

test('TABLE-6: every country of ISO 3166-1 is there, and Kosovo', () => {
  const iso = isoCountries()
  expect(iso).toHaveLength(249)
  expect([...countryCodes()].sort()).toEqual([...iso, 'xk'].sort())
})

test('TABLE-6: every country that has telephone numbers is there, except for two islands of Saint Helena', () => {
  const callable = Object.keys(phoneMetadata.countries).map((code) => code.toLowerCase())
  expect(callable.length).toBeGreaterThan(240)
  expect(callable.filter((code) => countryIdOf(code) === undefined)).toEqual(['ac', 'ta'])
})

test('TABLE-6: an id keeps its country', () => {
  const kept = {
    ad: 1,
    br: 31,
    cn: 90,
    de: 56,
    es: 67,
    gb: 76,
    ht: 99,
    hu: 101,
    kz: 126,
    ru: 192,
    us: 234,
    za: 248,
    zw: 250,
  }
  const added = {
    'gb-eng': 251,
    'gb-sct': 252,
    'gb-wls': 253,
    'gb-nir': 254,
    xk: 255,
    '001': 256,
    '150': 257,
    'x-eor': 291,
  }
  for (const [code, id] of Object.entries({ ...kept, ...added })) expect([code, countryIdOf(code)]).toEqual([code, id])
})

test('TABLE-6: the countries that the engine and its brands configure have the ids of the table', () => {
  for (const brand of ['_base', 'aurora', 'velvet', 'nour']) {
    const { countries } = read<{ countries: Readonly<Record<string, { readonly id?: number } | null>> }>(
      `${brand}/config/global.json`,
    )
    expect(Object.keys(countries).length).toBeGreaterThan(10)
    for (const [code, country] of Object.entries(countries))
      expect([brand, code, country?.id ?? countryIdOf(code)]).toEqual([brand, code, countryIdOf(code)])
  }
})

test.each(LANGUAGES)('TABLE-6: everything in the table has a name of its own in %s', (language) => {
  const texts = read<Readonly<Record<string, string>>>(`_base/locales/${language}/board.json`)
  const t = (key: string) => texts[key] ?? key
  const names = [...COUNTRY_CODES.keys()].map((id) => countryName(id, language, t) ?? '')
  expect(names.filter((name) => name === '' || /^board\.|^\d|^[A-Z]{2}$/i.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => name[0] !== name[0]?.toLocaleUpperCase(language))).toEqual([])
})

test('names are those of the language; nothing has no name', () => {
  const t = (key: string) => key
  expect(countryName(56, 'ru', t)).toBe('Германия')
  expect(countryName(256, 'ru', t)).toBe('Весь мир')
  expect(countryName(251, 'ru', t)).toBe('board.country_251')
  expect([100, 0, 292].map((id) => countryName(id, 'ru', t))).toEqual([undefined, undefined, undefined])
})

test('a country has its parts in it, and a part has itself', () => {
  expect(countryIdsWithin('gb')).toEqual([76, 251, 252, 253, 254])
  expect(countryIdsWithin('gb-eng')).toEqual([251])
  expect(countryIdsWithin('es')).toEqual([67, 285, 286])
  expect(countryIdsWithin('')).toEqual([])
})

test('letters stand for what has some', () => {
  expect(['gb', 'gb-eng', 'x-wis', '001'].map(countryBadge)).toEqual(['gb', 'eng', 'wis', ''])
})

test('TABLE-6: every country and every part of one has a picture of its flag, and nothing else', () => {
  const folder = createRequire(import.meta.url)
    .resolve('circle-flags/package.json')
    .replace('package.json', 'flags/')
  const { version } = JSON.parse(readFileSync(`${folder}../package.json`, 'utf8')) as { version: string }
  expect(FLAG_FILES).toBe(`/assets/flag-${version}-`)
  const codes = [...COUNTRY_CODES.values()]
  expect(codes.filter((code) => hasFlag(code) && !existsSync(`${folder}${code}.svg`))).toEqual([])
  expect(codes.filter((code) => !hasFlag(code) && !/^\d+$|^x-/.test(code))).toEqual([])
  expect(codes.filter(hasFlag)).toHaveLength(249 + 1 + 4 + 2)
})
