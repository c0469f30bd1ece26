import { nodeAt, resolveReference, SCHEMA_BASE, type SchemaFiles, type SchemaNode } from './schema-source.ts'

type Mode = 'patch' | 'whole'

/** The form in which a brand writes a document: nothing is required, `null` deletes, arrays replace whole. The result
 *  stands alone: what it refers to is in its own `$defs`. */
export function patchSchema(files: SchemaFiles, file: string): SchemaNode {
  const builder = new PatchBuilder(files)
  const root = builder.convert(nodeAt(files, { file, pointer: '' }), file, 'patch')
  const title = `${root.title as string}Patch`
  return {
    ...root,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${SCHEMA_BASE}generated/patch/${file}`,
    title,
    properties: { $schema: SELF, ...((root.properties as object | undefined) ?? {}) },
    ...(builder.defs.size ? { $defs: Object.fromEntries([...builder.defs].sort()) } : {}),
  }
}

const SELF: SchemaNode = {
  type: 'string',
  description: 'The schema of this file, by which an editor completes and checks it.',
}

class PatchBuilder {
  readonly defs = new Map<string, SchemaNode>()
  private readonly files: SchemaFiles

  constructor(files: SchemaFiles) {
    this.files = files
  }

  convert(node: SchemaNode, file: string, mode: Mode): SchemaNode {
    if (typeof node.$ref === 'string') return { $ref: `#/$defs/${this.define(file, node.$ref, mode, false)}` }
    const { $id: _id, $schema: _schema, $defs: _defs, required, minProperties, $comment: _comment, ...rest } = node
    const copy: SchemaNode = { ...rest }
    if (mode === 'whole' && required) copy.required = required
    if (mode === 'whole' && minProperties) copy.minProperties = minProperties
    if (node.properties) copy.properties = this.entries(node.properties as Record<string, SchemaNode>, file, mode)
    if (typeof node.additionalProperties === 'object')
      copy.additionalProperties = this.child(node.additionalProperties, file, mode)
    if (node.patternProperties)
      copy.patternProperties = this.entries(node.patternProperties as Record<string, SchemaNode>, file, mode)
    if (node.propertyNames) copy.propertyNames = this.convert(node.propertyNames as SchemaNode, file, 'whole')
    if (node.items && typeof node.items === 'object') copy.items = this.convert(node.items as SchemaNode, file, 'whole')
    for (const list of ['oneOf', 'anyOf', 'allOf'] as const) {
      if (node[list]) copy[list] = (node[list] as SchemaNode[]).map((child) => this.convert(child, file, mode))
    }
    return copy
  }

  private entries(properties: Record<string, SchemaNode>, file: string, mode: Mode): Record<string, SchemaNode> {
    return Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, this.child(child, file, mode)]))
  }

  private child(value: unknown, file: string, mode: Mode): SchemaNode {
    const node = value as SchemaNode
    if (mode === 'whole') return this.convert(node, file, mode)
    if (typeof node.$ref === 'string') return { $ref: `#/$defs/${this.define(file, node.$ref, mode, true)}` }
    return nullable(this.convert(node, file, mode))
  }

  private define(file: string, reference: string, mode: Mode, isNullable: boolean): string {
    const target = resolveReference(file, reference)
    const base = `${target.file}${target.pointer}`.replace('.schema.json', '').replaceAll(/[^\w]+/g, '_')
    const name = `${base}${mode === 'patch' ? (isNullable ? '_patch' : '_root') : ''}`
    if (!this.defs.has(name)) {
      this.defs.set(name, {})
      const converted = this.convert(nodeAt(this.files, target), target.file, mode)
      this.defs.set(name, isNullable ? nullable(converted) : converted)
    }
    return name
  }
}

/** The same schema, with `null` allowed: it deletes the key (RFC 7396). */
function nullable(node: SchemaNode): SchemaNode {
  if (Array.isArray(node.enum))
    return { ...node, enum: [...node.enum, null], ...(node.type ? { type: withNull(node.type) } : {}) }
  if ('const' in node) return { ...node, const: undefined, enum: [node.const, null] }
  if (node.type) return { ...node, type: withNull(node.type) }
  for (const list of ['oneOf', 'anyOf'] as const) {
    if (node[list]) return { ...node, [list]: [...(node[list] as SchemaNode[]), { type: 'null' }] }
  }
  return node.$ref ? { anyOf: [node, { type: 'null' }] } : node
}

function withNull(type: unknown): string[] {
  return [...new Set([...(Array.isArray(type) ? (type as string[]) : [type as string]), 'null'])]
}
