import { isJsonObject, type JsonObject, mergePatch } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandProblem, GlobalConfig } from '#schemas'
import { BASE_ID } from './brand-files.ts'
import { type BrandLevel, levelsOf, locateFault, sectionPath, writerOf } from './brand-level.ts'
import { DICTIONARY } from './brand-schemas.ts'
import { problemAt } from './check-layer.ts'
import { listed, quoted } from './problem-words.ts'

/** Language that every dictionary of the engine is complete in, and that the others are compared with. */
export const REFERENCE_LANGUAGE = 'en'

/** Languages that the brand offers without a dictionary, and texts whose places for values are not those of the original. */
export function checkTexts(level: BrandLevel): readonly BrandProblem[] {
  return [...languagesWithoutDictionary(level), ...placeholderProblems(level)]
}

/** Languages in which the brand or a parent has a dictionary. */
export function writtenLanguages(level: BrandLevel): ReadonlySet<string> {
  const files = levelsOf(level).flatMap(({ layer }) => [...layer.files])
  return new Set(
    files.flatMap(([path, { role }]) =>
      role.kind === 'json' && role.schema === DICTIONARY ? [path.split('/')[1] ?? ''] : [],
    ),
  )
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

/** Only the folder on top is compared: its parents are when they are looked at themselves. */
function placeholderProblems(level: BrandLevel): readonly BrandProblem[] {
  const { layer, parent } = level
  return [...layer.files].flatMap(([path, file]) => {
    const [folder, language, name = ''] = path.split('/')
    const { entry, source, problems } = file
    const value = source?.value
    if (folder !== 'locales' || !source || !isJsonObject(value) || problems.length > 0) return []
    if (!parent && language === REFERENCE_LANGUAGE) return []
    const originals = textsOf(parent ?? level, name)
    return Object.entries(value).flatMap(([key, text]) => {
      const fault = typeof text === 'string' ? placeholderFault(key, text, originals) : null
      return fault ? [problemAt({ brand: layer.id, entry, source }, fault)] : []
    })
  })
}

/** The texts of a dictionary in the language that the others are compared with, merged over the chain. */
function textsOf(level: BrandLevel, name: string): JsonObject {
  let texts: JsonObject = {}
  for (const { layer } of levelsOf(level)) {
    const patch = layer.files.get(`locales/${REFERENCE_LANGUAGE}/${name}`)?.source?.value
    if (isJsonObject(patch)) texts = mergePatch(texts, patch) as JsonObject
  }
  return texts
}

const PLURAL = /_(zero|one|two|few|many|other)$/

function placeholderFault(key: string, text: string, originals: JsonObject) {
  const form = PLURAL.exec(key)?.[1]
  const original = originals[key] ?? (form && originals[key.replace(PLURAL, '_other')])
  if (typeof original !== 'string') return null
  const wanted = placeholders(original)
  const own = placeholders(text)
  const unknown = [...own].filter((name) => !wanted.has(name))
  const missing = [...wanted].filter((name) => !own.has(name) && !(form && name === 'count'))
  if (unknown.length + missing.length === 0) return null
  const suggestion = unknown[0] === undefined ? null : nearest(unknown[0], wanted)
  const words = (names: Iterable<string>) => [...names].map((name) => `{{${name}}}`).join(', ') || 'no placeholders'
  const fix = `the engine gives this text ${words(wanted)}${suggestion ? `; did you mean {{${suggestion}}}?` : ''}`
  const message = `${quoted(key)} has ${words(own)}, but ${fix}. Other places would stay empty or be shown as they are.`
  return {
    pointer: `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    found: words(own),
    expected: words(wanted),
    suggestion,
    message,
  }
}

function placeholders(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\{\{-?\s*([^{},\s]+)[^{}]*\}\}/g)].map((match) => match[1] ?? ''))
}
