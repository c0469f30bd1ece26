import { fileURLToPath } from 'node:url'
import type { ZodType } from 'zod'
import { readSchemas } from '../generate/schema-source.ts'
import { bundledSchema } from './bundled-schema.ts'

const SCHEMAS = fileURLToPath(new URL('../../schemas', import.meta.url))
const SITE_CONFIG = 'site/site-config.schema.json'

/** How many faults a library finds in a site configuration; 0 for a valid one. */
export type CountFaults = (document: unknown) => number

/** The site configuration's schema in one document, and one part of the work of preparing a library for it. */
export const readSiteSchema = () => bundledSchema(readSchemas(SCHEMAS), SITE_CONFIG)

/** The validator that `npm run generate` writes. */
export async function generatedChecker(): Promise<CountFaults> {
  const { isSiteConfig: validate } = await import('#schemas/generated/validators/site.js')
  return (document) => (validate(document) ? 0 : (validate.errors ?? []).length)
}

/** ajv compiling at run time, with the settings of our generated code. */
export async function ajvCompiler(): Promise<(schema: object) => CountFaults> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const { formats } = await import('#schemas/validation.ts')
  return (schema) => {
    const validate = new Ajv2020({ allErrors: true, strict: false, useDefaults: true, formats }).compile(schema)
    return (document) => (validate(document) ? 0 : (validate.errors ?? []).length)
  }
}

/** zod making its schema from the same JSON Schema by its own `fromJSONSchema`. */
export async function zodConverter(): Promise<(schema: object) => CountFaults> {
  const { fromJSONSchema } = await import('zod')
  return (schema) => {
    const converted: ZodType = fromJSONSchema(schema as Parameters<typeof fromJSONSchema>[0])
    return (document) => {
      const result = converted.safeParse(document)
      return result.success ? 0 : result.error.issues.length
    }
  }
}

/** A library ready to check, from nothing. */
export const CHECKERS = {
  generated: generatedChecker,
  ajv: async () => (await ajvCompiler())(readSiteSchema()),
  zod: async () => (await zodConverter())(readSiteSchema()),
} as const
