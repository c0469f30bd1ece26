import { isJsonObject, type JsonValue, mergePatch, pointerKeys, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { StudioDocumentAnswer, StudioEdit } from '#schemas'
import { isWithin, pointerOf, writeEdit } from './own-documents.ts'

/** A file of the draft as the studio shows it. */
export type LoadedDocument = Omit<StudioDocumentAnswer, 'problems' | 'sequence'>

/** A document after an edit, before the server has said so. What the brand no longer writes keeps its value until the server says
 *  what counts instead. */
export function editedDocument(
  document: LoadedDocument,
  { path, pointer, value }: StudioEdit,
  brand: string,
): LoadedDocument {
  if (path !== document.path) return document
  const origins = Object.fromEntries(Object.entries(document.origins).filter(([at]) => !isWithin(at, pointer)))
  if (value === undefined) return document
  if (value === null) return { ...document, resolved: without(document.resolved, pointer), origins }
  const before = valueAt(document.resolved, pointer)
  const merged = pointer === '' ? value : mergePatch(before as JsonValue | undefined, value as JsonValue)
  const holder = { path: structuredClone(document.resolved) }
  writeEdit(holder, { path: 'path', pointer, value: merged })
  return { ...document, resolved: holder.path, origins: { ...origins, [pointer]: brand } }
}

function without(resolved: unknown, pointer: string): unknown {
  const holder = { path: structuredClone(resolved) }
  writeEdit(holder, { path: 'path', pointer })
  return holder.path
}

/** An edit below a value that the own file writes as no object (`null` deletes an inherited one) as an edit of that value. */
export function liftOverLeaf(own: unknown, edit: StudioEdit): StudioEdit {
  if (edit.value === undefined || own === undefined) return edit
  const keys = pointerKeys(edit.pointer)
  for (let depth = 0; depth < keys.length; depth++) {
    const pointer = pointerOf(keys.slice(0, depth))
    const found = valueAt(own, pointer)
    if (found === undefined) return edit
    if (!isJsonObject(found)) {
      const value = keys.slice(depth).reduceRight<unknown>((inner, key) => ({ [key]: inner }), edit.value)
      return { path: edit.path, pointer, value }
    }
  }
  return edit
}

/** Whether an edit changes the own file: taking out what is not there does not. */
export function isEffective(own: unknown, { pointer, value }: StudioEdit): boolean {
  if (value !== undefined) return true
  return pointer === '' ? own !== undefined : valueAt(own, pointer) !== undefined
}
