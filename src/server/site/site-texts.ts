import { isJsonObject, type JsonObject, type JsonValue, mergePatch } from '#machines/site/merge-patch.rules.ts'
import type { Dictionary } from '#schemas'
import { patchOf } from './brand-layer.ts'
import { type BrandLevel, levelsOf } from './brand-level.ts'
import { hashOf } from './content-hash.ts'

/** One dictionary: all texts of a noun in a language, merged over the brand's chain. */
export interface SiteDictionary {
  readonly language: string
  /** The noun, such as `registration`: the name of its files. */
  readonly unit: string
  /** Hash of the texts (16 hexadecimal characters); it names the immutable file. */
  readonly hash: string
  readonly texts: Readonly<Dictionary>
}

/** The dictionaries of a brand; each is merged when it is first asked for, and null when the language has none of the noun. */
export function dictionariesOf(level: BrandLevel): (language: string, unit: string) => SiteDictionary | null {
  const made = new Map<string, SiteDictionary | null>()
  return (language, unit) => {
    const path = `locales/${language}/${unit}.json`
    const known = made.get(path)
    if (known !== undefined) return known
    const texts = mergedTexts(level, path)
    const hash = texts && hashOf(Object.entries(texts).flat() as string[])
    const dictionary =
      texts && hash ? Object.freeze({ language, unit, hash, texts: Object.freeze(texts as Dictionary) }) : null
    if (dictionary) made.set(path, dictionary)
    return dictionary
  }
}

function mergedTexts(level: BrandLevel, path: string): JsonObject | null {
  let texts: JsonValue | undefined
  for (const { layer } of levelsOf(level)) {
    const patch = patchOf(layer, path)
    if (patch) texts = mergePatch(texts, patch)
  }
  return isJsonObject(texts) ? texts : null
}

/** Nouns that have a dictionary in a language, sorted. */
export function unitsOf(level: BrandLevel, language: string): readonly string[] {
  const folder = `locales/${language}/`
  const paths = levelsOf(level).flatMap(({ layer }) => [...layer.files.keys()])
  const own = paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length, -'.json'.length))
  return [...new Set(own)].sort()
}
