import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '#tools/house/import-graph.ts'

const LANGUAGES = ['ru', 'en', 'es', 'pt', 'de', 'fr', 'tr', 'ar']
const REFERENCE = 'en'
/** The brands that offer all languages; others are written in those that they offer, which the check of brands sees to. */
const BRANDS = ['_base', 'aurora', 'nour', 'velvet']
const PLURAL = /_(?:zero|one|two|few|many|other)$/

type Texts = Readonly<Record<string, string>>

function read(brand: string, language: string, unit: string): Texts {
  const file = join(ROOT, 'brands', brand, 'locales', language, unit)
  if (!existsSync(file)) return {}
  const { $schema: _schema, ...texts } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return texts
}

const units = BRANDS.flatMap((brand) =>
  readdirSync(join(ROOT, 'brands', brand, 'locales', REFERENCE)).map((unit) => [brand, unit] as const),
)

/** Whether a text has plural forms: English has one for one thing and one for others. */
function isPlural(base: string, reference: Texts): boolean {
  return `${base}_one` in reference && `${base}_other` in reference
}

/** The base of each key: plural forms of one text count as one. */
function bases(texts: Texts, reference: Texts): Set<string> {
  return new Set(
    Object.keys(texts).map((key) => {
      const base = key.replace(PLURAL, '')
      return isPlural(base, reference) ? base : key
    }),
  )
}

function places(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''))].sort()
}

describe.each(LANGUAGES)('the dictionaries in %s', (language) => {
  test.each(units)('%s/%s says what English says, with the same places', (brand, unit) => {
    const reference = read(brand, REFERENCE, unit)
    const own = read(brand, language, unit)
    const [wanted, found] = [bases(reference, reference), bases(own, reference)]
    expect({
      missing: [...wanted].filter((key) => !found.has(key)),
      surplus: [...found].filter((key) => !wanted.has(key)),
    }).toEqual({
      missing: [],
      surplus: [],
    })
    const differing = Object.entries(own).filter(([key, text]) => {
      const base = key.replace(PLURAL, '')
      const english = reference[key] ?? reference[`${base}_other`] ?? ''
      // A plural form may leave its number out: "one message".
      return (
        places(text).some((name) => !places(english).includes(name)) ||
        (!isPlural(base, reference) && places(english).some((name) => !places(text).includes(name)))
      )
    })
    expect(differing).toEqual([])
  })

  test.each(units)('%s/%s has every plural form of the language', (brand, unit) => {
    const reference = read(brand, REFERENCE, unit)
    const own = read(brand, language, unit)
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const missing = Object.keys(reference)
      .filter((key) => key.endsWith('_other') && isPlural(key.replace(PLURAL, ''), reference))
      .flatMap((key) => forms.map((form) => key.replace(/_other$/, `_${form}`)))
      .filter((key) => !(key in own))
    expect(missing).toEqual([])
  })
})

/** Source text of the rooms and what brands configure: everywhere a key can be named. */
function sources(): string {
  const texts: string[] = []
  for (const folder of ['machines', 'renderers', 'src', 'stage', 'schemas', 'brands']) {
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || /locales|\/generated\/|\.test\.tsx?$|\.md$|\.svg$/.test(path)) continue
      texts.push(readFileSync(path, 'utf8'))
    }
  }
  return texts.join('\n')
}

test('every text is used: no key of English is named nowhere', () => {
  const text = sources()
  const prefixes = [...text.matchAll(/[`']([a-z_]+\.[a-z_0-9.]*)\$\{/g)].map(([, prefix]) => prefix ?? '')
  // A prefix by itself in configuration or code is completed at run time.
  prefixes.push(...[...text.matchAll(/["']([a-z_]+\.[a-z_]+_)["']/g)].map(([, prefix]) => prefix ?? ''))
  const isUsed = (key: string) =>
    prefixes.some((prefix) => key.startsWith(prefix)) ||
    [key, key.replace(PLURAL, '')].some(
      (name) => text.includes(`'${name}'`) || text.includes(`"${name}"`) || text.includes(`\`${name}\``),
    )
  const unused = units.flatMap(([brand, unit]) =>
    Object.keys(read(brand, REFERENCE, unit)).filter((key) => !isUsed(key)),
  )
  expect(unused).toEqual([])
  expect(isUsed('site.never_named_anywhere')).toBe(false)
})

test('ERR-3, ERR-4: every error code of a call and of a rule has a text', () => {
  const all = new Set(
    units.flatMap(([brand, unit]) => (brand === '_base' ? Object.keys(read(brand, REFERENCE, unit)) : [])),
  )
  const codes = ['defs/error-code', 'forms/error-code'].flatMap(
    (name) =>
      (JSON.parse(readFileSync(join(ROOT, 'schemas', `${name}.schema.json`), 'utf8')) as { enum: string[] }).enum,
  )
  expect(codes.length).toBeGreaterThan(40)
  expect(codes.filter((code) => !all.has(code) && !all.has(`${code}_other`))).toEqual([])
})
