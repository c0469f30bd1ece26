import { changesBetween } from '#machines/site/document-changes.rules.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#machines/site/merge-patch.rules.ts'
import type { BrandChange } from '#schemas'
import { readJsonSource } from '../../site/brands/json-source.ts'
import { type BrandContents, sha256 } from '../brand-contents.ts'
import { MANIFEST_FILE, REVISION_POINTER } from './revision-mark.rules.ts'

/** What differs between two states of a brand, by file and pointer: of JSON each value that was added, changed or removed, as
 *  immer's patches say (CARD-3); of a page its text; of anything else the hash. The number of the revision, which always differs, is left out. */
export function diffContents(from: BrandContents, to: BrandContents): readonly BrandChange[] {
  const paths = [...new Set([...from.keys(), ...to.keys()])].sort()
  return paths.flatMap((path) => diffFile(path, from.get(path), to.get(path)))
}

function diffFile(path: string, before: Uint8Array | undefined, after: Uint8Array | undefined): readonly BrandChange[] {
  if (before && after && sha256(before) === sha256(after)) return []
  const [left, right] = [objectIn(path, before), objectIn(path, after)]
  const isObject = (left ?? right) !== null && (left !== null || !before) && (right !== null || !after)
  const values = isObject ? diffObjects(path, left ?? {}, right ?? {}) : null
  if (values && values.length > 0) return values
  // The same values in another form, which is a change of the file and of nothing that is in it.
  if (values && before && after) return []
  const shown = (bytes: Uint8Array | undefined) => (bytes ? fileAs(path, bytes) : undefined)
  return [changeOf(path, '', shown(before), shown(after))]
}

function diffObjects(path: string, before: JsonObject, after: JsonObject): readonly BrandChange[] {
  return changesBetween(before, after)
    .filter(({ pointer }) => !(path === MANIFEST_FILE && pointer === REVISION_POINTER))
    .map((change) => changeOf(path, change.pointer, json(change.before), json(change.after)))
}

function changeOf(path: string, pointer: string, before: string | undefined, after: string | undefined): BrandChange {
  return {
    path,
    pointer,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  }
}

function json(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}

function fileAs(path: string, bytes: Uint8Array): string {
  return /\.(?:json|md)$/.test(path) ? new TextDecoder().decode(bytes) : sha256(bytes)
}

/** The object in a JSON file without `$schema`, which serves editors; null for anything else. */
function objectIn(path: string, bytes: Uint8Array | undefined): JsonObject | null {
  const value = bytes && path.endsWith('.json') ? readJsonSource(bytes).value : undefined
  if (!isJsonObject(value)) return null
  const { $schema: _schema, ...rest } = value
  return rest
}
