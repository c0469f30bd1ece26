import { pointerKeys } from '#machines/site/merge-patch.rules.ts'

/** A part of a JSON Schema (2020-12), as far as forms read it. */
export interface SchemaNode {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, SchemaNode>>
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>
  readonly additionalProperties?: SchemaNode | boolean
  readonly propertyNames?: SchemaNode
  readonly items?: SchemaNode | boolean
  readonly anyOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
  readonly writeOnly?: boolean
  readonly 'x-unit'?: string
  readonly 'x-noun'?: string
  readonly 'x-server-only'?: boolean
  readonly 'x-enum-names'?: readonly string[]
}

/** A node without a reference: what it refers to, inside of the same document. A reference that leads nowhere, or in a circle, gives a
 *  node that says nothing. */
export function resolvedNode(root: SchemaNode, node: SchemaNode): SchemaNode {
  let current = node
  for (let steps = 0; current.$ref !== undefined; steps++) {
    const target = steps < 20 && current.$ref.startsWith('#') ? referredNode(root, current.$ref.slice(1)) : null
    if (!target) return {}
    current = target
  }
  return current
}

function referredNode(root: SchemaNode, pointer: string): SchemaNode | null {
  let current: unknown = root
  for (const key of pointerKeys(decodeURIComponent(pointer))) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return null
    current = (current as Record<string, unknown>)[key]
  }
  return typeof current === 'object' && current !== null ? (current as SchemaNode) : null
}

/** The schema of what is under a key of an object, a map or a list; null when the schema does not know it. */
export function childNode(root: SchemaNode, parent: SchemaNode, key: string): SchemaNode | null {
  const { properties, patternProperties = {}, additionalProperties, items } = parent
  const named = properties && Object.hasOwn(properties, key) ? properties[key] : undefined
  if (named) return resolvedNode(root, named)
  const pattern = Object.keys(patternProperties).find((it) => new RegExp(it, 'u').test(key))
  const found = pattern === undefined ? (additionalProperties ?? items) : patternProperties[pattern]
  return typeof found === 'object' ? resolvedNode(root, found) : null
}

/** The schema of a part of a document; null when the schema does not know the place.
 *  @param root of the document, with every reference inside it */
export function subSchema(root: SchemaNode, pointer: string): SchemaNode | null {
  let node: SchemaNode | null = resolvedNode(root, root)
  for (const key of pointerKeys(pointer)) node = node && childNode(root, node, key)
  return node
}

/** The schema of every entry of a map; null for anything else. */
export function entryNode(root: SchemaNode, node: SchemaNode): SchemaNode | null {
  const { additionalProperties, patternProperties } = node
  const found =
    typeof additionalProperties === 'object' ? additionalProperties : Object.values(patternProperties ?? {})[0]
  return found ? resolvedNode(root, found) : null
}
