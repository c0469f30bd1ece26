import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandTextRow } from '#schemas'
import { isAbsent } from '#server/site/brands/brand-files.ts'
import type { BrandLevel } from '#server/site/brands/brand-level.ts'
import { type BrandSchemas, DICTIONARY } from '#server/site/brands/brand-schemas.ts'
import { rewriteJson } from '#server/site/brands/rewrite-json.ts'
import { placeWords, strayPlace } from '#server/site/check/check-texts.ts'
import { shownTexts } from '#server/site/check/language-coverage.ts'
import { faultsOfErrors } from '#server/site/faults/problem-of-error.ts'
import { schemaReference } from '#server/site/making/folder-schemas.ts'
import { layerTexts, PLURAL, REFERENCE_LANGUAGE } from '#server/site/text-index.ts'
import { say } from '../../command-text.ts'
import { BrandCommandFailure } from '../brand-arguments.ts'
import type { NewContent } from '../write-files.ts'
import { textRows } from './text-rows.ts'
import type { ReadRow, ReadTranslation, TranslationFault } from './translation.ts'

/** What an import would change. */
export interface TextImport {
  readonly language: string
  /** The files of the brand that change, as they shall be. */
  readonly files: readonly NewContent[]
  /** The same files inside the folder, and how many of their texts are new. */
  readonly changes: readonly { readonly file: string; readonly texts: number }[]
  /** Texts that the brand has so already. */
  readonly unchanged: number
  readonly untranslated: number
}

/** The brand into which texts are brought. */
export interface ImportAim {
  readonly level: BrandLevel
  readonly schemas: BrandSchemas
  /** The language that was asked for; undefined takes that of the file. */
  readonly language: string | undefined
}

/** Holds the texts of a translator's file against the brand: every key is one of its texts, every text has the places of the English
 *  one. A text that the brand has so already, or inherits so, is not written (OPS-25).
 *  @param file its name, for the error message  @throws BrandCommandFailure `import_refused` with every fault and its
 *  line */
export async function planImport(read: ReadTranslation, file: string, aim: ImportAim): Promise<TextImport> {
  const { level, schemas } = aim
  refuse(file, [...read.faults, ...headFaults(read, aim)])
  const { language } = read
  const known = new Map(textRows(level, language, shownTexts(level, schemas)).map((row) => [row.key, row]))
  const seen = new Set<string>()
  refuse(
    file,
    read.rows.flatMap((row) => rowFaults(row, { level, schemas, language, known, seen })),
  )
  const translated = read.rows.filter(({ target }) => target !== '')
  const changed = translated.filter(({ key, target }) => known.get(key)?.target !== target)
  const byFile = Map.groupBy(changed, ({ key }) => known.get(key)?.file ?? '')
  const files = await Promise.all([...byFile].map(([path, rows]) => rewritten(level, path, rows)))
  return {
    language,
    files,
    changes: [...byFile].map(([path, rows]) => ({ file: path, texts: rows.length })),
    unchanged: translated.length - changed.length,
    untranslated: read.rows.length - translated.length,
  }
}

function refuse(file: string, faults: readonly TranslationFault[]): void {
  if (faults.length === 0) return
  const ordered = faults.toSorted((left, right) => left.line - right.line)
  const lines = ordered.map(({ line, message }) => `${file}:${line}  ${message}`)
  throw new BrandCommandFailure('import_refused', say('brand.import_refused', { faults: lines.join('\n') }), file)
}

/** A file of another language or brand is refused as a whole. */
function headFaults({ sourceLanguage, language, rows }: ReadTranslation, aim: ImportAim): readonly TranslationFault[] {
  const { id } = aim.level.layer
  if (sourceLanguage !== REFERENCE_LANGUAGE)
    return [{ line: 1, message: say('brand.import_source', { found: sourceLanguage, wanted: REFERENCE_LANGUAGE }) }]
  if (!isLanguage(language)) return [{ line: 1, message: say('brand.import_no_language', { found: language }) }]
  if (aim.language !== undefined && aim.language !== language)
    return [{ line: 1, message: say('brand.import_language', { found: language, wanted: aim.language }) }]
  const begin = `${id}/locales/${language}/`
  const stray = rows.find((row) => !row.file.startsWith(begin))
  return stray
    ? [{ line: stray.line, message: say('brand.import_file', { found: stray.file, wanted: begin, id, language }) }]
    : []
}

/** Whether a text is the code of a language, as folders of `locales/` are named. */
export function isLanguage(code: string): boolean {
  return /^[a-z]{2,3}(?:-[a-zA-Z]{2,4})?$/.test(code)
}

interface Judging {
  readonly level: BrandLevel
  readonly schemas: BrandSchemas
  readonly language: string
  readonly known: ReadonlyMap<string, BrandTextRow>
  readonly seen: Set<string>
}

function rowFaults(row: ReadRow, { level, schemas, language, known, seen }: Judging): readonly TranslationFault[] {
  const { line, key, target } = row
  const original = known.get(key)
  if (!original) {
    const meant = nearest(key, known.keys())
    const message =
      meant === null ? say('brand.import_key', { key, language }) : say('brand.import_key_meant', { key, meant })
    return [{ line, message }]
  }
  if (seen.has(key)) return [{ line, message: say('brand.import_twice', { key }) }]
  seen.add(key)
  const own = layerTexts(level.layer).get(language)?.get(key)?.text
  if (target === '' || target === own) return []
  const shape = schemas.get(DICTIONARY)
  if (!shape.checkFile({ [key]: target })) {
    const errors = shape.checkFile.errors ?? []
    const faults = faultsOfErrors({ errors, document: { [key]: target }, schema: shape.node })
    return faults.map(({ message }) => ({ line, message }))
  }
  const fault = strayPlace(target, original.source, PLURAL.exec(key)?.[1])
  if (!fault) return []
  const [found, wanted] = [fault.own.join(', ') || say('brand.no_places'), placeWords(fault.wanted)]
  return [{ line, message: say('brand.import_places', { key, found, wanted }) }]
}

/** A dictionary with its new texts; what it has already keeps its place and form. */
async function rewritten(level: BrandLevel, path: string, rows: readonly ReadRow[]): Promise<NewContent> {
  const { folder, id } = level.layer
  const full = join(folder, path)
  const texts = Object.fromEntries(rows.map(({ key, target }) => [key, target]))
  const written = await readWritten(full)
  if (written === null) {
    const $schema = schemaReference(folder, path, 'generated/patch/site/dictionary.schema.json')
    return { path: full, text: `${JSON.stringify({ $schema, ...texts }, null, 2)}\n` }
  }
  const value = level.layer.files.get(path)?.source?.value
  if (!isJsonObject(value))
    throw new BrandCommandFailure('brand_broken', say('brand.import_broken', { file: `${id}/${path}`, id }), path)
  const before = JSON.parse(written.replace(/^\uFEFF/, '')) as JsonObject
  const text = rewriteJson(written.replace(/^\uFEFF/, ''), before, { ...before, ...texts })
  return { path: await realpath(full), text: written.startsWith('\uFEFF') ? `\uFEFF${text}` : text }
}

async function readWritten(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}
