import type { BrandTextRow } from '#schemas'
import type { BrandLevel } from '#server/site/brands/brand-level.ts'
import { homeOf, layerTexts, pluralForms, REFERENCE_LANGUAGE, textsIn } from '#server/site/text-index.ts'

/** A row for each text of a language beside the English one; one in plural forms has a row for each form of the language.
 *  The file is the one of the brand in which the text stands, or would stand, such as `locales/sv/site.json`.
 *  @param names of the texts, plural forms by their common one */
export function textRows(level: BrandLevel, language: string, names: readonly string[]): readonly BrandTextRow[] {
  const originals = textsIn(level, REFERENCE_LANGUAGE)
  const texts = textsIn(level, language)
  const own = layerTexts(level.layer).get(language)
  return names.flatMap((name) => {
    const plural = originals.get(`${name}_other`)
    const keys =
      plural !== undefined && !originals.has(name) ? pluralForms(language).map((form) => `${name}_${form}`) : [name]
    return keys.map((key): BrandTextRow => {
      const noun = own?.get(key)?.unit ?? homeOf(level, name) ?? 'brand'
      const file = `locales/${language}/${noun}.json`
      return { file, key, source: originals.get(key) ?? plural ?? '', target: texts.get(key) ?? '' }
    })
  })
}
