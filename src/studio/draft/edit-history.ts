import { applyPatches, enablePatches, type Patch, produce, produceWithPatches } from 'immer'
import { isJsonObject, pointerKeys } from '#machines/site/merge-patch.rules.ts'
import type { StudioEdit } from '#schemas'
import { liftOverLeaf } from './loaded-documents.ts'
import { dropEmptied, isWritable, makeWay, type OwnDocuments, pointerOf, writeEdit } from './own-documents.ts'

enablePatches()

type Bag = Record<string, unknown>

/** The keys of an object in their order, before and after a step. */
interface KeyOrder {
  readonly path: readonly (string | number)[]
  readonly before: readonly string[] | null
  readonly after: readonly string[] | null
}

/** One step that can be undone: immer's patches there and back. They name no more than what was edited, and no object that was made
 *  on the way to it, so that what others write beside it meanwhile stays. */
interface Step {
  readonly there: readonly Patch[]
  readonly back: readonly Patch[]
  readonly orders: readonly KeyOrder[]
  /** The field that was edited, and when, in ms: quick edits of one field are one step. */
  readonly field: string
  readonly atMs: number
}

/** The own documents of a draft with everything that can be undone and redone. It never changes; each action gives the next one. */
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
  const there: Patch[] = []
  const back: Patch[] = []
  const ways: KeyOrder['path'][] = []
  let { documents } = history
  for (const given of edits.filter(isWritable)) {
    const edit = liftOverLeaf(documents[given.path], given)
    const [ready] = withWay(documents, edit)
    const [next, changes, inverse] = produceWithPatches(ready, (draft) => writeEdit(draft as Bag, edit))
    if (changes.length === 0) continue
    there.push(...changes)
    back.unshift(...inverse)
    ways.push([edit.path, ...pointerKeys(edit.pointer)])
    documents = withoutEmptied(next, edit)
  }
  if (there.length === 0) return history
  const orders = ordersOf(ways, history.documents, documents)
  const field = edits.map(({ path, pointer }) => `${path}#${pointer}`).join(' ')
  const step: Step = { there, back, orders, field, atMs: nowMs }
  const last = history.past.at(-1)
  const isJoined = last?.field === field && nowMs - last.atMs < SAME_STEP_MS
  const past = isJoined ? [...history.past.slice(0, -1), joined(last, step)] : [...history.past, step]
  return { documents, past, future: [] }
}

/** Takes the last step back. @returns null when there is nothing to undo */
export function undo(history: EditHistory): HistoryMove | null {
  const step = history.past.at(-1)
  if (!step) return null
  const documents = played(history.documents, step.back, step.orders, 'before')
  const past = history.past.slice(0, -1)
  return { history: { documents, past, future: [...history.future, step] }, edits: step.back.map(editOf) }
}

/** Makes the step again that was undone last. @returns null when there is none */
export function redo(history: EditHistory): HistoryMove | null {
  const step = history.future.at(-1)
  if (!step) return null
  const documents = played(history.documents, step.there, step.orders, 'after')
  const future = history.future.slice(0, -1)
  return { history: { documents, past: [...history.past, step], future }, edits: step.there.map(editOf) }
}

/** Takes over what the server says of a document; what can be undone stays. */
export function withDocument(history: EditHistory, path: string, own: unknown): EditHistory {
  const { [path]: _former, ...others } = history.documents
  return { ...history, documents: own === undefined ? others : { ...others, [path]: own } }
}

/** A patch of immer as the edit that is sent to the server. */
function editOf({ op, path: [path = '', ...keys], value }: Patch): StudioEdit {
  const place = { path: String(path), pointer: pointerOf(keys) }
  return op === 'remove' ? place : { ...place, value }
}

/** The documents with the objects in which an edit writes, and whether these are there. */
function withWay(documents: OwnDocuments, edit: StudioEdit): [OwnDocuments, boolean] {
  let isThere = false
  const ready = produce(documents, (draft) => {
    isThere = makeWay(draft as Bag, edit)
  })
  return [ready, isThere]
}

function withoutEmptied(documents: OwnDocuments, edit: StudioEdit): OwnDocuments {
  return produce(documents, (draft) => dropEmptied(draft as Bag, edit))
}

/** Two steps of one field as one: back to before the first, there to after the second. */
function joined(first: Step, second: Step): Step {
  const isOnePlace = [first, second].every(({ there }) => there.length === 1)
  if (isOnePlace && isSamePlace(first.there[0], second.there[0])) {
    return { ...second, back: first.back, orders: joinedOrders(first, second) }
  }
  const there = [...first.there, ...second.there]
  return { ...second, there, back: [...second.back, ...first.back], orders: joinedOrders(first, second) }
}

function joinedOrders(first: Step, second: Step): readonly KeyOrder[] {
  const known = new Map(first.orders.map((order) => [pointerOf(order.path), order]))
  for (const order of second.orders) {
    const at = pointerOf(order.path)
    known.set(at, { ...order, before: known.has(at) ? (known.get(at)?.before ?? null) : order.before })
  }
  return [...known.values()]
}

function isSamePlace(one: Patch | undefined, other: Patch | undefined): boolean {
  return one !== undefined && other !== undefined && pointerOf(one.path) === pointerOf(other.path)
}

function played(
  documents: OwnDocuments,
  patches: readonly Patch[],
  orders: readonly KeyOrder[],
  side: 'before' | 'after',
): OwnDocuments {
  const next = patches.reduce((state, patch) => {
    const edit = editOf(patch)
    const [ready, isThere] = withWay(state, edit)
    // Others may have taken out what this one would take out.
    return isThere ? withoutEmptied(applyPatches(ready, [patch]), edit) : state
  }, documents)
  return orders.reduce((state, order) => withOrder(state, order.path, order[side]), next)
}

/** Keys that come and go lose their place in an object: where they were before and after is remembered, on the whole way to what was
 *  edited. */
function ordersOf(ways: readonly KeyOrder['path'][], before: OwnDocuments, after: OwnDocuments): readonly KeyOrder[] {
  const holders = ways.flatMap((way) => way.map((_key, depth) => way.slice(0, depth)))
  const places = new Map(holders.map((path) => [pointerOf(path), path]))
  return [...places.values()]
    .map((path) => ({ path, before: keysAt(before, path), after: keysAt(after, path) }))
    .filter((order) => String(order.before) !== String(order.after))
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
