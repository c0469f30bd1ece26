import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'

/** A JSON Schema node as the generator handles it. */
export type SchemaNode = { [keyword: string]: unknown }

/** Every schema file by its path below `schemas/`, such as `forms/field-kind.schema.json`. */
export type SchemaFiles = ReadonlyMap<string, SchemaNode>

export const SCHEMA_BASE = 'https://livery.invalid/schemas/'
const ENDING = '.schema.json'

/** Reads all authored schemas below `root`; generated ones are left out.
 *  @throws Error naming the file when it is not JSON or its `$id` is not its path */
export function readSchemas(root: string): Map<string, SchemaNode> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => relative(root, join(root, name)).replaceAll('\\', '/'))
    .filter((name) => name.endsWith(ENDING) && !name.startsWith('generated/'))
    .sort()
  return new Map(names.map((name) => [name, readSchema(root, name)]))
}

function readSchema(root: string, name: string): SchemaNode {
  let node: SchemaNode
  try {
    node = JSON.parse(readFileSync(join(root, name), 'utf8')) as SchemaNode
  } catch (cause) {
    throw new Error(`schemas/${name} is not JSON: ${(cause as Error).message}`, { cause })
  }
  if (node.$id !== SCHEMA_BASE + name) throw new Error(`schemas/${name}: $id must be ${SCHEMA_BASE}${name}`)
  return node
}

/** `forms/field-kind.schema.json` → `forms/field-kind`. */
export function schemaName(file: string): string {
  return file.slice(0, -ENDING.length)
}

/** The file and the JSON Pointer that a `$ref` standing in `file` leads to. */
export function resolveReference(file: string, reference: string): { file: string; pointer: string } {
  const [path = '', pointer = ''] = reference.split('#')
  return { file: path ? posix.join(posix.dirname(file), path) : file, pointer }
}

/** The node at a reference. @throws Error when nothing is there */
export function nodeAt(files: SchemaFiles, target: { file: string; pointer: string }): SchemaNode {
  let node: unknown = files.get(target.file)
  for (const step of target.pointer.split('/').slice(1)) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    node = (node as Record<string, unknown> | undefined)?.[key]
  }
  if (!node || typeof node !== 'object') throw new Error(`no schema at ${target.file}#${target.pointer}`)
  return node as SchemaNode
}

/** A copy of a node in which every nested schema went through `change`, from the leaves up. */
export function mapSchema(node: SchemaNode, change: (node: SchemaNode) => SchemaNode): SchemaNode {
  const copy: SchemaNode = {}
  for (const [key, value] of Object.entries(node)) copy[key] = mapKeyword(key, value, change)
  return change(copy)
}

const MAPS = new Set(['properties', '$defs', 'patternProperties', 'dependentSchemas'])
const LISTS = new Set(['oneOf', 'anyOf', 'allOf', 'prefixItems'])
const SINGLES = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contains'])

function mapKeyword(key: string, value: unknown, change: (node: SchemaNode) => SchemaNode): unknown {
  if (!value || typeof value !== 'object') return value
  if (MAPS.has(key)) {
    return Object.fromEntries(
      Object.entries(value as Record<string, SchemaNode>).map(([name, child]) => [name, mapSchema(child, change)]),
    )
  }
  if (LISTS.has(key)) return (value as SchemaNode[]).map((child) => mapSchema(child, change))
  return SINGLES.has(key) ? mapSchema(value as SchemaNode, change) : value
}
