import { isJsonObject, type JsonObject } from '#machines/site/merge-patch.rules.ts'

/** Path of a file inside a brand → what is written there over the parent's. */
export type FilePatches = Readonly<Record<string, JsonObject>>

/** What both write; of one value that both write, the later one. Unlike in a merge, a deletion stays written. */
export function combinedFiles(one: FilePatches, other: FilePatches): FilePatches {
  return combined(one, other) as FilePatches
}

function combined(one: JsonObject, other: JsonObject): JsonObject {
  const changes = Object.entries(other).map(([key, value]) => {
    const before = one[key]
    return [key, isJsonObject(before) && isJsonObject(value) ? combined(before, value) : value] as const
  })
  return { ...one, ...Object.fromEntries(changes) }
}
