import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { textWriter } from '#machines/site/text.rules.ts'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import { loadBrandSchemas } from '../brands/brand-schemas.ts'
import { pageTexts } from '../dictionaries.ts'
import { createResolvedSite, type ResolvedSite } from '../resolved-site.ts'
import { checkBrands, openTree } from './check-brand.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

async function findings(files: Record<string, unknown>): Promise<string[]> {
  await folders.write('own/brand.json', manifest('own'))
  for (const [path, content] of Object.entries(files)) await folders.write(`own/${path}`, content)
  const found = await checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir, id: 'own' })
  return found.map(
    ({ level, file, line, column, suggestion, message }) =>
      `${level} ${file.replace('own/', '')}:${line}:${column} (${suggestion}) ${message}`,
  )
}

async function site(): Promise<ResolvedSite> {
  const schemas = await loadBrandSchemas()
  const branch = await openTree({ ...folders, schemas, ids: ['own'] }).branchOf('own')
  if (!branch) throw new Error('the brand is not there')
  return createResolvedSite(branch.level, schemas, () => undefined)
}

const SWEDISH = {
  'config/global.json': { languages: { sv: { order: 5, name: 'Svenska', locale: 'sv-SE', direction: 'ltr' } } },
}

describe('texts of a brand', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a key with a slip',
      { 'locales/en/site.json': '{\n"site.menu_liev": "x"}' },
      /^problem locales\/en\/site\.json:2:1 \(site\.menu_live\)/,
    ],
    [
      'a place with a slip',
      { 'locales/en/site.json': '{"site.home_description": "At {{brnad}}"}' },
      /^problem .*\(brand\).*\{\{brand\}\}/,
    ],
    [
      'a place in single braces',
      { 'locales/en/site.json': '{"site.menu_live": "Live {nmae}"}' },
      /^problem .*has \{nmae\}, but the engine gives this text no placeholders/,
    ],
    [
      'a text twice in a language',
      { 'locales/en/a.json': '{"site.menu_live": "One"}', 'locales/en/b.json': '{"site.menu_live": "Two"}' },
      /^problem locales\/en\/b\.json:1:2 .*is in locales\/en\/a\.json too/,
    ],
  ])('OPS-2: %s is refused', async (_name, files, problem) => {
    expect(await findings(files)).toEqual([expect.stringMatching(problem)])
  })

  test('OPS-4: a text may be in any file of its language and is part of the noun that it belongs to', async () => {
    expect(
      await findings({ 'locales/en/brand.json': { 'site.menu_live': 'Now on', 'account.sign_out': 'Bye' } }),
    ).toEqual([])
    const own = await site()
    expect(own.dictionary('en', 'site')?.texts['site.menu_live']).toBe('Now on')
    expect(own.dictionary('en', 'account')?.texts['account.sign_out']).toBe('Bye')
    expect(own.units('en')).not.toContain('brand')
    expect(own.dictionary('de', 'site')?.texts['site.menu_live']).not.toBe('Now on')
  })
})

describe('a language', () => {
  test('OPS-25: one with a single text is refused, with how many are missing and how to list them', async () => {
    const [problem, ...more] = await findings({ ...SWEDISH, 'locales/sv/site.json': { 'site.menu_live': 'Nu' } })
    expect(more).toEqual([])
    expect(problem).toMatch(
      /^problem config\/global\.json:\d+:\d+ .*"sv" lacks (\d{4}) of (\d{4}) texts.*livery brand texts own --language sv --missing/,
    )
    const [, missing, all] = /lacks (\d+) of (\d+)/.exec(problem ?? '') ?? []
    expect(Number(all) - Number(missing)).toBe(1)
  })

  test('OPS-25: an own text that the configuration shows needs every language that the brand offers', async () => {
    const found = await findings({
      'config/header.json': { menu: { own: { order: 1, labelKey: 'brand.own', routeId: 'about' } } },
      'locales/en/brand.json': '{\n"brand.own": "Ours"}',
    })
    expect(found).toHaveLength(7)
    for (const problem of found) expect(problem).toMatch(/^problem locales\/en\/brand\.json:2:1 .*lacks 1 of/)
  })

  test('OPS-25: with a fallback it is a warning, and page, server and mail use the other texts with the plural forms of their language', async () => {
    const found = await findings({
      ...SWEDISH,
      'config/dictionary.json': { fallbackLanguage: 'ru' },
      'locales/sv/site.json': { 'site.menu_live': 'Nu' },
    })
    expect(found).toEqual([expect.stringMatching(/^warning .*"sv" lacks .*those of "ru" are shown instead/)])
    const own = await site()
    const plural = Object.keys(own.dictionary('ru', 'account')?.texts ?? {}).length
    expect(plural).toBeGreaterThan(0)
    const [name = ''] = own
      .units('ru')
      .flatMap((unit) => Object.keys(own.dictionary('ru', unit)?.texts ?? {}))
      .filter((key) => key.endsWith('_few'))
      .map((key) => key.replace(/_few$/, ''))
    const swedish = textWriter('sv', pageTexts(own, 'sv'))
    const russian = textWriter('ru', pageTexts(own, 'ru'))
    expect(swedish('site.menu_live')).toBe('Nu')
    expect(swedish('account.sign_out')).toBe(russian('account.sign_out'))
    for (const count of [1, 2, 5, 21]) expect(swedish(name, { count })).toBe(russian(name, { count }))
    expect(swedish(name, { count: 2 })).not.toBe(name)
  })

  test('OPS-25: a fallback that the site does not speak is refused', async () => {
    expect(await findings({ 'config/dictionary.json': { fallbackLanguage: 'xx' } })).toEqual([
      expect.stringMatching(/^problem config\/dictionary\.json.*"xx"/),
    ])
  })

  test('OPS-25: one that has every text is offered without a word', async () => {
    const nouns = await readdir(join(folders.baseDir, 'locales/en'))
    const files = nouns.map(async (noun) => [
      `locales/sv/${noun}`,
      JSON.parse(await readFile(join(folders.baseDir, 'locales/en', noun), 'utf8')),
    ])
    expect(await findings({ ...SWEDISH, ...Object.fromEntries(await Promise.all(files)) })).toEqual([])
  })
})

test.each([
  'config/.header.json.swp',
  'config/header.json~',
  '.DS_Store',
  'assets/Thumbs.db',
  'locales/en/#site.json#',
  '.git/config',
  'pages/en/.about.md.swo',
])('OPS-5: %s, which an editor or system leaves, is not looked at', async (path) => {
  expect(await findings({ [path]: 'x' })).toEqual([])
})
