import { entryNode, resolvedNode, type SchemaNode } from './schema-node.ts'

/** How a part of a document is shown: as a field of a form (`scalar`, `list` of scalars, `union` of scalar types, design `token`, or
 *  `json` for whatever has no form), or as a row that opens (`object`, `map`, `items`: a list of objects). */
export type NodeShape = 'scalar' | 'list' | 'union' | 'token' | 'json' | 'object' | 'map' | 'items'

const SCALARS = ['string', 'number', 'integer', 'boolean']

/** The shape of a node that has no reference itself. */
export function shapeOf(root: SchemaNode, node: SchemaNode): NodeShape {
  const { type, properties, enum: values, items, anyOf, oneOf } = node
  if (Array.isArray(type)) return type.every((one) => SCALARS.includes(one)) ? 'union' : 'json'
  if (properties) return Object.hasOwn(properties, '$value') ? 'token' : 'object'
  if (type === 'object') return entryNode(root, node) ? 'map' : 'json'
  if (type === 'array') return typeof items === 'object' ? listShape(root, resolvedNode(root, items)) : 'json'
  if (anyOf || oneOf) return 'json'
  return values || (typeof type === 'string' && SCALARS.includes(type)) ? 'scalar' : 'json'
}

function listShape(root: SchemaNode, item: SchemaNode): NodeShape {
  const shape = shapeOf(root, item)
  if (shape === 'scalar') return 'list'
  return shape === 'object' ? 'items' : 'json'
}

/** Whether a shape is a field of a form, and not a row that opens. */
export function isField(shape: NodeShape): boolean {
  return shape !== 'object' && shape !== 'map' && shape !== 'items'
}
