import type { JsonObject } from '#machines/site/merge-patch.rules.ts'

/** A document in the next version. */
export interface MigratedDocument {
  readonly document: JsonObject
  /** JSON Pointer of a key of this document → of the key that gave it. A key that stayed where it was is not named. */
  readonly origins: ReadonlyMap<string, string>
}
