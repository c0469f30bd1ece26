import { enablePatches, type Patch, produceWithPatches } from 'immer'
import { isJsonEqual } from '#schemas/validation.ts'
import { isJsonObject, type JsonObject, type JsonValue, pointerStep } from './merge-patch.rules.ts'

enablePatches()

/** One value in which two documents differ: `before` is missing where it was added, `after` where it was taken out. */
export interface ValueChange {
  /** JSON Pointer, such as `/menu/live/order`; never empty. */
  readonly pointer: string
  readonly before?: JsonValue
  readonly after?: JsonValue
}

/** What leads from one document to another and back: patches of immer whose paths are keys of the documents, in the same order. */
export interface DocumentPatches {
  readonly there: readonly Patch[]
  readonly back: readonly Patch[]
}

/** The key under which immer has a document, so that the whole of it can be written too. */
const ROOT = 'document'
/** An object with such a key would take it for its prototype, and immer writes none: it is compared as a whole. */
const UNWRITABLE = '__proto__'

/** The patches that immer records while one document is made into another (CARD-3): each value that was added, replaced or taken out, in
 *  the order of the keys, those of the former document before new ones. Lists are values as wholes, as in merge patches; what is equal is
 *  in no patch. */
export function patchesBetween(before: JsonObject, after: JsonObject): DocumentPatches {
  let written: readonly string[] = []
  const [, there, back] = produceWithPatches({ [ROOT]: before }, (draft) => {
    written = become(draft as Bag, { [ROOT]: before }, { [ROOT]: after })
  })
  return { there: ordered(there, written), back: ordered(back, written) }
}

/** In what two documents differ, as immer's patches there and back say.
 *  `({ a: 1 }, { a: 2, b: 3 })` → `/a` from 1 to 2, `/b` new with 3. */
export function changesBetween(before: JsonObject, after: JsonObject): readonly ValueChange[] {
  const { there, back } = patchesBetween(before, after)
  return there.map((patch, at) => {
    const undone = back[at]
    return {
      pointer: pointerOf(patch.path),
      ...(undone === undefined || undone.op === 'remove' ? {} : { before: undone.value as JsonValue }),
      ...(patch.op === 'remove' ? {} : { after: patch.value as JsonValue }),
    }
  })
}

type Bag = Record<string, unknown>

/** Makes an object equal to another one by as few changes as there are differences.
 *  @param before the object as it is, of which `draft` is immer's draft
 *  @returns the pointers of what was written, in order */
function become(draft: Bag, before: JsonObject, after: JsonObject, pointer = ''): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [left, right] = [ownValue(before, key), ownValue(after, key)]
    const place = `${pointer}/${pointerStep(key)}`
    if (isComparedInside(left) && isComparedInside(right)) return become(draft[key] as Bag, left, right, place)
    if (isJsonEqual(left, right)) return []
    if (right === undefined) delete draft[key]
    else draft[key] = right
    return [place]
  })
}

function isComparedInside(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && !Object.hasOwn(value, UNWRITABLE)
}

function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Patches as they were written, which immer tells from the inside out, below the document. */
function ordered(patches: readonly Patch[], written: readonly string[]): readonly Patch[] {
  const byPlace = new Map(patches.map((patch) => [pointerOf(patch.path), patch]))
  return written.flatMap((place) => {
    const patch = byPlace.get(place)
    return patch ? [{ ...patch, path: patch.path.slice(1) }] : []
  })
}

function pointerOf(path: readonly (string | number)[]): string {
  return path.map((key) => `/${pointerStep(key)}`).join('')
}
