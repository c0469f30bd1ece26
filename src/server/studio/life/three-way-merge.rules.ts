import { isJsonObject, type JsonObject } from '#machines/site/merge-patch.rules.ts'
import { isJsonEqual } from '#schemas/validation.ts'
import { readJsonSource } from '../../site/brands/json-source.ts'
import { rewriteJson } from '../../site/brands/rewrite-json.ts'
import { type BrandContents, type ContentHashes, sha256 } from '../brand-contents.ts'
import { mergeValues, UNKNOWN_BASE } from './json-merge.rules.ts'
import { MANIFEST_FILE, REVISION_POINTER } from './revision-mark.rules.ts'

/** The state that two states of a brand come from. */
export interface MergeBase {
  readonly hashes: ContentHashes
  /** The bytes of its files, as far as they are known. */
  readonly bytes: BrandContents
}

/** A value, or with an empty pointer a file, that both sides changed, each in its own way. */
export interface MergeConflict {
  readonly path: string
  readonly pointer: string
}

/** Two states of a brand merged over what they come from. */
export interface MergedContents {
  readonly contents: BrandContents
  /** Empty when `contents` has everything that either side changed. */
  readonly conflicts: readonly MergeConflict[]
}

/** Merges two states of a brand over the state that both come from. A file that one side changed is taken from it; a JSON file that
 *  both changed merges value by value, written in the form of `theirs`. The number of the revision is nobody's change. */
export function mergeThreeWay(base: MergeBase, ours: BrandContents, theirs: BrandContents): MergedContents {
  const contents = new Map<string, Uint8Array>()
  const conflicts: MergeConflict[] = []
  for (const path of [...new Set([...theirs.keys(), ...ours.keys()])].sort()) {
    const merged = mergeFile(path, {
      base: { hash: hashIn(base.hashes, path), bytes: base.bytes.get(path) },
      ours: ours.get(path),
      theirs: theirs.get(path),
    })
    conflicts.push(...merged.conflicts.map((pointer) => ({ path, pointer })))
    if (merged.bytes) contents.set(path, merged.bytes)
  }
  return { contents, conflicts }
}

/** Files that both sides changed differently: only for these does a merge need the bytes of the base. */
export function contestedPaths(base: ContentHashes, ours: ContentHashes, theirs: ContentHashes): readonly string[] {
  const paths = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
  return paths.filter((path) => {
    const [before, left, right] = [base, ours, theirs].map((hashes) => hashIn(hashes, path))
    return left !== right && left !== before && right !== before
  })
}

interface FileSides {
  readonly base: { readonly hash: string | undefined; readonly bytes: Uint8Array | undefined }
  readonly ours: Uint8Array | undefined
  readonly theirs: Uint8Array | undefined
}

interface MergedFile {
  readonly bytes: Uint8Array | undefined
  readonly conflicts: readonly string[]
}

function mergeFile(path: string, { base, ours, theirs }: FileSides): MergedFile {
  const [left, right] = [ours && sha256(ours), theirs && sha256(theirs)]
  if (left === right || right === base.hash) return { bytes: ours, conflicts: [] }
  if (left === base.hash) return { bytes: theirs, conflicts: [] }
  const [ourJson, theirJson] = [jsonIn(path, ours), jsonIn(path, theirs)]
  if (!ourJson || !theirJson) return { bytes: theirs, conflicts: [''] }
  const before = base.hash === undefined ? undefined : (jsonIn(path, base.bytes)?.value ?? UNKNOWN_BASE)
  const { value, conflicts } = mergeValues(before, ourJson.value, theirJson.value)
  const real = conflicts.filter((pointer) => path !== MANIFEST_FILE || pointer !== REVISION_POINTER)
  return { bytes: new TextEncoder().encode(written(path, theirJson, value)), conflicts: real }
}

function written(path: string, { text, value }: ReadJson, merged: unknown): string {
  if (!isJsonObject(merged)) throw new Error(`${path}: two objects merged to none`)
  const rewritten = rewriteJson(text, value, merged)
  if (!isJsonEqual(JSON.parse(rewritten), merged)) throw new Error(`${path} could not be written: ${rewritten}`)
  return rewritten
}

interface ReadJson {
  readonly text: string
  readonly value: JsonObject
}

/** A sound JSON object with its text; null for anything else. */
function jsonIn(path: string, bytes: Uint8Array | undefined): ReadJson | null {
  if (!bytes || !path.endsWith('.json')) return null
  const { value, faults } = readJsonSource(bytes)
  return isJsonObject(value) && faults.length === 0 ? { text: new TextDecoder().decode(bytes), value } : null
}

function hashIn(hashes: ContentHashes, path: string): string | undefined {
  return Object.hasOwn(hashes, path) ? hashes[path] : undefined
}
