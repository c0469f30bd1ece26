import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SchemaName } from '#calls/call.ts'
import type { Validator } from '#schemas/validation.ts'

/** A JSON Schema as it stands in its file. */
export interface SchemaNode {
  readonly $id: string
  readonly [keyword: string]: unknown
}

/** The folder of the schemas, served at /schemas/. */
export const SCHEMAS_FOLDER = fileURLToPath(new URL('../../../schemas', import.meta.url))

/** A schema of the house by its name. @throws Error when there is no such file */
export function schemaByName(name: SchemaName): SchemaNode {
  return JSON.parse(readFileSync(join(SCHEMAS_FOLDER, `${name}.schema.json`), 'utf8')) as SchemaNode
}

/** All authored and composed schemas of the house, without the patch forms. */
export function allSchemas(): SchemaNode[] {
  return readdirSync(SCHEMAS_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.schema.json') && !file.startsWith('generated'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(SCHEMAS_FOLDER, file), 'utf8')) as SchemaNode)
}

/** A schema whose references are absolute, as the serialiser wants them. */
export function withAbsoluteReferences(schema: SchemaNode): SchemaNode {
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [
        key,
        key === '$ref' && typeof child === 'string' ? new URL(child, schema.$id).href : rewrite(child),
      ]),
    )
  }
  return rewrite(schema) as SchemaNode
}

/** The generated validator of a schema. */
export async function validatorByName(name: SchemaName): Promise<Validator<unknown>> {
  const file = pathToFileURL(join(SCHEMAS_FOLDER, 'generated/validators', `${name}.js`))
  return ((await import(file.href)) as { validate: Validator<unknown> }).validate
}
