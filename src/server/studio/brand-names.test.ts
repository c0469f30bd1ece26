import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import { brandsCalled, createBrandNames } from './brand-names.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

test('OPS-12: brands are listed by name and found by name, id or host, as their manifests are now', async () => {
  const names = createBrandNames(folders.brandsDir)
  await folders.write('zeta/brand.json', manifest('zeta', { name: 'Alpha Bet', hosts: ['first.example'] }))
  await folders.write('broken/brand.json', '{')
  const all = await names.all()
  expect(all[0]).toEqual({ id: 'zeta', name: 'Alpha Bet', hosts: ['first.example'] })
  expect(all).toContainEqual({ id: 'broken', name: 'broken', hosts: [] })
  for (const text of ['alpha', 'ZET', ' first.exa '])
    expect(brandsCalled(all, text).map(({ id }) => id)).toEqual(['zeta'])
  await folders.write('zeta/brand.json', manifest('zeta', { name: 'Omega Bets', hosts: [] }))
  expect(brandsCalled(await names.all(), 'omega')).toHaveLength(1)
})
