import type { Root } from 'mdast'
import { patternProblem } from '#machines/forms/kinds/pattern.rules.ts'
import { isJsonObject } from '#machines/site/merge-patch.rules.ts'
import type { BrandProblem } from '#schemas'
import type { FileRole, FolderEntry } from '../brands/brand-files.ts'
import { type BrandSchemas, type DocumentSchema, MANIFEST } from '../brands/brand-schemas.ts'
import type { JsonSource, TextPlace } from '../brands/json-source.ts'
import { visitDocument } from '../brands/schema-walk.ts'
import { markdownFaults } from '../faults/markdown-faults.ts'
import { markupFaults } from '../faults/markup-faults.ts'
import { mediaFaults } from '../faults/media-faults.ts'
import { faultsOfErrors } from '../faults/problem-of-error.ts'
import { quoted, shown } from '../faults/problem-words.ts'
import { svgFaults } from '../faults/svg-faults.ts'
import type { DocumentFault } from '../faults/value-faults.ts'
import { isTakenOut } from '../migrations/2026-11-24-unread-keys.ts'
import type { TextFault } from './text-fault.ts'

/** A file of a brand folder as it is checked by itself. */
export interface CheckedFile {
  readonly brand: string
  readonly entry: FolderEntry
  readonly role: FileRole
  readonly source: JsonSource | null
  readonly bytes: Uint8Array
  /** A Markdown page, parsed; null for every other file. */
  readonly page: Root | null
  readonly largestBytes: number
}

const START: TextPlace = { line: 1, column: 1 }

/** Every fault of a file that shows without its neighbours and parents (OPS-2, OPS-4, OPS-8). */
export function checkLayerFile(file: CheckedFile, schemas: BrandSchemas): readonly BrandProblem[] {
  const { role, entry } = file
  const refusal = entryFault(file)
  if (refusal) {
    const path = role.kind === 'unknown' ? (role.at ?? entry.path) : entry.path
    return [problemOf({ brand: file.brand, entry: { path } }, { ...refusal, pointer: '' }, START)]
  }
  if (role.kind === 'json') return checkJson(file, schemas.get(role.schema))
  const faults = file.page ? markdownFaults(file.page) : assetFaults(file)
  return faults.map(({ place, suggestion = null, ...fault }) =>
    problemOf(file, { ...fault, pointer: '', suggestion }, place),
  )
}

function assetFaults({ entry: { path }, bytes }: CheckedFile): readonly TextFault[] {
  const faults = mediaFaults(path, bytes)
  if (faults.length > 0 || !path.endsWith('.svg')) return faults
  const text = new TextDecoder().decode(bytes)
  return [...svgFaults(text), ...markupFaults(text)]
}

/** A problem of a file of a brand. */
export function problemOf(
  file: { readonly brand: string; readonly entry: Pick<FolderEntry, 'path'> },
  fault: DocumentFault,
  place: TextPlace,
): BrandProblem {
  const { pointer: path, found, expected, suggestion, message, level = 'problem' } = fault
  return {
    level,
    brand: file.brand,
    file: `${file.brand}/${file.entry.path}`,
    ...place,
    path,
    found,
    expected,
    suggestion,
    message,
  }
}

/** A problem of a JSON file, reported by the place and the pointer of what was written there.
 *  @param at pointer of the key at which it is reported, when that is not the faulty one */
export function problemAt(
  file: {
    readonly brand: string
    readonly entry: Pick<FolderEntry, 'path'>
    readonly source: JsonSource
  },
  fault: DocumentFault,
  at: string = fault.pointer,
): BrandProblem {
  const pointer = file.source.writtenAt(fault.pointer)
  const message =
    pointer === fault.pointer
      ? fault.message
      : `${fault.message} The folder is of an older version, in which this is ${pointer}.`
  return problemOf(file, { ...fault, pointer, message }, file.source.placeOfKey(at))
}

type EntryFault = Omit<DocumentFault, 'pointer'>

const LINK_WORDS = {
  'outside-link': 'a link that leads out of the brand folder',
  'folder-link': 'a link to a folder',
  other: 'neither a file nor a folder',
} as const

function entryFault({ entry, role, largestBytes }: CheckedFile): EntryFault | null {
  if (entry.kind !== 'file') {
    const found = LINK_WORDS[entry.kind]
    const message = `${entry.path} is ${found}; a brand is complete in itself. Put a copy of the file here.`
    return { found, expected: 'a plain file', suggestion: null, message }
  }
  if (role.kind === 'unknown') {
    const { found, expected, suggestion } = role
    const fix = suggestion === null ? `Remove it; expected here: ${expected}.` : `Did you mean ${suggestion}?`
    return { found, expected, suggestion, message: `${entry.path} is nothing that the engine reads: ${found}. ${fix}` }
  }
  if (entry.sizeBytes <= largestBytes) return null
  const expected = `at most ${largestBytes} bytes`
  const message = `${entry.path} has ${entry.sizeBytes} bytes, and every player would wait for them. Make it ${expected}.`
  return { found: `${entry.sizeBytes} bytes`, expected, suggestion: null, message }
}

function checkJson(file: CheckedFile, schema: DocumentSchema): readonly BrandProblem[] {
  const source = file.source as JsonSource
  const syntax = source.faults.map(({ place, pointer, found, expected }) => {
    const message = `Here stands ${found}; the file is read only as strict JSON. Expected: ${expected}.`
    return problemOf(file, { pointer, found, expected, suggestion: null, message }, place)
  })
  if (source.value === undefined) return syntax
  const faults = documentFaults(file, source.value, schema)
  return [...syntax, ...faults.map((fault) => problemAt({ ...file, source }, fault))]
}

function documentFaults(file: CheckedFile, value: unknown, schema: DocumentSchema): readonly DocumentFault[] {
  const document = isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== '$schema'))
    : value
  const isRight = schema.checkFile(document)
  const faults = isRight
    ? []
    : [...faultsOfErrors({ errors: schema.checkFile.errors ?? [], document, schema: schema.node })]
  const named = isJsonObject(value) ? schemaFault(value.$schema, schema) : null
  const id = schema.name === MANIFEST && isJsonObject(value) ? idFault(value.id, file.brand) : null
  const told = faults.map((fault) => (isTakenOut(file.entry.path, fault.pointer) ? takenOutFault(file, fault) : fault))
  return [...(named ? [named] : []), ...(id ? [id] : []), ...told, ...patternFaults(document, schema)]
}

/** A key of a former version in a folder that says it is of today's. */
function takenOutFault({ brand }: CheckedFile, { pointer, found, expected }: DocumentFault): DocumentFault {
  const message = `${pointer} has no effect: version 3 of the configuration took it out, since nothing reads it. Delete it. In a folder whose schemaVersion is 2, \`livery brand migrate ${brand}\` does that.`
  return { pointer, found, expected, suggestion: null, message }
}

/** `$schema` is what gives an editor completion and problems (OPS-14); a wrong one would teach wrong keys. */
function schemaFault(named: unknown, schema: DocumentSchema): DocumentFault | null {
  if (named === undefined || (typeof named === 'string' && named.endsWith(`/schemas/${schema.file}`))) return null
  const expected = `a path or address that ends in /schemas/${schema.file}`
  const message = `$schema names ${shown(named)}, so an editor would check this file by another file's rules. Write ${expected}.`
  return { pointer: '/$schema', found: shown(named), expected, suggestion: null, message }
}

function idFault(id: unknown, brand: string): DocumentFault | null {
  if (id === brand || typeof id !== 'string') return null
  const message = `id is ${quoted(id)}, but the folder is named ${quoted(brand)}; links and tables go by one name. Write ${quoted(brand)}.`
  return { pointer: '/id', found: quoted(id), expected: quoted(brand), suggestion: brand, message }
}

/** Regular expressions run on what players type: the time of none may explode. That each is valid says its schema. */
function patternFaults(document: unknown, schema: DocumentSchema): readonly DocumentFault[] {
  if (!schema.hasPatterns) return []
  const faults: DocumentFault[] = []
  visitDocument(schema.node, document, ({ value, pointer, nodes }) => {
    if (typeof value !== 'string' || !nodes.some((node) => node.format === 'regex')) return
    const problem = isRegExp(value) ? patternProblem(value) : null
    if (problem === null) return
    const expected = 'a regular expression whose time grows with the length of the text'
    const message = `${pointer} holds ${shown(value)}: ${problem}. One long answer could stop the page. Write it shorter, without repetition inside repetition.`
    faults.push({ pointer, found: shown(value), expected, suggestion: null, message })
  })
  return faults
}

function isRegExp(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}
