/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** One document of a chain of inheritance, with its author. */
export interface PatchLayer<Source> {
  readonly source: Source
  readonly value: JsonValue
}

/** A merged document, with the source of each of its leaves (scalars, whole arrays, empty objects) by JSON Pointer. */
export interface MergedDocument<Source> {
  /** The merged value; undefined when there is no layer, or the last word was `null` for the whole document. */
  readonly value: JsonValue | undefined
  readonly provenance: ReadonlyMap<string, Source>
  /** Keys that a layer deleted by `null` and none wrote again, with the layer that did so. */
  readonly deleted: ReadonlyMap<string, Source>
}

/** Whether a JSON value is an object: neither an array nor `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One step of a JSON Pointer, escaped: `a/b` → `a~1b` (RFC 6901). */
export function pointerStep(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The keys of a JSON Pointer: `/a~1b/0` → `['a/b', '0']`. */
export function pointerKeys(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at a JSON Pointer, or undefined when nothing is there. */
export function valueAt(value: unknown, pointer: string): unknown {
  let current = value
  for (const key of pointerKeys(pointer)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string, unknown>)[key]
  }
  return current
}

/** JSON Merge Patch of RFC 7396: objects merge, `null` deletes, all else replaces. Inputs stay as they are, and parts
 *  that the patch does not touch are shared with the target. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch
  const entries = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) entries.delete(key)
    else entries.set(key, mergePatch(entries.get(key), value))
  }
  return Object.fromEntries(entries)
}

/** Merges documents in order, each over the ones before it, and remembers which of them gave each leaf (OPS-7). */
export function mergeLayers<Source>(layers: readonly PatchLayer<Source>[]): MergedDocument<Source> {
  const provenance = new Map<string, Source>()
  const deleted = new Map<string, Source>()
  let value: JsonValue | undefined
  for (const layer of layers) {
    trace({ target: value, patch: layer.value, pointer: '', source: layer.source }, provenance, deleted)
    value = mergePatch(value, layer.value)
  }
  return { value: value === null ? undefined : value, provenance, deleted }
}

interface Step<Source> {
  readonly target: JsonValue | undefined
  readonly patch: JsonValue
  readonly pointer: string
  readonly source: Source
}

function trace<Source>(step: Step<Source>, provenance: Map<string, Source>, deleted: Map<string, Source>): void {
  const { target, patch, pointer, source } = step
  if (patch === null) {
    if (target !== undefined) forget(target, pointer, provenance)
    deleted.set(pointer, source)
    return
  }
  deleted.delete(pointer)
  if (!isJsonObject(patch)) {
    if (target !== undefined) forget(target, pointer, provenance)
    provenance.set(pointer, source)
    return
  }
  const inner = isJsonObject(target) ? target : undefined
  if (!inner && target !== undefined) forget(target, pointer, provenance)
  for (const [key, value] of Object.entries(patch)) {
    const below = inner && Object.hasOwn(inner, key) ? inner[key] : undefined
    trace({ target: below, patch: value, pointer: `${pointer}/${pointerStep(key)}`, source }, provenance, deleted)
  }
  markEmpty(step, inner, provenance)
}

/** An object without keys is a leaf: its source is the document that left it empty. */
function markEmpty<Source>(step: Step<Source>, inner: JsonObject | undefined, provenance: Map<string, Source>): void {
  const merged = mergePatch(inner, step.patch) as JsonObject
  if (Object.keys(merged).length > 0) provenance.delete(step.pointer)
  else if (!inner || Object.keys(inner).length > 0) provenance.set(step.pointer, step.source)
}

function forget(target: JsonValue, pointer: string, provenance: Map<string, unknown>): void {
  provenance.delete(pointer)
  if (!isJsonObject(target)) return
  for (const [key, value] of Object.entries(target)) forget(value, `${pointer}/${pointerStep(key)}`, provenance)
}
