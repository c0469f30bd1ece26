import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GlobalConfig } from '#schemas'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import { loadBrandSchemas } from '../brands/brand-schemas.ts'
import { checkBrands, openTree } from './check-brand.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

async function write(files: Readonly<Record<string, object>>): Promise<void> {
  await folders.write('faulty/brand.json', manifest('faulty'))
  for (const [path, content] of Object.entries(files)) await folders.write(`faulty/${path}`, content)
}

/** Writes files of a brand and gives its problems, as `pointer (suggestion)`. */
async function problemsOf(files: Readonly<Record<string, object>>): Promise<string[]> {
  await write(files)
  const { brandsDir, baseDir } = folders
  const problems = await checkBrands({ brandsDir, baseDir, id: 'faulty' })
  expect(problems.filter(({ file }) => !file.startsWith('faulty/'))).toEqual([])
  return problems.map(({ path, suggestion }) => `${path} (${suggestion})`)
}

const global = (patch: object) => ({ 'config/global.json': patch })
const ASIAN_VIEW = { 'config/boolean.json': { isAsianViewAllowed: true } }
const MONEY = { order: 900, baseRate: '8.5', minimumBetMinor: 200 }

test.each<[string, Record<string, object>, string[]]>([
  ['a country that is none', global({ countries: { qq: {}, uk: {} } }), ['/countries/qq (null)', '/countries/uk (gb)']],
  ['a currency that is none', global({ currencies: { TTTTT: MONEY } }), ['/currencies/TTTTT (null)']],
  [
    'another code of a country',
    { 'config/betting.json': { asianViewCountries: ['uk'] }, ...ASIAN_VIEW },
    ['/asianViewCountries/0 (gb)'],
  ],
  [
    'a country that is no more',
    { 'config/betting.json': { asianViewCountries: ['su'] }, ...ASIAN_VIEW },
    ['/asianViewCountries/0 (ru)'],
  ],
  [
    'a key that is no country',
    global({ coefficientFormat: { byCountry: { uk: 1 } } }),
    ['/coefficientFormat/byCountry/uk (gb)'],
  ],
  ['the id of another country', global({ countries: { af: { id: 4 } } }), ['/countries/af/id (3)']],
  [
    'the exponent of another currency',
    global({ currencies: { JPY: { exponent: 2 } } }),
    ['/currencies/JPY/exponent (0)'],
  ],
  ['the id of another currency', global({ currencies: { HKD: { ...MONEY, id: 1 } } }), ['/currencies/HKD/id (344)']],
  [
    'a slip in a currency',
    global({ amountTemplatesByCurrency: { EURO: '{c}{v}' } }),
    ['/amountTemplatesByCurrency/EURO (EUR)'],
  ],
  [
    'a region that is none',
    { 'config/betting.json': { furtherSections: { cricket: { games: { countries: ['gb-emg', 'gb-eng', '150'] } } } } },
    ['/furtherSections/cricket/games/countries/0 (gb-eng)'],
  ],
])('TABLE-6, TABLE-7: %s is reported, with what was meant', async (_name, files, expected) => {
  expect(await problemsOf(files)).toEqual(expected)
})

test('TABLE-6, TABLE-7: what a brand chooses from the tables has their ids, places, names and signs', async () => {
  await write(
    global({
      defaultCurrency: 'USD',
      countries: { af: {}, xk: { currency: 'EUR' } },
      currencies: { HKD: MONEY, DOGE: MONEY },
    }),
  )
  const { brandsDir, baseDir } = folders
  expect(await checkBrands({ brandsDir, baseDir, id: 'faulty' })).toEqual([])
  const tree = openTree({ brandsDir, baseDir, schemas: await loadBrandSchemas(), ids: ['faulty'] })
  const branch = await tree.branchOf('faulty')
  const site = branch?.level.documents.get('config/global.json')?.value as unknown as GlobalConfig
  const language = site.defaultLanguage
  expect(site.countries.af).toEqual({ id: 3, currency: 'USD', language, isRegistrationAllowed: true })
  expect(site.countries.xk).toEqual({ id: 255, currency: 'EUR', language, isRegistrationAllowed: true })
  const hkd = { id: 344, exponent: 2, symbol: '$', name: 'Hong Kong Dollar' }
  expect(site.currencies.HKD).toEqual({ ...MONEY, ...hkd, isHidden: false })
  expect(site.currencies.DOGE).toMatchObject({ id: 1008, exponent: 8, symbol: 'DOGE', name: 'Dogecoin' })
})
