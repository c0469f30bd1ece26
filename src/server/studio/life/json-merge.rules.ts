import { isJsonObject, type JsonObject, type JsonValue, pointerStep } from '#machines/site/merge-patch.rules.ts'
import { isJsonEqual } from '#schemas/validation.ts'

/** A value that may be absent. */
type Side = JsonValue | undefined

/** Says that the common state of two documents is not known: only what they agree on merges. */
export const UNKNOWN_BASE = Symbol('unknown base')

/** Two documents merged over what they come from. */
export interface MergedValue {
  /** Undefined when the merge is the absence of a value; a guess wherever `conflicts` has the place. */
  readonly value: JsonValue | undefined
  /** JSON Pointers of the values that both sides changed, each in its own way. */
  readonly conflicts: readonly string[]
}

/** Merges two states of a JSON document over the state that both come from. Objects merge key by key, and a value that one side
 *  changed wins over one that the other left alone; a list is one value. What both changed differently is a conflict.
 *  @param base {@link UNKNOWN_BASE} when nobody has kept it */
export function mergeValues(base: Side | typeof UNKNOWN_BASE, ours: Side, theirs: Side, pointer = ''): MergedValue {
  if (isJsonEqual(ours, theirs)) return { value: ours, conflicts: [] }
  if (base !== UNKNOWN_BASE && isJsonEqual(ours, base)) return { value: theirs, conflicts: [] }
  if (base !== UNKNOWN_BASE && isJsonEqual(theirs, base)) return { value: ours, conflicts: [] }
  const isMergeable = base === UNKNOWN_BASE || base === undefined || isJsonObject(base)
  if (!isMergeable || !isJsonObject(ours) || !isJsonObject(theirs)) return { value: theirs, conflicts: [pointer] }
  return mergeObjects(base, ours, theirs, pointer)
}

function mergeObjects(
  base: JsonObject | undefined | typeof UNKNOWN_BASE,
  ours: JsonObject,
  theirs: JsonObject,
  pointer: string,
): MergedValue {
  const conflicts: string[] = []
  const entries: [string, JsonValue][] = []
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    const before = base === UNKNOWN_BASE ? base : own(base ?? {}, key)
    const merged = mergeValues(before, own(ours, key), own(theirs, key), `${pointer}/${pointerStep(key)}`)
    conflicts.push(...merged.conflicts)
    if (merged.value !== undefined) entries.push([key, merged.value])
  }
  return { value: Object.fromEntries(entries), conflicts }
}

function own(object: JsonObject, key: string): Side {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
