import { entryNode, resolvedNode, type SchemaNode } from './schema-node.ts'

/** A value with which a new entry can begin: what is required, by default, example or least value.
 *  @param order the place among its neighbours, for entries that have one */
export function starterValue(root: SchemaNode, node: SchemaNode, order?: number): unknown {
  const value = simplest(root, node, 0)
  const hasOrder = order !== undefined && node.properties && Object.hasOwn(node.properties, 'order')
  return hasOrder && typeof value === 'object' ? { ...value, order } : value
}

function simplest(root: SchemaNode, given: SchemaNode, depth: number): unknown {
  const node = resolvedNode(root, given)
  const { type, properties, required = [], examples = [], enum: values } = node
  if (node.default !== undefined) return structuredClone(node.default)
  if (properties && depth < 6) {
    const entries = required.flatMap((key) => {
      const inner = properties[key]
      return inner ? [[key, simplest(root, inner, depth + 1)] as const] : []
    })
    return Object.fromEntries(entries)
  }
  if (type === 'object' || entryNode(root, node)) return {}
  if (values && values.length > 0) return values[0]
  if (examples.length > 0) return structuredClone(examples[0])
  return leastOf(node)
}

function leastOf({ type, anyOf = [], minimum, minLength = 0 }: SchemaNode): unknown {
  const [first] = Array.isArray(type) ? type : [type]
  if (first === 'array') return []
  if (first === 'boolean') return false
  if (first === 'number' || first === 'integer') return Math.max(0, minimum ?? 0)
  if (first === 'string') return 'x'.repeat(minLength)
  const [branch] = anyOf
  return branch ? leastOf(branch) : ''
}
