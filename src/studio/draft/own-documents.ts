import { isJsonObject, pointerKeys, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { StudioEdit } from '#schemas'

/** What the brand's own files write: path → merge patch, or the text of a page. A path that is missing has no file. */
export type OwnDocuments = Readonly<Record<string, unknown>>

type Bag = Record<string, unknown>

/** No file of a brand has such a key, and an object would take it for its prototype. */
const UNWRITABLE: ReadonlySet<string> = new Set(['__proto__', 'constructor'])

/** A JSON Pointer of keys: `['menu', 'a/b']` → `/menu/a~1b`. */
export function pointerOf(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${pointerStep(key)}`).join('')
}

/** The pointer one step above; empty for a key of the document itself. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}

/** The last key of a pointer; empty for the whole document. */
export function lastKey(pointer: string): string {
  return pointerKeys(pointer).at(-1) ?? ''
}

/** Whether one pointer is the other, or leads to something inside it. */
export function isWithin(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`)
}

/** Whether a file of a brand may have what an edit writes: no object does with the keys of its prototype. */
export function isWritable({ path, pointer }: StudioEdit): boolean {
  return ![path, ...pointerKeys(pointer)].some((key) => UNWRITABLE.has(key))
}

/** Writes an edit into documents that may be changed, such as a draft of immer. What is missing on the way is made; taking out
 *  what is not there changes nothing. */
export function writeEdit(documents: Bag, { path, pointer, value }: StudioEdit): void {
  if (!isWritable({ path, pointer })) return
  const keys = [path, ...pointerKeys(pointer)]
  const last = keys.pop() as string
  const holder = value === undefined ? walk(documents, keys) : walkMaking(documents, keys)
  if (!holder) return
  if (value === undefined) delete holder[last]
  else holder[last] = typeof value === 'object' ? structuredClone(value) : value
}

/** Makes what is missing on the way to the place of an edit that writes a value; that of one that takes out is not made.
 *  @returns whether there is an object at the end of the way */
export function makeWay(documents: Bag, { path, pointer, value }: StudioEdit): boolean {
  const keys = [path, ...pointerKeys(pointer)]
  const holder = value === undefined ? walk(documents, keys.slice(0, -1)) : walkMaking(documents, keys.slice(0, -1))
  return holder !== null
}

/** Writes an edit into the files of a brand as the server does: objects that have become empty on the way to what is taken out say
 *  nothing and go too, and so does the file. */
export function writeOwnEdit(documents: Bag, edit: StudioEdit): void {
  writeEdit(documents, edit)
  dropEmptied(documents, edit)
}

/** Takes out the objects that have become empty on the way to what an edit has taken out. */
export function dropEmptied(documents: Bag, edit: StudioEdit): void {
  if (edit.value !== undefined) return
  const keys = [edit.path, ...pointerKeys(edit.pointer)]
  for (let depth = keys.length - 1; depth > 0; depth--) {
    const emptied = walk(documents, keys.slice(0, depth))
    if (!emptied || Object.keys(emptied).length > 0) return
    const holder = walk(documents, keys.slice(0, depth - 1))
    if (holder) delete holder[keys[depth - 1] as string]
  }
}

function walk(documents: Bag, keys: readonly string[]): Bag | null {
  let at: Bag = documents
  for (const key of keys) {
    const next = Object.hasOwn(at, key) ? at[key] : undefined
    if (!isJsonObject(next)) return null
    at = next as Bag
  }
  return at
}

function walkMaking(documents: Bag, keys: readonly string[]): Bag {
  let at = documents
  for (const key of keys) {
    const next = Object.hasOwn(at, key) ? at[key] : undefined
    if (!isJsonObject(next)) at[key] = {}
    at = at[key] as Bag
  }
  return at
}

/** An edit of a value inside a list as an edit of the whole list, since a merge patch replaces lists as a whole.
 *  @param resolved the document as it is served */
export function liftToList(resolved: unknown, edit: StudioEdit): StudioEdit {
  const keys = pointerKeys(edit.pointer)
  for (let depth = 0; depth < keys.length; depth++) {
    const pointer = pointerOf(keys.slice(0, depth))
    const list = valueAt(resolved, pointer)
    if (Array.isArray(list)) {
      return { path: edit.path, pointer, value: changedList(list, keys.slice(depth), edit.value) }
    }
  }
  return edit
}

function changedList(list: readonly unknown[], [index = '0', ...rest]: readonly string[], value: unknown): unknown {
  const at = Number(index)
  if (rest.length === 0) return value === undefined ? list.toSpliced(at, 1) : list.toSpliced(at, 1, value)
  const item = { item: structuredClone(list[at]) }
  writeEdit(item, { path: 'item', pointer: pointerOf(rest), ...(value === undefined ? {} : { value }) })
  return list.toSpliced(at, 1, item.item)
}
