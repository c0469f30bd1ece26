import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Schema } from 'fast-json-stringify'
import type { SchemaName } from '#calls/call.ts'

/** A JSON Schema as its file has it. */
export interface SchemaNode {
  readonly $id: string
  readonly [keyword: string]: unknown
}

/** The folder of the schemas, served at /schemas/. */
export const SCHEMAS_FOLDER = fileURLToPath(new URL('../../../../schemas', import.meta.url))

/** A schema of the project by its name.
 *  @throws Error when there is no such file */
export function schemaByName(name: SchemaName): SchemaNode {
  return JSON.parse(readFileSync(join(SCHEMAS_FOLDER, `${name}.schema.json`), 'utf8')) as SchemaNode
}

/** All authored and composed schemas of the project, without the patch forms. */
export function allSchemas(): SchemaNode[] {
  return readdirSync(SCHEMAS_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.schema.json') && !file.startsWith('generated'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(SCHEMAS_FOLDER, file), 'utf8')) as SchemaNode)
}

/** What a serialiser is made of: a schema, and those that it refers to, near and far, by their ids. */
export interface SerialiserSchema {
  readonly schema: Schema
  readonly references: Record<string, Schema>
}

/** A schema for a serialiser: its references are absolute, and it has no formats that are for recorders alone. */
export function serialiserSchema(name: SchemaName): SerialiserSchema {
  const references = new Map<string, SchemaNode>()
  const collect = (schema: SchemaNode): SchemaNode => {
    const read = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(read)
      if (typeof value !== 'object' || value === null) return value
      const entries = Object.entries(value).filter(([key, child]) => key !== 'format' || child !== 'secret')
      return Object.fromEntries(
        entries.map(([key, child]) => [key, key === '$ref' ? refer(child, schema) : read(child)]),
      )
    }
    return read(schema) as SchemaNode
  }
  const refer = (reference: unknown, from: SchemaNode): string => {
    const { href, origin, pathname } = new URL(String(reference), from.$id)
    const id = origin + pathname
    if (id !== root.$id && !references.has(id)) {
      const schema = schemaById(id)
      references.set(id, schema)
      references.set(id, collect(schema))
    }
    return href
  }
  const root = schemaByName(name)
  const schema: unknown = collect(root)
  return {
    schema: schema as Schema,
    references: Object.fromEntries(references) as Record<string, unknown> as Record<string, Schema>,
  }
}

function schemaById(id: string): SchemaNode {
  return schemaByName(id.replace(/^.*\/schemas\//, '').replace(/\.schema\.json$/, '') as SchemaName)
}
