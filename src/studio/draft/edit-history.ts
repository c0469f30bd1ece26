import { enablePatches, type Patch, produceWithPatches } from 'immer'
import { isJsonObject } from '#machines/site/merge-patch.rules.ts'
import type { StudioEdit } from '#schemas'
import { type OwnDocuments, pointerOf, writeEdit } from './own-documents.ts'

enablePatches()

/** The keys of an object in their order, before and after a step. */
interface KeyOrder {
  readonly path: readonly (string | number)[]
  readonly before: readonly string[] | null
  readonly after: readonly string[] | null
}

/** One step that can be undone: what it changed, there and back. */
interface Step {
  readonly there: readonly Patch[]
  readonly back: readonly Patch[]
  readonly orders: readonly KeyOrder[]
  /** The field that was edited, and when, in ms: quick edits of one field are one step. */
  readonly field: string
  readonly atMs: number
}

/** The own documents of a draft with everything that can be undone and redone. It never changes; each deed gives the next one. */
export interface EditHistory {
  readonly documents: OwnDocuments
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

/** Another state, and the edits that lead there, for the server. */
export interface HistoryMove {
  readonly history: EditHistory
  readonly edits: readonly StudioEdit[]
}

/** Edits of one field within this time are one step, in ms. */
export const SAME_STEP_MS = 1000

/** A history without a past. */
export function newHistory(documents: OwnDocuments = {}): EditHistory {
  return { documents, past: [], future: [] }
}

/** Makes edits as one step. Quick edits of the same single field join the step before. */
export function makeEdits(history: EditHistory, edits: readonly StudioEdit[], nowMs: number): EditHistory {
  const [documents, there, back] = produceWithPatches(history.documents, (draft) => {
    for (const edit of edits) writeEdit(draft as Record<string, unknown>, edit)
  })
  if (there.length === 0) return history
  const orders = ordersOf([...there, ...back], history.documents, documents)
  const field = edits.map(({ path, pointer }) => `${path}#${pointer}`).join(' ')
  const step: Step = { there, back, orders, field, atMs: nowMs }
  const last = history.past.at(-1)
  const past = last && isSameStep(last, step) ? [...history.past.slice(0, -1), joined(last, step)] : null
  return { documents, past: past ?? [...history.past, step], future: [] }
}

/** Takes the last step back. @returns null when there is nothing to undo */
export function undo(history: EditHistory): HistoryMove | null {
  const step = history.past.at(-1)
  if (!step) return null
  const edits = editsOf(step.back)
  const documents = played(history.documents, edits, step.orders, 'before')
  const past = history.past.slice(0, -1)
  return { history: { documents, past, future: [...history.future, step] }, edits }
}

/** Makes the step again that was undone last. @returns null when there is none */
export function redo(history: EditHistory): HistoryMove | null {
  const step = history.future.at(-1)
  if (!step) return null
  const edits = editsOf(step.there)
  const documents = played(history.documents, edits, step.orders, 'after')
  return { history: { documents, past: [...history.past, step], future: history.future.slice(0, -1) }, edits }
}

/** Takes over what the server says of a document; what can be undone stays. */
export function withDocument(history: EditHistory, path: string, own: unknown): EditHistory {
  const { [path]: _former, ...others } = history.documents
  return { ...history, documents: own === undefined ? others : { ...others, [path]: own } }
}

function isSameStep(last: Step, next: Step): boolean {
  return last.field === next.field && next.atMs - last.atMs < SAME_STEP_MS
}

/** Two steps of one field as one: back to before the first, there to after the second. */
function joined(first: Step, second: Step): Step {
  const [one, two] = [first.there.at(-1), second.there[0]]
  const isOnePlace = second.there.length === 1 && one && two && pointerOf(one.path) === pointerOf(two.path)
  if (isOnePlace && one.op === 'replace' && two.op === 'replace') {
    return { ...second, there: [...first.there.slice(0, -1), two], back: first.back, orders: first.orders }
  }
  const orders = [...first.orders, ...second.orders]
  return { ...second, there: [...first.there, ...second.there], back: [...second.back, ...first.back], orders }
}

function editsOf(patches: readonly Patch[]): readonly StudioEdit[] {
  return patches.map(({ op, path, value }) => {
    const [document, ...keys] = path
    const place = { path: String(document), pointer: pointerOf(keys) }
    return op === 'remove' ? place : { ...place, value }
  })
}

function played(
  documents: OwnDocuments,
  edits: readonly StudioEdit[],
  orders: readonly KeyOrder[],
  side: 'before' | 'after',
): OwnDocuments {
  const [next] = produceWithPatches(documents, (draft) => {
    for (const edit of edits) writeEdit(draft as Record<string, unknown>, edit)
  })
  const ordered = side === 'before' ? [...orders].reverse() : orders
  return ordered.reduce((state, order) => withOrder(state, order.path, order[side]), next)
}

/** Keys that come and go lose their place in an object: where they were before and after is remembered. */
function ordersOf(patches: readonly Patch[], before: OwnDocuments, after: OwnDocuments): readonly KeyOrder[] {
  const holders = patches.filter(({ op }) => op !== 'replace').map(({ path }) => path.slice(0, -1))
  const places = new Map(holders.map((path) => [pointerOf(path), path]))
  return [...places.values()].map((path) => ({ path, before: keysAt(before, path), after: keysAt(after, path) }))
}

function keysAt(documents: unknown, path: readonly (string | number)[]): readonly string[] | null {
  const found = path.reduce<unknown>((at, key) => (isJsonObject(at) ? at[String(key)] : undefined), documents)
  return isJsonObject(found) ? Object.keys(found) : null
}

function withOrder<Value>(value: Value, path: readonly (string | number)[], keys: readonly string[] | null): Value {
  if (!isJsonObject(value) || keys === null) return value
  const [first, ...rest] = path
  if (first !== undefined) {
    const key = String(first)
    if (!Object.hasOwn(value, key)) return value
    const inner = withOrder(value[key], rest, keys)
    return inner === value[key] ? value : ({ ...value, [key]: inner } as Value)
  }
  const known = keys.filter((key) => Object.hasOwn(value, key))
  const ordered = [...known, ...Object.keys(value).filter((key) => !keys.includes(key))]
  return Object.fromEntries(ordered.map((key) => [key, value[key]])) as Value
}
