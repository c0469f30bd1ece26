import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { BrandManifest } from '#schemas'
import { migrateRateLimits } from '../migrations/2026-11-21-rate-limits.ts'
import { takeOutUnreadKeys } from '../migrations/2026-11-24-unread-keys.ts'
import type { MigratedDocument } from '../migrations/migrated-document.ts'
import type { JsonSource } from './json-source.ts'

/** A version of the configuration language (OPS-13). */
export type SchemaVersion = BrandManifest['schemaVersion']

/** A manifest as it is written, before it is checked. */
export type UncheckedManifest = { readonly [Key in keyof BrandManifest]?: JsonValue }

/** A step from one version to the next: pure, and no change to a document that is in the next version already.
 *  @param path of the document's file inside the brand folder */
type Migration = (document: JsonObject, path: string) => MigratedDocument

/** The version that this engine writes, and to which it brings all others when it reads them. */
export const CURRENT_VERSION = 3 satisfies SchemaVersion

/** Version → the step to the one after it. */
const MIGRATIONS: Readonly<Record<Exclude<SchemaVersion, typeof CURRENT_VERSION>, Migration>> = {
  1: migrateRateLimits,
  2: takeOutUnreadKeys,
}

/** The version that a manifest names; the current one when it names none that is known, which its own check tells. */
export function versionOf(manifest: JsonValue | undefined): SchemaVersion {
  const version = isJsonObject(manifest) ? (manifest as UncheckedManifest).schemaVersion : undefined
  return typeof version === 'number' && Object.hasOwn(MIGRATIONS, version)
    ? (version as SchemaVersion)
    : CURRENT_VERSION
}

/** A document of a brand in the current version, and the places of its keys in the file. */
export interface CurrentDocument {
  readonly document: JsonObject
  /** The pointer, inside the file, of a key of `document`. */
  readonly writtenAt: (pointer: string) => string
}

/** Brings a document to the current version, step by step. */
export function migrateDocument(document: JsonObject, path: string, version: SchemaVersion): CurrentDocument {
  let current: CurrentDocument = { document, writtenAt: (pointer) => pointer }
  for (let from = version; from !== CURRENT_VERSION; from = (from + 1) as SchemaVersion) {
    const { document: before, writtenAt } = current
    const after = MIGRATIONS[from](before, path)
    current = {
      document: after.document,
      writtenAt: (pointer) => writtenAt(originOf(pointer, after.origins, before)),
    }
  }
  return current
}

function originOf(pointer: string, origins: ReadonlyMap<string, string>, before: JsonObject): string {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const origin = origins.get(at)
    if (origin !== undefined) return origin + pointer.slice(at.length)
  }
  if (valueAt(before, pointer) !== undefined) return pointer
  // An object that the step has made stands where the first of its entries came from.
  return [...origins].find(([key]) => key.startsWith(`${pointer}/`))?.[1] ?? pointer
}

/** A file as if it were written in the current version; its faults and places are those of the text that was written. */
export function migrateSource(source: JsonSource, path: string, version: SchemaVersion): JsonSource {
  if (version === CURRENT_VERSION || !isJsonObject(source.value)) return source
  const { document, writtenAt } = migrateDocument(source.value, path, version)
  return {
    value: document,
    faults: source.faults,
    writtenAt,
    placeOfKey: (pointer) => source.placeOfKey(writtenAt(pointer)),
    placeOfValue: (pointer) => source.placeOfValue(writtenAt(pointer)),
  }
}
