import { isJsonObject } from '#machines/site/merge-patch.rules.ts'
import type { BrandLayer } from './brands/brand-layer.ts'
import { type BrandLevel, levelsOf } from './brands/brand-level.ts'
import { DICTIONARY } from './brands/brand-schemas.ts'

/** Language that every dictionary of the engine is complete in, and that the others are compared with. */
export const REFERENCE_LANGUAGE = 'en'

/** Name of a key's plural forms without the form: i18next writes `items_one`, `items_other`, … for `items`. */
export const PLURAL = /_(zero|one|two|few|many|other)$/

/** A text as a folder writes it; null takes away the parent's. */
interface WrittenText {
  /** The noun of the file in which it stands. */
  readonly unit: string
  readonly text: string | null
}

/** The texts of one folder by language and key. Of two files with the same key the later one counts; the check refuses that. */
type LayerTexts = ReadonlyMap<string, ReadonlyMap<string, WrittenText>>

const indexes = new WeakMap<BrandLayer, LayerTexts>()

/** The texts that a folder itself writes, in whichever file of their language. */
export function layerTexts(layer: BrandLayer): LayerTexts {
  const known = indexes.get(layer)
  if (known) return known
  const index = new Map<string, Map<string, WrittenText>>()
  for (const [path, { role, source }] of layer.files) {
    if (role.kind !== 'json' || role.schema !== DICTIONARY || !isJsonObject(source?.value)) continue
    const [, language = '', file = ''] = path.split('/')
    const texts = index.get(language) ?? new Map<string, WrittenText>()
    index.set(language, texts)
    const unit = file.slice(0, -'.json'.length)
    for (const [key, text] of Object.entries(source.value)) {
      if (key !== '$schema') texts.set(key, { unit, text: text === null ? null : String(text) })
    }
  }
  indexes.set(layer, index)
  return index
}

/** The text of a key in a language as a brand has it; undefined when neither it nor a parent has one. */
export function findText(level: BrandLevel, language: string, key: string): string | undefined {
  for (let at: BrandLevel | null = level; at; at = at.parent) {
    const written = layerTexts(at.layer).get(language)?.get(key)
    if (written) return written.text ?? undefined
  }
  return undefined
}

const homes = new WeakMap<BrandLayer, ReadonlyMap<string, string>>()

/** The noun that a folder gives each of its keys, plural forms by their common name; English before other languages. */
export function layerHomes(layer: BrandLayer): ReadonlyMap<string, string> {
  const known = homes.get(layer)
  if (known) return known
  const found = new Map<string, string>()
  const index = layerTexts(layer)
  for (const language of new Set([REFERENCE_LANGUAGE, ...index.keys()])) {
    for (const [key, { unit }] of index.get(language) ?? []) {
      for (const name of [key, stemOf(key)]) if (!found.has(name)) found.set(name, unit)
    }
  }
  homes.set(layer, found)
  return found
}

/** A key without its plural form. */
export function stemOf(key: string): string {
  return key.replace(PLURAL, '')
}

/** The noun to which a text belongs: that of the oldest folder which has it, so that a brand may write it in any file. */
export function homeOf(level: BrandLevel, key: string): string | undefined {
  for (const { layer } of levelsOf(level)) {
    const own = layerHomes(layer)
    const home = own.get(key) ?? own.get(stemOf(key))
    if (home !== undefined) return home
  }
  return undefined
}

/** Every key of the brand and its parents in a language with its text, the oldest first. */
export function textsIn(level: BrandLevel, language: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { layer } of levelsOf(level)) {
    for (const [key, { text }] of layerTexts(layer).get(language) ?? []) {
      if (text === null) texts.delete(key)
      else texts.set(key, text)
    }
  }
  return texts
}

const categories = new Map<string, readonly string[]>()

/** The plural forms of a language by CLDR: `['few', 'many', 'one', 'other']`. */
export function pluralForms(language: string): readonly string[] {
  const known = categories.get(language) ?? new Intl.PluralRules(language).resolvedOptions().pluralCategories
  categories.set(language, known)
  return known
}

/** Whether a language has a text by itself: under its key, or in plural forms that leave no number without one. */
export function hasText(language: string, name: string, find: (key: string) => string | undefined): boolean {
  const has = (key: string) => find(key) !== undefined
  return has(name) || has(`${name}_other`) || pluralForms(language).every((form) => has(`${name}_${form}`))
}
