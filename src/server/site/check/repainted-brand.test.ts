import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BrandProblem } from '#schemas'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import { checkBrands } from './check-brand.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

const PALE = { palette: { accent: { 600: { $type: 'color', $value: '#ffee00' } } } }
/** Faults of many checks: names, references, links, texts, languages, limits and pages. */
const FAULTS: Readonly<Record<string, unknown>> = {
  'config/header.json': { menu: { x: { order: 1, labelKey: 'site.menu_nowhere', routeId: 'game' } } },
  'config/information.json': { news: { one: { date: '2026-11-20', section: 'champions', page: 'news_none' } } },
  'config/global.json': { timeZone: 'Europe/Stokholm', languages: { sv: { name: 'Svenska' } } },
  'config/auth.json': { passwordMinLength: 3 },
  'locales/en/site.json': { 'site.menu_liev': 'Live', 'site.menu_live': 'Live {{nmae}}' },
  'pages/en/about.md': '# About\n\n[nowhere](/en/nowhere)\n',
}

/** What is said of a child of a parent with faults, the child's own name taken out. */
async function said(id: string, more: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  await folders.write('parent/brand.json', manifest('parent'))
  for (const [path, content] of Object.entries(FAULTS)) await folders.write(`parent/${path}`, content)
  await folders.write(`${id}/brand.json`, { ...manifest(id), extends: 'parent' })
  for (const [path, content] of Object.entries(more)) await folders.write(`${id}/${path}`, content)
  const findings = await checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir, id })
  const told = ({ level, brand, file, path, found, message }: BrandProblem) =>
    [level, brand, file, path, found, message].join(' | ').replaceAll(id, 'CHILD')
  return findings.map(told).sort()
}

test.each([
  ['nothing of its own', {}],
  ['another accent', { 'theme.tokens.json': PALE }],
])(
  'OPS-12: a child with %s has the same findings whether its parent is looked up or all of it is checked',
  async (_what, own) => {
    const looked = await said('looked-up', own)
    // A section without a value changes nothing, and keeps the child from being a repainted one.
    const whole = await said('all-of-it', { ...own, 'config/seo.json': {} })
    expect(looked.length).toBeGreaterThan(5)
    expect(looked).toEqual(whole)
  },
)
