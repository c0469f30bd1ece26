import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { branchFindings } from '../check/check-brand.ts'
import { dictionaryFiles } from '../dictionaries.ts'
import { createResolvedSite } from '../resolved-site.ts'
import { type BrandLayer, readLayer } from './brand-layer.ts'
import { loadBrandSchemas, THEME } from './brand-schemas.ts'
import { ENGINE_BASE } from './brand-store.ts'
import { BrandTree } from './brand-tree.ts'

const BRAND = 'velvet'

/** A copy of a brand that is read again after each edit, as a draft is. */
async function editedBrand() {
  const folder = mkdtempSync(join(tmpdir(), 'livery-level-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(ENGINE_BASE, '..', BRAND), folder, { recursive: true })
  const schemas = await loadBrandSchemas()
  const base = await readLayer(ENGINE_BASE, '_base', schemas)
  let layer: BrandLayer | null = null
  const level = async () => {
    layer = await readLayer(folder, BRAND, schemas, layer ?? undefined)
    const layerOf = async (id: string) => (id === BRAND ? layer : base)
    const branch = await new BrandTree({ schemas, layerOf, knownIds: async () => [BRAND, '_base'] }).branchOf(BRAND)
    if (!branch) throw new Error('the brand no longer exists')
    expect(branchFindings(branch, schemas).filter(({ level: rank }) => rank === 'problem')).toEqual([])
    return { level: branch.level, site: createResolvedSite(branch.level, schemas, () => undefined) }
  }
  const write = (path: string, change: (value: Record<string, unknown>) => void) => {
    const value = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, unknown>
    change(value)
    writeFileSync(join(folder, path), JSON.stringify(value))
  }
  return { level, write }
}

test('after an edit of one text, every other document and the dictionaries of other languages stay what they were', async () => {
  const brand = await editedBrand()
  const before = await brand.level()
  brand.write('locales/en/brand.json', (texts) => {
    texts['site.menu_live'] = 'In play this evening'
  })
  const after = await brand.level()
  for (const [path, document] of before.level.documents) expect(after.level.documents.get(path), path).toBe(document)
  expect(dictionaryFiles(after.site, 'de')).toEqual(dictionaryFiles(before.site, 'de'))
  expect(after.site.dictionary('de', 'site')).toBe(before.site.dictionary('de', 'site'))
  expect(after.site.dictionary('en', 'site')?.texts['site.menu_live']).toBe('In play this evening')
  expect(dictionaryFiles(after.site, 'en').app).not.toBe(dictionaryFiles(before.site, 'en').app)
})

test('after an edit of one section, that section alone is another', async () => {
  const brand = await editedBrand()
  const before = await brand.level()
  brand.write('config/global.json', (global) => {
    global.defaultLanguage = 'de'
  })
  const after = await brand.level()
  const changed = [...before.level.documents].filter(([path, it]) => after.level.documents.get(path) !== it)
  expect(changed.map(([path]) => path)).toEqual(['config/global.json'])
})

/** Defaults that a schema would write, by their pointers: a key that is called so is none. */
function defaultsIn(node: unknown, pointer = ''): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) => {
    const at = `${pointer}/${key}`
    if (key === 'examples') return []
    if (key === 'properties' || key === '$defs')
      return Object.entries(child as object).flatMap(([name, own]) => defaultsIn(own, `${at}/${name}`))
    return key === 'default' ? [at] : defaultsIn(child, at)
  })
}

test('themes have no defaults: what is merged is not copied before it is checked, and brands share what they leave as it is', async () => {
  const file = new URL(`../../../../schemas/${THEME}.schema.json`, import.meta.url)
  expect(defaultsIn(JSON.parse(readFileSync(file, 'utf8')))).toEqual([])
})
