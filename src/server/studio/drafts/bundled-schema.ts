import { readFileSync } from 'node:fs'
import type { SchemaNode } from '../../site/brands/schema-walk.ts'

const SCHEMAS = new URL('../../../../schemas/', import.meta.url)
const made = new Map<string, SchemaNode>()

/** A schema with all that it refers to inside its own `$defs`, for forms that follow references inside one document alone.
 *  @param name below `schemas/`, such as `site/config/betting` */
export function bundledSchema(name: string): SchemaNode {
  const known = made.get(name) ?? bundle(name)
  made.set(name, known)
  return known
}

function bundle(name: string): SchemaNode {
  const definitions: Record<string, unknown> = {}
  const file = `${name}.schema.json`
  const include = (target: string): string => {
    const key = target.replace(/\.schema\.json$/, '').replaceAll('/', '.')
    if (!Object.hasOwn(definitions, key)) {
      definitions[key] = {}
      definitions[key] = inside(read(target), target, `#/$defs/${key}`)
    }
    return `#/$defs/${key}`
  }
  const inside = (node: unknown, at: string, root: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => inside(item, at, root))
    if (typeof node !== 'object' || node === null) return node
    const { $id: _id, $schema: _schema, ...rest } = node as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string' ? reference(value, at, root, include) : inside(value, at, root),
      ]),
    )
  }
  const root = inside(read(file), file, '#') as Record<string, unknown>
  return { ...root, $defs: { ...(root.$defs as object | undefined), ...definitions } }
}

/** The address inside the bundle of what a reference of a file leads to. */
function reference(ref: string, from: string, root: string, include: (target: string) => string): string {
  const [path = '', fragment = ''] = ref.split('#')
  if (path === '') return `${root}${fragment}`
  const target = new URL(path, `file:///${from}`).pathname.slice(1)
  return `${include(target)}${fragment}`
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8'))
}
