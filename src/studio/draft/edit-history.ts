import { enablePatches, type Patch, produceWithPatches } from 'immer'
import { isJsonObject, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { StudioEdit } from '#schemas'
import { liftOverLeaf } from './loaded-documents.ts'
import { type OwnDocuments, pointerOf, writeOwnEdit } from './own-documents.ts'

enablePatches()

/** The keys of an object in their order, before and after a step. */
interface KeyOrder {
  readonly path: readonly (string | number)[]
  readonly before: readonly string[] | null
  readonly after: readonly string[] | null
}

/** One step that can be undone: the edits there and back. They name no more than what was edited, so that what others write beside
 *  it meanwhile stays. */
interface Step {
  readonly there: readonly StudioEdit[]
  readonly back: readonly StudioEdit[]
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
  const there: StudioEdit[] = []
  const back: StudioEdit[] = []
  const patches: Patch[] = []
  let { documents } = history
  for (const given of edits) {
    const edit = liftOverLeaf(documents[given.path], given)
    const [next, changes, inverse] = produceWithPatches(documents, (draft) => {
      writeOwnEdit(draft as Record<string, unknown>, edit)
    })
    if (changes.length === 0) continue
    there.push(edit)
    back.unshift(editBack(documents, edit))
    patches.push(...changes, ...inverse)
    documents = next
  }
  if (there.length === 0) return history
  const orders = ordersOf(patches, history.documents, documents)
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
  return { history: { documents, past, future: [...history.future, step] }, edits: step.back }
}

/** Makes the step again that was undone last. @returns null when there is none */
export function redo(history: EditHistory): HistoryMove | null {
  const step = history.future.at(-1)
  if (!step) return null
  const documents = played(history.documents, step.there, step.orders, 'after')
  const future = history.future.slice(0, -1)
  return { history: { documents, past: [...history.past, step], future }, edits: step.there }
}

/** Takes over what the server says of a document; what can be undone stays. */
export function withDocument(history: EditHistory, path: string, own: unknown): EditHistory {
  const { [path]: _former, ...others } = history.documents
  return { ...history, documents: own === undefined ? others : { ...others, [path]: own } }
}

/** The edit that writes what was there before another edit. */
function editBack(documents: OwnDocuments, { path, pointer }: StudioEdit): StudioEdit {
  const own = documents[path]
  const value = own === undefined ? undefined : valueAt(own, pointer)
  return value === undefined ? { path, pointer } : { path, pointer, value }
}

/** Two steps of one field as one: back to before the first, there to after the second. */
function joined(first: Step, second: Step): Step {
  const isOnePlace = [first, second].every(({ there }) => there.length === 1)
  if (isOnePlace && first.there[0]?.pointer === second.there[0]?.pointer) {
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

function played(
  documents: OwnDocuments,
  edits: readonly StudioEdit[],
  orders: readonly KeyOrder[],
  side: 'before' | 'after',
): OwnDocuments {
  const [next] = produceWithPatches(documents, (draft) => {
    for (const edit of edits) writeOwnEdit(draft as Record<string, unknown>, edit)
  })
  return orders.reduce((state, order) => withOrder(state, order.path, order[side]), next)
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
