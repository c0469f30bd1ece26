import type { Call, SchemaName } from './call.ts'
import { mediaTypeOf } from './http/request-builder.ts'

/** A JSON Schema with its address. */
export interface AddressedSchema {
  readonly $id: string
  readonly title?: unknown
  readonly properties?: unknown
  readonly required?: unknown
  readonly [keyword: string]: unknown
}

const BASE = 'https://livery.invalid/schemas/'

/** How a sender with its own secret signs (Standard Webhooks). */
const SIGNATURE =
  '`v1,` and the base64 of HMAC-SHA-256, keyed with the bytes of the secret, over webhook-id, webhook-timestamp and the body, joined by full stops.'
const SIGNED_HEADERS = [
  header('webhook-id', 'Names the sending.', { type: 'string', minLength: 1 }),
  header('webhook-timestamp', 'Seconds since 1970, at most five minutes off.', {
    type: 'string',
    pattern: '^[0-9]{1,12}$',
  }),
] as const

/** The OpenAPI 3.1 document of a catalogue of calls: an operation for each path of each, its shapes as components.
 *  @param schemas every schema that a call names, and the schemas that these refer to */
export function openApiDocument(calls: readonly Call[], schemas: readonly AddressedSchema[], version: string) {
  const byId = new Map(schemas.map((schema) => [schema.$id, schema]))
  const used = new Set<string>()
  const collect = (id: string): void => {
    if (used.has(id)) return
    used.add(id)
    const schema = byId.get(id)
    if (!schema) throw new Error(`no schema ${id}`)
    for (const reference of referencesIn(schema)) collect(new Address(id).join(reference))
  }
  const find = (name: SchemaName): AddressedSchema => {
    const id = `${BASE}${name}.schema.json`
    collect(id)
    return byId.get(id) as AddressedSchema
  }
  const inlined = (name: SchemaName): AddressedSchema => {
    const schema = byId.get(`${BASE}${name}.schema.json`)
    if (!schema) throw new Error(`no schema ${name}`)
    for (const reference of referencesIn(schema)) collect(new Address(schema.$id).join(reference))
    return component(byId, schema) as AddressedSchema
  }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { call, path, id } of calls.flatMap(placesOf))
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: { operationId: id, ...operation(call, find, inlined) },
    }
  collect(`${BASE}defs/error-answer.schema.json`)
  const components = [...used]
    .sort()
    .map((id) => [componentName(byId, id), component(byId, byId.get(id) as AddressedSchema)])
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Livery',
      version,
      description: 'Every call between a branded site and its back end.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The host of a brand.' }],
    paths,
    components: {
      schemas: Object.fromEntries(components),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'webhook-signature',
          description: SIGNATURE,
        },
      },
    },
  }
}

/** Where a call is answered, each place with an id of its own: `login`, and `loginAtRoot` without the base path. */
function placesOf(call: Call): { readonly call: Call; readonly path: string; readonly id: string }[] {
  const withSegments = (path: string) => [path, ...(call.segments ?? []).map((name) => `{${name}}`)].join('/')
  const own = { call, path: withSegments(call.path), id: call.id }
  return call.alsoAt ? [own, { call, path: withSegments(call.alsoAt), id: `${call.id}AtRoot` }] : [own]
}

function operation(
  call: Call,
  find: (name: SchemaName) => AddressedSchema,
  inlined: (name: SchemaName) => AddressedSchema,
) {
  const type = mediaTypeOf(call)
  const failure = (description: string) => ({ description, content: json('#/components/schemas/ErrorAnswer') })
  return {
    summary: call.summary,
    parameters: [
      ...(call.segments ?? []).map(segment),
      ...(call.query ? queryParameters(inlined(call.query)) : []),
      ...(call.access === 'signed' ? SIGNED_HEADERS : []),
    ],
    ...(call.body ? { requestBody: { required: true, content: json(reference(find(call.body)), type) } } : {}),
    ...(call.form ? { requestBody: { required: true, content: multipart(call.form, inlined(call.form.fields)) } } : {}),
    responses: {
      [call.isRedirect ? 303 : 200]: {
        description: call.isRedirect ? 'Redirects to a page.' : 'Done.',
        content: json(reference(find(call.answer)), type),
      },
      '4XX': failure('The call was refused.'),
      default: failure('The call failed.'),
    },
    security: securityOf(call),
  }
}

function securityOf({ access }: Call) {
  if (access === 'bearer') return [{ bearer: [] }]
  if (access === 'signed') return [{ signature: [] }]
  return access === 'authorized' ? [{ session: [] }] : []
}

function segment(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string' } }
}

function header(name: string, description: string, schema: object) {
  return { name, in: 'header', required: true, description, schema }
}

function queryParameters(schema: AddressedSchema) {
  const required = (schema.required as string[] | undefined) ?? []
  return Object.entries((schema.properties ?? {}) as Record<string, { description?: string }>).map(
    ([name, { description, ...rest }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(description ? { description } : {}),
      schema: rest,
    }),
  )
}

function json($ref: string, type = 'application/json') {
  return { [type]: { schema: { $ref } } }
}

/** A multipart body: fields as the schema says, and any number of files under numbered names. */
function multipart({ files }: NonNullable<Call['form']>, { properties, required }: AddressedSchema) {
  const content = { type: 'string', contentMediaType: 'application/octet-stream' }
  const schema = {
    type: 'object',
    required,
    properties,
    patternProperties: { [`^${files}\\[\\d+\\]$`]: content },
  }
  return { 'multipart/form-data': { schema } }
}

function reference(schema: AddressedSchema): string {
  return `#/components/schemas/${String(schema.title)}`
}

function componentName(byId: ReadonlyMap<string, AddressedSchema>, id: string): string {
  return String(byId.get(id)?.title)
}

/** A schema as a component: relative references lead to other components, local ones into this one. */
function component(byId: ReadonlyMap<string, AddressedSchema>, schema: AddressedSchema): unknown {
  const own = `#/components/schemas/${String(schema.title)}`
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => {
        if (key !== '$ref' || typeof child !== 'string') return [key, rewrite(child)]
        if (child.startsWith('#')) return [key, own + child.slice(1)]
        const [file = '', pointer = ''] = child.split('#')
        return [key, `#/components/schemas/${componentName(byId, new Address(schema.$id).join(file))}${pointer}`]
      }),
    )
  }
  const { $id: _id, $schema: _dialect, ...rest } = schema
  return rewrite(rest)
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => {
    if (key !== '$ref' || typeof child !== 'string') return referencesIn(child)
    return child.startsWith('#') ? [] : [child.split('#')[0] as string]
  })
}

/** The address of a schema file, by which relative references are followed. */
class Address {
  private readonly folders: readonly string[]

  constructor(id: string) {
    this.folders = id.split('/').slice(0, -1)
  }

  join(reference: string): string {
    const steps = [...this.folders]
    for (const step of reference.split('/')) {
      if (step === '..') steps.pop()
      else if (step !== '.') steps.push(step)
    }
    return steps.join('/')
  }
}
