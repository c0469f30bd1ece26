import {
  isJsonObject,
  type JsonValue,
  mergePatch,
  pointerKeys,
  pointerStep,
  valueAt,
} from '#machines/site/merge-patch.rules.ts'
import type { BrandProblem } from '#schemas'
import { problemAt, problemOf } from '../check/check-layer.ts'
import { faultsOfErrors, isWithin } from '../faults/problem-of-error.ts'
import type { DocumentFault, FaultCause } from '../faults/value-faults.ts'
import { withTableEntries } from '../table-entries.ts'
import { BASE_ID } from './brand-files.ts'
import { type BrandLayer, patchOf } from './brand-layer.ts'
import { type BrandSchemas, DICTIONARY, MANIFEST, sectionSchema, THEME } from './brand-schemas.ts'

/** The section that chooses from the tables of the engine. */
const GLOBAL_PATH = 'config/global.json'

/** A document merged over a brand's whole chain. */
export interface ResolvedDocument {
  /** Name of its schema. */
  readonly schema: string
  /** As merged, without the defaults of its schema. */
  readonly merged: JsonValue
  /** Checked, defaults filled in, frozen. */
  readonly value: JsonValue
}

/** A brand folder upon its parents: every document resolved. Documents that it does not touch are its parent's own. */
export interface BrandLevel {
  readonly layer: BrandLayer
  readonly parent: BrandLevel | null
  /** Path of the file → document; configuration, theme and registration. */
  readonly documents: ReadonlyMap<string, ResolvedDocument>
  /** Faults that only the merge shows. */
  readonly problems: readonly BrandProblem[]
}

/** The levels of a brand, the root first. */
export function levelsOf(level: BrandLevel): readonly BrandLevel[] {
  return level.parent ? [...levelsOf(level.parent), level] : [level]
}

/** Puts a folder upon its parents and checks each merged document. */
export function resolveLevel(layer: BrandLayer, parent: BrandLevel | null, schemas: BrandSchemas): BrandLevel {
  const documents = new Map(parent?.documents)
  const problems: BrandProblem[] = []
  const level: BrandLevel = { layer, parent, documents, problems }
  for (const [path, schema] of mergedPaths(layer, parent, schemas)) {
    const known = keptDocument(layer, parent, path)
    if (known) {
      documents.set(path, known)
      continue
    }
    const patch = patchOf(layer, path) ?? (parent ? undefined : {})
    if (!patch) continue
    const merged = mergePatch(parent?.documents.get(path)?.merged, patch)
    const { checkWhole, node } = schemas.get(schema)
    // A schema without defaults writes nothing: what a thousand themes do not touch stays the object of their parent.
    const value = schema === THEME ? merged : structuredClone(path === GLOBAL_PATH ? withTableEntries(merged) : merged)
    if (checkWhole(value)) {
      const document = { schema, merged, value: freeze(value) }
      documents.set(path, document)
      keepDocument(layer, parent, path, document)
    } else {
      const errors = checkWhole.errors ?? []
      const faults = faultsOfErrors({ errors, document: merged, schema: node })
      const isTold = faults.length > 0 || (layer.files.get(path)?.problems.length ?? 0) > 0
      if (!isTold) throw new Error(`${layer.id}/${path} has a fault without words: ${JSON.stringify(errors)}`)
      problems.push(...faults.flatMap((fault) => locateFault(level, path, fault)))
    }
  }
  return level
}

interface KeptDocument {
  readonly below: ResolvedDocument | undefined
  readonly document: ResolvedDocument
}

/** Documents by the file that writes them: of a folder that is read again, what did not change stays the same object, and with it all
 *  that was found out about it. */
const keptDocuments = new WeakMap<object, KeptDocument>()

function keptDocument(layer: BrandLayer, parent: BrandLevel | null, path: string): ResolvedDocument | null {
  const source = layer.files.get(path)?.source
  const kept = source && keptDocuments.get(source)
  return kept && kept.below === parent?.documents.get(path) ? kept.document : null
}

function keepDocument(layer: BrandLayer, parent: BrandLevel | null, path: string, document: ResolvedDocument): void {
  const source = layer.files.get(path)?.source
  if (source) keptDocuments.set(source, { below: parent?.documents.get(path), document })
}

/** The documents that a folder writes; of the root also every section, since a missing file is an empty one. */
function mergedPaths(layer: BrandLayer, parent: BrandLevel | null, schemas: BrandSchemas): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  if (!parent) for (const section of schemas.sections) paths.set(sectionPath(section), sectionSchema(section))
  for (const [path, { role, source }] of layer.files) {
    if (role.kind !== 'json' || role.schema === MANIFEST || role.schema === DICTIONARY) continue
    if (isJsonObject(source?.value)) paths.set(path, role.schema)
  }
  return paths
}

/** File of a section inside a brand folder. */
export function sectionPath(section: string): string {
  return `config/${section}.json`
}

/** The folder that gave the value of a pointer, and the pointer of the nearest key that it writes; null when no folder
 *  writes the document. A deleted key belongs to the one that deleted it. */
export function writerOf(
  level: BrandLevel,
  path: string,
  pointer: string,
): { layer: BrandLayer; pointer: string } | null {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    for (const { layer } of levelsOf(level).toReversed()) {
      if (valueAt(patchOf(layer, path), at) !== undefined) return { layer, pointer: at }
    }
    if (at === '') return null
  }
}

/** A fault of a merged document as a problem of the file that wrote the value, or of a younger file that wrote one of its causes;
 *  none when that file is already known to be wrong there. */
export function locateFault(level: BrandLevel, path: string, fault: DocumentFault): readonly BrandProblem[] {
  const { causes = [], ...rest } = fault
  const cause = youngestCause(level, { path, pointer: fault.pointer }, causes)
  return cause ? problemAtCause(level, cause, rest) : problemAtValue(level, path, rest)
}

/** Of the causes the one that the youngest folder wrote, deleted or replaced; null when the faulty value itself is as young. */
function youngestCause(level: BrandLevel, value: FaultCause, causes: readonly FaultCause[]): FaultCause | null {
  const ranks = levelsOf(level).map(({ layer }) => layer)
  const rankOf = ({ path, pointer }: FaultCause): number => {
    const writer = writerOf(level, path, pointer)
    return writer ? ranks.indexOf(writer.layer) : -1
  }
  const own = rankOf(value)
  const [best] = causes
    .map((cause) => ({ cause, rank: isOwnWriting(level, cause) ? rankOf(cause) : -1 }))
    .filter(({ rank }) => rank > own)
    .sort((left, right) => right.rank - left.rank)
  return best?.cause ?? null
}

/** Whether a folder wrote the very key of a cause: one that wrote something else beside it has no part in the fault. */
function isOwnWriting(level: BrandLevel, { path, pointer }: FaultCause): boolean {
  return writerOf(level, path, pointer)?.pointer === pointer
}

function problemAtCause(
  level: BrandLevel,
  { path, pointer }: FaultCause,
  fault: DocumentFault,
): readonly BrandProblem[] {
  const { layer } = writerOf(level, path, pointer) as { layer: BrandLayer }
  const file = layer.files.get(path)
  if (!file?.source || file.problems.some((own) => isWithin(own.path, pointer) || isWithin(pointer, own.path)))
    return []
  return [problemAt({ brand: layer.id, entry: file.entry, source: file.source }, { ...fault, pointer })]
}

function problemAtValue(level: BrandLevel, path: string, fault: DocumentFault): readonly BrandProblem[] {
  const missing = fault.missingKey
  const deleted = missing === undefined ? null : writerOf(level, path, `${fault.pointer}/${pointerStep(missing)}`)
  const isDeleted = deleted !== null && pointerKeys(deleted.pointer).at(-1) === missing
  const writer = isDeleted ? deleted : writerOf(level, path, fault.pointer)
  const file = writer?.layer.files.get(path)
  if (!writer || !file?.source) return [problemWithoutFile(level, path, fault)]
  const written = file.source.writtenAt(writer.pointer)
  if (file.problems.some((own) => isWithin(own.path, written) || isWithin(written, own.path))) return []
  const located = isDeleted
    ? {
        ...fault,
        pointer: writer.pointer,
        found: 'null',
        message: `${writer.pointer} is deleted by null here, but ${fault.message}`,
      }
    : fault
  return [problemAt({ brand: writer.layer.id, entry: file.entry, source: file.source }, located, writer.pointer)]
}

/** The engine's own folder lacks a document: there is no file to report it at, only the folder. */
function problemWithoutFile(level: BrandLevel, path: string, fault: DocumentFault): BrandProblem {
  const brand = level.parent ? level.layer.id : BASE_ID
  return problemOf({ brand, entry: { path } }, fault, { line: 1, column: 1 })
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const child of Object.values(value)) freeze(child)
  return Object.freeze(value)
}
