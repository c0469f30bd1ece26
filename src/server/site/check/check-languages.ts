import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandProblem, GlobalConfig } from '#schemas'
import { BASE_ID } from '../brands/brand-files.ts'
import { type BrandLevel, locateFault, sectionPath, writerOf } from '../brands/brand-level.ts'
import type { BrandSchemas } from '../brands/brand-schemas.ts'
import { listed, quoted } from '../faults/problem-words.ts'
import type { DocumentFault } from '../faults/value-faults.ts'
import { layerTexts } from '../text-index.ts'
import { problemAt, problemOf } from './check-layer.ts'
import { fallbackOf, missingTexts, offeredCodes, shownTexts, writtenLanguages } from './language-coverage.ts'

/** Languages that the brand offers without a dictionary, or without all its texts (OPS-25). */
export function checkLanguages(level: BrandLevel, schemas: BrandSchemas): readonly BrandProblem[] {
  return [
    ...languagesWithoutDictionary(level),
    ...offeredCodes(level).flatMap((language) => incompleteLanguage(level, schemas, language)),
  ]
}

/** The engine's own list is a choice of languages, offered as soon as they have a dictionary; a brand that writes a
 *  language means to offer it. */
function languagesWithoutDictionary(level: BrandLevel): readonly BrandProblem[] {
  const path = sectionPath('global')
  const offered = Object.keys((level.documents.get(path)?.value as GlobalConfig | undefined)?.languages ?? {})
  const written = writtenLanguages(level)
  return offered.flatMap((language) => {
    const pointer = `/languages/${language}`
    const writer = written.has(language) ? null : writerOf(level, path, pointer)
    if (!writer || writer.layer.id === BASE_ID) return []
    const suggestion = nearest(language, written)
    const message = `The site offers the language ${quoted(language)}, but there is no dictionary in locales/${language}/. Write one, or take the language away.`
    const expected = `a language with a dictionary: ${listed([...written].sort())}`
    return locateFault(level, path, { pointer, found: quoted(language), expected, suggestion, message })
  })
}

function incompleteLanguage(level: BrandLevel, schemas: BrandSchemas, language: string): readonly BrandProblem[] {
  const missing = missingTexts(level, schemas, language)
  if (missing.length === 0) return []
  const all = shownTexts(level, schemas).length
  const code = fallbackOf(level, language)
  const found = `${missing.length} of ${all} texts missing in ${quoted(language)}`
  const list = `\`livery brand texts ${level.layer.id} --language ${language} --missing\` lists them`
  const head = `The language ${quoted(language)} lacks ${missing.length} of ${all} texts, such as ${quoted(missing[0] ?? '')}`
  const fault = { found, expected: 'all texts', suggestion: null }
  if (code !== null) {
    const message = `${head}; those of ${quoted(code)} are shown instead. ${list}.`
    return [toldAt(level, language, missing, { ...fault, message, level: 'warning' })]
  }
  const message = `${head}, and players would read the bare keys. Write them (${list}), name a dictionary.fallbackLanguage, or take the language away.`
  return [toldAt(level, language, missing, { ...fault, message })]
}

/** Reported where the brand chose the language, else at its own file of that language, else at its text that has no
 *  translation. */
function toldAt(
  level: BrandLevel,
  language: string,
  missing: readonly string[],
  fault: Omit<DocumentFault, 'pointer'>,
): BrandProblem {
  const { layer } = level
  const path = sectionPath('global')
  const pointer = `/languages/${language}`
  const global = layer.files.get(path)
  const writer = writerOf(level, path, pointer)
  if (global?.source && writer?.layer === layer && writer.pointer === pointer)
    return problemAt({ brand: layer.id, entry: global.entry, source: global.source }, { ...fault, pointer })
  const own = [...layer.files].find(([file]) => file.startsWith(`locales/${language}/`))
  if (own) return problemOf({ brand: layer.id, entry: own[1].entry }, { ...fault, pointer: '' }, { line: 1, column: 1 })
  for (const [other, texts] of layerTexts(layer)) {
    const key = missing.find((name) => texts.has(name))
    const file = key === undefined ? undefined : layer.files.get(`locales/${other}/${texts.get(key)?.unit}.json`)
    if (key !== undefined && file?.source)
      return problemAt({ brand: layer.id, entry: file.entry, source: file.source }, { ...fault, pointer: `/${key}` })
  }
  const manifest = layer.files.get('brand.json')
  const entry = manifest?.entry ?? { path: 'brand.json' }
  return problemOf({ brand: layer.id, entry }, { ...fault, pointer: '' }, { line: 1, column: 1 })
}
