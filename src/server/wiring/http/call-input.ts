import { AppError } from '#calls/app-error.ts'
import type { SchemaName } from '#calls/call.ts'
import type { ValidationError } from '#schemas/validation.ts'
import { validatorByName } from '#schemas/validator-by-name.ts'
import { type SchemaNode, schemaByName } from './schema-files.ts'

/** What checks a part of a request against its schema and gives it back, a query with its numbers and booleans read.
 *  @param everywhere query parameters that are for the server and may accompany those of any call
 *  @returns a function that gives undefined when the call names no schema
 *  @throws AppError request.invalid with the first fault */
export async function inputCheck(
  name: SchemaName | undefined,
  part: 'query' | 'body',
  everywhere: readonly string[] = [],
): Promise<(value: unknown) => unknown> {
  if (!name) return () => undefined
  const validate = await validatorByName(name)
  const schema = schemaByName(name)
  return (value) => {
    const input = part === 'query' ? coerceQuery(value as Record<string, unknown>, schema, everywhere) : (value ?? {})
    if (validate(input)) return input
    throw new AppError('request.invalid', firstFault(validate.errors, part))
  }
}

/** A query is text; numbers and booleans are what the schema says they are. Text that is neither stays as it is and fails. */
function coerceQuery(
  query: Record<string, unknown>,
  schema: SchemaNode,
  everywhere: readonly string[],
): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, { type?: string }>
  const own = Object.entries(query).filter(([name]) => Object.hasOwn(properties, name) || !everywhere.includes(name))
  return Object.fromEntries(own.map(([name, value]) => [name, coerce(value, properties[name]?.type)]))
}

function coerce(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if ((type === 'integer' || type === 'number') && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value)
  return value
}

function firstFault(
  errors: readonly ValidationError[] | null | undefined,
  part: string,
): { where: string; fault: string } {
  const [error] = errors ?? []
  const extra = error?.params.additionalProperty ?? error?.params.missingProperty
  return {
    where: `${part}${error?.instancePath ?? ''}${extra ? `/${String(extra)}` : ''}`,
    fault: error?.message ?? 'is invalid',
  }
}
