import { shapeOf } from './node-shape.ts'
import { resolvedNode, type SchemaNode } from './schema-node.ts'

/** What a field is edited with. */
export type FieldKind =
  | 'asset'
  | 'choice'
  | 'colour'
  | 'country'
  | 'currency'
  | 'date'
  | 'duration'
  | 'icon'
  | 'json'
  | 'language'
  | 'list'
  | 'long-text'
  | 'moment'
  | 'money'
  | 'number'
  | 'page'
  | 'route'
  | 'sport'
  | 'text'
  | 'text-key'
  | 'time'
  | 'toggle'
  | 'token'
  | 'token-colour'
  | 'union'

/** Patterns by which the schemas say what a text is. */
const BY_PATTERN: Readonly<Record<string, FieldKind>> = {
  '^[A-Za-z][A-Za-z0-9_.-]{0,95}$': 'text-key',
  '^[a-z0-9][a-z0-9_-]*(?:[/.][a-z0-9][a-z0-9_-]*)*$': 'asset',
  '^[a-z]{2}$': 'country',
  '^[a-z]{2,3}(?:-[a-zA-Z]{2,4})?$': 'language',
  '^[A-Z0-9]{3,6}$': 'currency',
  '^#[0-9a-f]{6}$': 'colour',
  '^#[0-9a-fA-F]{6}$': 'colour',
  '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$': 'time',
}

/** Above this a text is written in several lines. */
const LONG_TEXT = 300

/** What the value under a key is edited with.
 *  @param name the key, by which routes, icons, pages and sports are known */
export function fieldKindOf(root: SchemaNode, name: string, node: SchemaNode): FieldKind {
  const shape = shapeOf(root, node)
  if (shape === 'token') return tokenKind(root, node)
  if (shape === 'list') return 'list'
  if (shape === 'union') return 'union'
  if (shape !== 'scalar') return 'json'
  if (node.type === 'boolean') return 'toggle'
  if (isRouteId(node, name)) return 'route'
  if (node.enum) return 'choice'
  return node.type === 'string' ? textKind(name, node) : numberKind(name, node)
}

function tokenKind(root: SchemaNode, { properties = {} }: SchemaNode): FieldKind {
  const type = properties.$type && resolvedNode(root, properties.$type)
  return type?.enum?.[0] === 'color' ? 'token-colour' : 'token'
}

/** The routes are an enum of more than a hundred: searched, not scrolled. */
function isRouteId({ title, enum: values }: SchemaNode, name: string): boolean {
  return values !== undefined && (title === 'RouteId' || /^route(?:Id)?s?$/.test(name))
}

function textKind(name: string, { format, pattern = '', maxLength = 0, description = '' }: SchemaNode): FieldKind {
  if (format === 'date') return 'date'
  if (format === 'date-time') return 'moment'
  if (/(?:^|[a-z])icon$/i.test(name) && !pattern.includes('/.')) return 'icon'
  if (name === 'page') return 'page'
  const kind = BY_PATTERN[pattern]
  if (kind === 'country' && /language|locale/i.test(name)) return 'language'
  if (kind) return kind
  // Texts of form fields come from anywhere in an answer, and from the dictionaries in a file of a brand.
  if (/\bdictionary key in a brand/.test(description)) return 'text-key'
  return maxLength > LONG_TEXT && pattern === '' ? 'long-text' : 'text'
}

function numberKind(name: string, node: SchemaNode): FieldKind {
  if (/(?:^s|S)ports?(?:Ids?)?$/.test(name)) return 'sport'
  if (['ms', 's', 'min', 'h'].includes(node['x-unit'] ?? '')) return 'duration'
  return node['x-unit'] === 'minor units' ? 'money' : 'number'
}
