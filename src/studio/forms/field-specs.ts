import { isJsonObject, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { StudioEdit } from '#schemas'
import { isJsonEqual } from '#schemas/validation.ts'
import { isWritten } from '../draft/value-origin.ts'
import { type FieldKind, fieldKindOf } from './schema/field-kind.ts'
import { isField, shapeOf } from './schema/node-shape.ts'
import { childNode, entryNode, resolvedNode, type SchemaNode } from './schema/schema-node.ts'

/** A field of a form: a value of the object that the form is of. */
export interface FieldSpec {
  readonly key: string
  readonly kind: FieldKind
  readonly node: SchemaNode
  readonly isRequired: boolean
  /** Whether it is an entry of a map, which can be removed. */
  readonly isEntry: boolean
}

/** A part that opens as a form of its own. */
export interface RowSpec {
  readonly key: string
  readonly node: SchemaNode
  readonly isEntry: boolean
}

/** What is shown of an object: its fields, and the rows that open. */
export interface FormPlan {
  readonly fields: readonly FieldSpec[]
  readonly rows: readonly RowSpec[]
  /** The schema of new entries, where the object is a map. */
  readonly entry: SchemaNode | null
}

/** Keys that say where a file's schema is, or what type a token has: nothing to be edited. */
const HIDDEN = ['$schema', '$type']

/** Divides an object, a map or a list into fields and rows. */
export function planOf(root: SchemaNode, node: SchemaNode, value: unknown): FormPlan {
  const entry = entryNode(root, node)
  const named = Object.keys(node.properties ?? {})
  const held = isJsonObject(value) ? Object.keys(value) : Array.isArray(value) ? value.map((_, at) => String(at)) : []
  const keys = [...new Set([...named, ...(entry || Array.isArray(value) ? held : [])])]
  const parts = keys
    .filter((key) => !HIDDEN.includes(key))
    .flatMap((key) => {
      const child = childNode(root, node, key)
      return child ? [{ key, node: child, isEntry: !named.includes(key) }] : []
    })
  const isShown = (part: RowSpec) => isField(shapeOf(root, part.node))
  const fields = parts.filter(isShown).map((part) => ({
    ...part,
    kind: fieldKindOf(root, part.key, part.node),
    isRequired: part.isEntry || (node.required ?? []).includes(part.key),
  }))
  // The place among the neighbours is changed by moving the entry; as a number it is the last thing that is asked for.
  const ordered = [...fields.filter(({ key }) => key !== 'order'), ...fields.filter(({ key }) => key === 'order')]
  return { fields: ordered, rows: parts.filter((part) => !isShown(part)), entry }
}

/** What differs between the values of a form and those of its object, as edits.
 *  @param own what the brand's own file writes: an emptied value is taken out of it, or deleted where it is inherited */
export function editsOfForm(
  at: { readonly path: string; readonly pointer: string; readonly own: unknown },
  fields: readonly FieldSpec[],
  values: { readonly before: unknown; readonly after: unknown },
): readonly StudioEdit[] {
  return fields.flatMap((field): readonly StudioEdit[] => {
    const step = `/${pointerStep(field.key)}`
    const [before, after] = [valueAt(values.before, step), valueAt(values.after, step)]
    if (isJsonEqual(before ?? null, after ?? null)) return []
    const pointer = at.pointer + step
    if (after === undefined) return [cleared(at, pointer)]
    const isToken = field.kind === 'token' || field.kind === 'token-colour'
    const written = isToken
      ? { pointer: `${pointer}/$value`, value: valueAt(after, '/$value') }
      : { pointer, value: after }
    return [{ path: at.path, ...written }]
  })
}

/** Takes a value away: out of the own file where it writes it, else by deleting what is inherited. */
export function cleared(at: { readonly path: string; readonly own: unknown }, pointer: string): StudioEdit {
  const isOwn = isWritten(at.own, pointer) && valueAt(at.own, pointer) !== null
  return isOwn ? { path: at.path, pointer } : { path: at.path, pointer, value: null }
}

/** The schema by which rjsf draws the fields: types, titles and enums alone, for our own validator checks the values. */
export function plainSchema(root: SchemaNode, fields: readonly FieldSpec[]): object {
  const properties = fields.map(({ key, node }) => [key, { type: typeOf(root, node) }] as const)
  const required = fields.filter(({ isRequired }) => isRequired).map(({ key }) => key)
  return { type: 'object', properties: Object.fromEntries(properties), required }
}

function typeOf(root: SchemaNode, node: SchemaNode): string {
  const { type, enum: values, properties } = resolvedNode(root, node)
  if (properties) return 'object'
  const [first] = Array.isArray(type) ? type : [type]
  return first ?? (typeof values?.[0] === 'number' ? 'number' : 'string')
}
