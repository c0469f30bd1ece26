import type { SchemaNode } from '../forms/schema/schema-node.ts'

/** Gives the content of a schema file by its path below `schemas/`. */
export type ReadSchema = (file: string) => unknown

/** A schema with all that it refers to inside its own `$defs`, as the server sends it.
 *  @param name below `schemas/`, such as `site/config/betting` */
export function bundleSchema(read: ReadSchema, name: string): SchemaNode {
  const definitions: Record<string, unknown> = {}
  const include = (file: string): string => {
    const key = file.replace(/\.schema\.json$/, '').replaceAll('/', '.')
    if (!Object.hasOwn(definitions, key)) {
      definitions[key] = {}
      definitions[key] = inside(read(file), file, `#/$defs/${key}`)
    }
    return `#/$defs/${key}`
  }
  const inside = (node: unknown, at: string, root: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => inside(item, at, root))
    if (typeof node !== 'object' || node === null) return node
    const { $id: _id, $schema: _schema, ...rest } = node as Record<string, unknown>
    const entries = Object.entries(rest).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' ? [key, refer(value, at, root)] : [key, inside(value, at, root)],
    )
    return Object.fromEntries(entries)
  }
  const refer = (reference: string, at: string, root: string): string => {
    const [path = '', fragment = ''] = reference.split('#')
    return path === '' ? root + fragment : include(new URL(path, `file:///${at}`).pathname.slice(1)) + fragment
  }
  const root = inside(read(`${name}.schema.json`), `${name}.schema.json`, '#') as SchemaNode
  return { ...root, $defs: { ...root.$defs, ...(definitions as Record<string, SchemaNode>) } }
}
