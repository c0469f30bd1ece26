import type { DictionaryConfig, GlobalConfig } from '#schemas'
import { type BrandLevel, levelsOf, sectionPath } from '../brands/brand-level.ts'
import type { BrandSchemas } from '../brands/brand-schemas.ts'
import { findText, hasText, layerTexts, REFERENCE_LANGUAGE, stemOf, textsIn } from '../text-index.ts'
import { textHome, textNames } from './check-references.ts'

const engineNames = new WeakMap<BrandLevel, readonly string[]>()

/** Names of the engine's own texts; of plural forms the common one. */
function namesOfRoot(root: BrandLevel): readonly string[] {
  const known = engineNames.get(root)
  if (known) return known
  const names = new Set<string>()
  const texts = textsIn(root, REFERENCE_LANGUAGE)
  for (const key of texts.keys()) {
    const stem = stemOf(key)
    names.add(stem !== key && texts.has(`${stem}_other`) ? stem : key)
  }
  engineNames.set(root, [...names])
  return [...names]
}

/** Names of all texts that a brand shows: the engine's, and those that the configuration of the brand names. */
export function shownTexts(level: BrandLevel, schemas: BrandSchemas): readonly string[] {
  const root = levelsOf(level)[0] ?? level
  return [...new Set([...namesOfRoot(root), ...writtenNames(level, schemas)])]
}

/** Texts that the configuration names and some language has; one that none has is reported by the check of
 *  references. */
function writtenNames(level: BrandLevel, schemas: BrandSchemas): readonly string[] {
  const home = textHome(level, schemas)
  const names = written.get(home) ?? writtenIn(home, schemas)
  written.set(home, names)
  return names
}

const written = new WeakMap<BrandLevel, readonly string[]>()

function writtenIn(level: BrandLevel, schemas: BrandSchemas): readonly string[] {
  const root = levelsOf(level)[0] ?? level
  const known = new Set(namesOfRoot(root))
  const languages = [...writtenLanguages(level)]
  return textNames(level, schemas).filter(
    (name) =>
      !known.has(name) &&
      languages.some((language) => hasText(language, name, (key) => findText(level, language, key))),
  )
}

const missingOfRoot = new WeakMap<BrandLevel, Map<string, readonly string[]>>()

const missingAt = new WeakMap<BrandLevel, Map<string, readonly string[]>>()

/** Names of the texts that a language of a brand lacks. */
export function missingTexts(level: BrandLevel, schemas: BrandSchemas, language: string): readonly string[] {
  const home = textHome(level, schemas)
  const kept = missingAt.get(home) ?? new Map<string, readonly string[]>()
  missingAt.set(home, kept)
  const names = kept.get(language) ?? missingIn(home, schemas, language)
  kept.set(language, names)
  return names
}

function missingIn(level: BrandLevel, schemas: BrandSchemas, language: string): readonly string[] {
  const root = levelsOf(level)[0] ?? level
  const lacks = (at: BrandLevel) => (name: string) => !hasText(language, name, (key) => findText(at, language, key))
  const kept = missingOfRoot.get(root) ?? new Map<string, readonly string[]>()
  missingOfRoot.set(root, kept)
  const ofRoot = kept.get(language) ?? namesOfRoot(root).filter(lacks(root))
  kept.set(language, ofRoot)
  const deleted = levelsOf(level).flatMap(({ layer }) =>
    [...(layerTexts(layer).get(language) ?? [])].flatMap(([key, { text }]) =>
      text === null ? [key, stemOf(key)] : [],
    ),
  )
  const known = new Set(namesOfRoot(root))
  const candidates = [...ofRoot, ...deleted.filter((name) => known.has(name)), ...writtenNames(level, schemas)]
  return [...new Set(candidates)].filter(lacks(level))
}

/** Languages in which the brand or a parent has a dictionary. */
export function writtenLanguages(level: BrandLevel): ReadonlySet<string> {
  return new Set(levelsOf(level).flatMap(({ layer }) => [...layerTexts(layer).keys()]))
}

/** Codes of the languages that a brand offers: those of its configuration that have a dictionary. */
export function offeredCodes(level: BrandLevel): readonly string[] {
  const site = level.documents.get(sectionPath('global'))?.value as GlobalConfig | undefined
  const written = writtenLanguages(level)
  return Object.keys(site?.languages ?? {}).filter((code) => written.has(code))
}

/** The language whose texts are shown for those that another lacks; null when the brand names none. */
export function fallbackOf(level: BrandLevel, language: string): string | null {
  const { fallbackLanguage } =
    (level.documents.get(sectionPath('dictionary'))?.value as DictionaryConfig | undefined) ?? {}
  return fallbackLanguage === undefined || fallbackLanguage === language ? null : fallbackLanguage
}
