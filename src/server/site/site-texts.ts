import type { Dictionary } from '#schemas'
import { type BrandLevel, levelsOf } from './brands/brand-level.ts'
import { hashOf } from './brands/content-hash.ts'
import { madeOf } from './brands/made-of.ts'
import { fallbackOf } from './check/language-coverage.ts'
import { hasText, homeOf, layerHomes, layerTexts, stemOf, textsIn } from './text-index.ts'

/** One dictionary: all texts of a noun in a language, merged over the brand's chain. */
export interface SiteDictionary {
  readonly language: string
  /** The noun, such as `registration`. */
  readonly unit: string
  /** Hash of the texts (16 hexadecimal characters). */
  readonly hash: string
  readonly texts: Readonly<Dictionary>
  /** Texts of another language, for those that this one lacks, with the plural forms of that language. */
  readonly fallback: { readonly language: string; readonly texts: Readonly<Dictionary> } | null
}

type Units = ReadonlyMap<string, Readonly<Dictionary>>

/** The dictionaries of a brand; those of a language are merged when one is first asked for. A text belongs to the noun in which the
 *  engine or the oldest parent has it, whatever file of its language a brand writes it in. */
export function dictionariesOf(level: BrandLevel): {
  /** Null when the language has none of the noun. */
  readonly dictionary: (language: string, unit: string) => SiteDictionary | null
  /** Nouns that have a dictionary in a language, sorted. */
  readonly units: (language: string) => readonly string[]
} {
  const made = new Map<string, ReadonlyMap<string, SiteDictionary>>()
  const ofLanguage = (language: string) => {
    const known = made.get(language) ?? keptDictionaries(level, language)
    if (known.size > 0) made.set(language, known)
    return known
  }
  return {
    dictionary: (language, unit) => ofLanguage(language).get(unit) ?? null,
    units: (language) => [...ofLanguage(language).keys()].sort(),
  }
}

/** Dictionaries of a draft that an edit does not touch are those of the state before it: a draft is another level after each edit. */
const kept = madeOf<BrandLevel, ReadonlyMap<string, SiteDictionary>>(64)

function keptDictionaries(level: BrandLevel, language: string): ReadonlyMap<string, SiteDictionary> {
  const { layer, parent } = level
  if (!parent) return makeDictionaries(level, language)
  const code = fallbackOf(level, language)
  const folders = [language, ...(code === null ? [] : [code])].map((name) => `locales/${name}/`)
  const files = [...layer.files].filter(([path]) => folders.some((folder) => path.startsWith(folder)))
  const names = [...layerHomes(layer)].filter(([key]) => homeOf(parent, key) === undefined)
  const key = hashOf(
    [language, code ?? '', ...files.flatMap(([path, { hash }]) => [path, hash]), '', ...names.flat()],
    32,
  )
  return kept(parent, key, () => makeDictionaries(level, language))
}

function makeDictionaries(level: BrandLevel, language: string): ReadonlyMap<string, SiteDictionary> {
  if (!levelsOf(level).some(({ layer }) => layerTexts(layer).has(language))) return new Map()
  const own = textsIn(level, language)
  const units = byUnit(level, own)
  const code = fallbackOf(level, language)
  const lent = code === null ? null : byUnit(level, lentTexts(level, language, own, code))
  const names = new Set([...units.keys(), ...(lent?.keys() ?? [])])
  return new Map(
    [...names].map((unit) => {
      const texts = Object.freeze(units.get(unit) ?? {})
      const standing = lent?.get(unit)
      const fallback = code !== null && standing ? Object.freeze({ language: code, texts: standing }) : null
      const hash = hashOf([...Object.entries(texts).flat(), ...Object.entries(standing ?? {}).flat()])
      return [unit, Object.freeze({ language, unit, hash, texts, fallback })]
    }),
  )
}

/** Texts of the fallback language under names that the language itself does not have. */
function lentTexts(
  level: BrandLevel,
  language: string,
  own: ReadonlyMap<string, string>,
  code: string,
): ReadonlyMap<string, string> {
  const has = (name: string) => hasText(language, name, (key) => own.get(key))
  return new Map([...textsIn(level, code)].filter(([key]) => !has(key) && !has(stemOf(key))))
}

function byUnit(level: BrandLevel, texts: ReadonlyMap<string, string>): Units {
  const units = new Map<string, Record<string, string>>()
  for (const [key, text] of texts) {
    const unit = homeOf(level, key) ?? ''
    const known = units.get(unit) ?? {}
    known[key] = text
    units.set(unit, known)
  }
  return units
}
