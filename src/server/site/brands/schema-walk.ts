import { isJsonObject, pointerKeys, pointerStep } from '#machines/site/merge-patch.rules.ts'

/** A node of a JSON Schema that stands alone: whatever it refers to is in its own `$defs`. */
export type SchemaNode = Readonly<Record<string, unknown>>

/** What a walk reports about one value of a document. */
export interface SchemaVisit {
  readonly value: unknown
  readonly pointer: string
  /** The schema nodes that speak about the value, references resolved and the fitting variants chosen. */
  readonly nodes: readonly SchemaNode[]
}

/** The schema nodes that speak about the value at `pointer` of a document. */
export function schemaNodesAt(root: SchemaNode, document: unknown, pointer: string): readonly SchemaNode[] {
  let nodes = expand(root, root, document)
  let value = document
  for (const key of pointerKeys(pointer)) {
    value = childOf(value, key)
    nodes = nodesOfChild(root, nodes, key, value)
  }
  return nodes
}

/** Calls `visit` for the document and everything in it, parents first. */
export function visitDocument(root: SchemaNode, document: unknown, visit: (visit: SchemaVisit) => void): void {
  const step = (value: unknown, pointer: string, nodes: readonly SchemaNode[]): void => {
    visit({ value, pointer, nodes })
    if (typeof value !== 'object' || value === null) return
    for (const [key, child] of Object.entries(value)) {
      step(child, `${pointer}/${pointerStep(key)}`, nodesOfChild(root, nodes, key, child))
    }
  }
  step(document, '', expand(root, root, document))
}

/** Keys that an object may have according to some nodes; null when any key is welcome. */
export function knownKeys(nodes: readonly SchemaNode[]): readonly string[] {
  return [...new Set(nodes.flatMap((node) => Object.keys((node.properties as object | undefined) ?? {})))]
}

/** The choices that an `enum` or `const` of some nodes leaves, without the `null` that deletes. */
export function choicesOf(nodes: readonly SchemaNode[]): readonly unknown[] {
  return nodes
    .flatMap((node) => (Array.isArray(node.enum) ? (node.enum as unknown[]) : 'const' in node ? [node.const] : []))
    .filter((choice) => choice !== null)
}

function childOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Record<string, unknown>)[key]
}

function nodesOfChild(
  root: SchemaNode,
  nodes: readonly SchemaNode[],
  key: string,
  value: unknown,
): readonly SchemaNode[] {
  return nodes.flatMap((node) => childSchemas(node, key)).flatMap((child) => expand(root, child, value))
}

function childSchemas(node: SchemaNode, key: string): SchemaNode[] {
  const found: unknown[] = []
  const properties = (node.properties ?? {}) as Record<string, unknown>
  if (Object.hasOwn(properties, key)) found.push(properties[key])
  for (const [pattern, child] of Object.entries(
    (node.patternProperties as Record<string, unknown> | undefined) ?? {},
  )) {
    if (compiled(pattern).test(key)) found.push(child)
  }
  if (found.length === 0) found.push(node.additionalProperties)
  if (/^\d+$/.test(key)) found.push(node.items)
  return found.filter(isJsonObject)
}

const patterns = new Map<string, RegExp>()

function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, known)
  return known
}

/** A node with its references resolved, its `allOf` parts, and of its variants those that fit the value. */
function expand(root: SchemaNode, node: SchemaNode, value: unknown): readonly SchemaNode[] {
  if (typeof node.$ref === 'string') return expand(root, target(root, node.$ref), value)
  if (!node.allOf && !node.oneOf && !node.anyOf) return [node]
  const parts = ((node.allOf as SchemaNode[] | undefined) ?? []).flatMap((part) => expand(root, part, value))
  const variants = [
    ...((node.oneOf as SchemaNode[] | undefined) ?? []),
    ...((node.anyOf as SchemaNode[] | undefined) ?? []),
  ]
  const chosen = variants
    .map((variant) => expand(root, variant, value))
    .filter((nodes) => nodes.every((own) => fits(own, value)))
  return [node, ...parts, ...chosen.flat()]
}

const targets = new WeakMap<SchemaNode, Map<string, SchemaNode>>()

/** Where a reference leads; looked up once. */
function target(root: SchemaNode, reference: string): SchemaNode {
  const known = targets.get(root) ?? new Map<string, SchemaNode>()
  targets.set(root, known)
  const found = known.get(reference) ?? targetIn(root, reference)
  known.set(reference, found)
  return found
}

function targetIn(root: SchemaNode, reference: string): SchemaNode {
  let node: unknown = root
  for (const key of pointerKeys(reference.slice(1))) node = childOf(node, key)
  if (!isJsonObject(node)) throw new Error(`the schema ${String(root.$id)} refers to ${reference}, where nothing is`)
  return node
}

/** Whether a variant is the one that a value means: of its type and with its tag, as far as the value tells. */
function fits(node: SchemaNode, value: unknown): boolean {
  const types = node.type === undefined ? [] : [node.type].flat()
  if (types.length > 0 && !types.some((type) => isOfType(value, String(type)))) return false
  if (!isJsonObject(value)) return true
  return Object.entries((node.properties as Record<string, SchemaNode> | undefined) ?? {}).every(([key, child]) => {
    const tag = choicesOf([child])
    return tag.length !== 1 || !Object.hasOwn(value, key) || value[key] === tag[0]
  })
}

/** Whether a JSON value is of a type of JSON Schema. */
function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isJsonObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
