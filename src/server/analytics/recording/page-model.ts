import type { RecordedEvent } from '#schemas'

/** A node of a recorded page. */
export interface PageNode {
  readonly id: number
  /** 0 a document, 1 its type, 2 an element, 3 a text; all else is nothing that is shown. */
  readonly type: number
  readonly tag: string
  readonly isSvg: boolean
  attributes: Readonly<Record<string, unknown>>
  text: string
  readonly isStyle: boolean
  children: number[]
  parent: number | null
}

/** A recorded page at a moment. Whatever an event says, nothing is run: it is read as plain data, and what does not fit is left out. */
export interface RecordedPage {
  readonly root: () => number | null
  readonly node: (id: number) => PageNode | undefined
  readonly size: () => { readonly width: number; readonly height: number }
  /** How far the page is scrolled, px. */
  readonly scroll: () => { readonly x: number; readonly y: number }
  readonly apply: (event: RecordedEvent) => void
}

type Raw = Readonly<Record<string, unknown>>

/** The most nodes of a page, and how deep they may lie: recordings come from strangers. */
const MOST_NODES = 60_000
const MOST_DEPTH = 200
const MOST_PX = 20_000

/** What changes while it runs. */
interface RecordedPageState {
  root: number | null
  size: { readonly width: number; readonly height: number }
  scroll: { readonly x: number; readonly y: number }
}

/** What the functions of `createRecordedPage` share. */
interface RecordedPageParts {
  readonly nodes: Map<number, PageNode>
  readonly state: RecordedPageState
}

/** Makes an empty page. */
export function createRecordedPage(): RecordedPage {
  const nodes = new Map<number, PageNode>()

  const state: RecordedPageState = { root: null, size: { width: 0, height: 0 }, scroll: { x: 0, y: 0 } }
  const parts: RecordedPageParts = { nodes, state }

  return {
    root: () => state.root,
    node: (id) => nodes.get(id),
    size: () => state.size,
    scroll: () => state.scroll,
    apply({ type, data }) {
      const raw = rawOf(data)
      if (type === 4) state.size = { width: px(raw.width), height: px(raw.height) }
      else if (type === 2) {
        nodes.clear()
        state.root = take(parts, rawOf(raw.node), null, 0)
        const { left, top } = rawOf(raw.initialOffset)
        state.scroll = { x: px(left), y: px(top) }
      } else if (type === 3) change(parts, raw)
    },
  }
}

function take(parts: RecordedPageParts, raw: Raw, parent: number | null, depth: number): number | null {
  const { nodes } = parts
  const id = raw.id
  if (typeof id !== 'number' || nodes.size >= MOST_NODES || depth > MOST_DEPTH || nodes.has(id)) return null
  const node: PageNode = {
    ...{ id, parent, children: [], isSvg: raw.isSVG === true, isStyle: raw.isStyle === true },
    type: typeof raw.type === 'number' ? raw.type : -1,
    tag: String(raw.tagName ?? '').toLowerCase(),
    attributes: rawOf(raw.attributes),
    text: String(raw.textContent ?? ''),
  }
  nodes.set(id, node)
  for (const child of listOf(raw.childNodes)) {
    const taken = take(parts, child, id, depth + 1)
    if (taken !== null) node.children.push(taken)
  }
  return id
}

function drop(parts: RecordedPageParts, id: number): void {
  const { nodes } = parts
  const node = nodes.get(id)
  if (!node) return
  nodes.delete(id)
  for (const child of node.children) drop(parts, child)
  const parent = node.parent === null ? undefined : nodes.get(node.parent)
  if (parent) parent.children = parent.children.filter((one) => one !== id)
}

function add(parts: RecordedPageParts, { parentId, nextId, node }: Raw): boolean {
  const { nodes } = parts
  const parent = nodes.get(Number(parentId))
  if (!parent) return false
  const raw = rawOf(node)
  if (typeof raw.id === 'number') drop(parts, raw.id)
  const id = take(parts, raw, parent.id, 0)
  if (id === null) return true
  const at = nextId === null ? -1 : parent.children.indexOf(Number(nextId))
  if (at < 0) parent.children.push(id)
  else parent.children.splice(at, 0, id)
  return true
}

function mutate(parts: RecordedPageParts, data: Raw): void {
  const { nodes } = parts
  for (const { id } of listOf(data.removes)) drop(parts, Number(id))
  // A node may come before its parent.
  let left = listOf(data.adds)
  for (let before = -1; left.length !== before; ) {
    before = left.length
    left = left.filter((one) => !add(parts, one))
  }
  for (const { id, value } of listOf(data.texts)) {
    const node = nodes.get(Number(id))
    if (node) node.text = String(value ?? '')
  }
  for (const { id, attributes } of listOf(data.attributes)) {
    const node = nodes.get(Number(id))
    if (node) node.attributes = changed(node.attributes, rawOf(attributes))
  }
}

function change(parts: RecordedPageParts, data: Raw): void {
  const { nodes, state } = parts
  const node = nodes.get(Number(data.id))
  if (data.source === 0) mutate(parts, data)
  else if (data.source === 3 && node?.type === 0) state.scroll = { x: px(data.x), y: px(data.y) }
  else if (data.source === 4) state.size = { width: px(data.width), height: px(data.height) }
  else if (data.source === 5 && node) node.attributes = { ...node.attributes, value: String(data.text ?? '') }
}

/** Attributes after a change: null takes one away, styles change one by one. */
function changed(attributes: Raw, changes: Raw): Raw {
  const next: Record<string, unknown> = { ...attributes }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete next[name]
    else if (name === 'style' && typeof value === 'object')
      next.style = changedStyle(String(next.style ?? ''), rawOf(value))
    else next[name] = value
  }
  return next
}

function changedStyle(style: string, changes: Raw): string {
  const declarations = new Map(
    style.split(';').flatMap((one) => {
      const at = one.indexOf(':')
      return at < 0 ? [] : [[one.slice(0, at).trim(), one.slice(at + 1).trim()] as const]
    }),
  )
  for (const [property, to] of Object.entries(changes)) {
    if (to === false) declarations.delete(property)
    else declarations.set(property, String(Array.isArray(to) ? to[0] : to))
  }
  return [...declarations].map(([property, value]) => `${property}:${value}`).join(';')
}

function px(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(MOST_PX, Math.max(0, Math.round(value))) : 0
}

function rawOf(value: unknown): Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {}
}

function listOf(value: unknown): readonly Raw[] {
  return Array.isArray(value) ? value.map(rawOf) : []
}
