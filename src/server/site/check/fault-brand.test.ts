import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import { createBrandStore } from '../brands/brand-store.ts'
import { checkBrands } from './check-brand.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

/** What the check of some brands says: `file:line pointer`. */
async function findings(brands: Record<string, Record<string, unknown>>, id?: string): Promise<string[]> {
  for (const [brand, files] of Object.entries(brands)) {
    await folders.write(`${brand}/brand.json`, manifest(brand))
    for (const [path, content] of Object.entries(files)) await folders.write(`${brand}/${path}`, content)
  }
  const found = await checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir, id })
  return found.map(({ file, line, path }) => `${file}:${line} ${path}`)
}

test('OPS-2: a brand whose manifest cannot be read keeps no other from being found by its host, or from being checked', async () => {
  await mkdir(join(folders.brandsDir, 'faulty', 'brand.json'), { recursive: true })
  await folders.write('other/brand.json', manifest('other', { hosts: ['other.example'] }))
  const { brandsDir, baseDir } = folders
  const store = createBrandStore({
    brandsDir,
    baseDir,
    now: () => performance.now(),
    log: { info: () => {}, error: () => {} },
  })
  expect(await store.siteForHost('other.example')).toMatchObject({ status: 'ok' })
  expect((await checkBrands({ brandsDir, baseDir })).map(({ file }) => file)).toEqual(['faulty/brand.json'])
})

describe('a fault that a brand causes in what it inherits', () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      'a field whose list belongs to a field that the form lacks',
      { 'registration/full_reg.json': '{"fields": {\n"city_id": {"order": 55}}}' },
      'faulty/registration/full_reg.json:2 /fields/city_id',
    ],
    [
      'a field that another one repeats, taken away',
      { 'registration/full_reg.json': '{"fields": {\n\n"password": null}}' },
      'faulty/registration/full_reg.json:3 /fields/password',
    ],
    [
      'the default country, taken away',
      { 'config/global.json': '{"countries": {\n"cy": null}}' },
      'faulty/config/global.json:2 /countries/cy',
    ],
    [
      'the default currency, taken away',
      { 'config/global.json': '{"currencies": {\n"EUR": null}}' },
      'faulty/config/global.json:2 /currencies/EUR',
    ],
    [
      'the type of registration that is chosen at first, taken away',
      { 'config/registration.json': '{"types": {\n"full_reg": null}}' },
      'faulty/config/registration.json:2 /types/full_reg',
    ],
  ])('OPS-2: %s is reported at that brand', async (_name, files, finding) => {
    const told = await findings({ faulty: files }, 'faulty')
    expect(told).toContain(finding)
    expect(told.filter((one) => one.startsWith('_base/'))).toEqual([])
  })

  test('OPS-2: no brand hears of it that does not inherit from the one at fault, and the one at fault hears of it once', async () => {
    const files = { 'registration/full_reg.json': { fields: { password: null } } }
    const child = { 'brand.json': manifest('heir', { extends: 'faulty' }) }
    const told = await findings({ faulty: files, heir: child, other: {} })
    expect(told).toEqual(['faulty/registration/full_reg.json:3 /fields/password'])
  })

  test('OPS-2: whatever a brand takes away, the folder of the engine is not to blame', async () => {
    const told = await findings({
      faulty: {
        'config/global.json': { countries: { cy: null, kz: null }, currencies: { EUR: null } },
        'config/banner-widgets.json': { widgets: { home: null } },
        'config/registration.json': { types: { full_reg: null } },
        'locales/en/own.json': { 'site.menu_live': null },
      },
    })
    expect(told.length).toBeGreaterThan(3)
    expect(told.filter((one) => !one.startsWith('faulty/'))).toEqual([])
  })

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['an unknown parent', { id: 'faulty', extends: 'nobody' }],
    ['a circle', { id: 'faulty', extends: 'faulty' }],
  ])('OPS-2: a manifest that is %s keeps no other brand from being checked', async (_name, content) => {
    await folders.write('faulty/brand.json', content)
    const bad = { 'config/coupon.json': '{"maximumBet": 3}' }
    await folders.write('other/brand.json', manifest('other'))
    await folders.write('other/config/coupon.json', bad['config/coupon.json'])
    const told = await checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir })
    expect([...new Set(told.map(({ brand }) => brand))]).toEqual(['faulty', 'other'])
  })
})
