import { describe, expect, test } from 'vitest'
import { callPath } from '#calls/call.ts'
import { DOCUMENTED_CALLS } from '#calls/catalogue.ts'
import { openapiCommands } from '#cli/openapi/openapi-commands.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, unknown>> }>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

interface Document {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

/** The document as the command prints it. */
async function printed(): Promise<Document> {
  const parts: string[] = []
  const io = {
    stdout: (part: string) => void parts.push(part),
    stderr: () => undefined,
    stdin: async () => '',
    cwd: '.',
    env: {},
  }
  const print = openapiCommands.print
  if (!print) throw new Error('there is no command livery openapi')
  expect(await print([], io)).toBe(0)
  return JSON.parse(parts.join('')) as Document
}

const document = await printed()
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

/** Every path of every call, and the id that it has there. */
const places = DOCUMENTED_CALLS.flatMap((call) => [
  { call, id: call.id, path: call.path },
  ...(call.alsoAt ? [{ call, id: `${call.id}AtRoot`, path: call.alsoAt }] : []),
])

const SECURITY = { any: [], authorized: [{ session: [] }], bearer: [{ bearer: [] }], signed: [{ signature: [] }] }

describe('livery openapi', () => {
  test('lists the paths without a base, such as the sign-in’s', () => {
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/web-api/account/login', '/account/login']))
  })

  test('tells providers what their batches are signed by', () => {
    const push = document.paths['/web-api/feed/push/{provider}']?.post
    const headers = push?.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
    expect(headers).toEqual(['webhook-id', 'webhook-timestamp'])
    expect(document.components.securitySchemes).toHaveProperty('signature.name', 'webhook-signature')
  })

  test('is an OpenAPI 3.1 document with title and version', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info.title).not.toBe('')
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/)
  })

  test('has every call once at each of its paths, under its method, with a body, parameters and answers as declared', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.sort()).toEqual(places.map(({ id }) => id).sort())
    for (const { call, id, path } of places) {
      const segments = Object.fromEntries((call.segments ?? []).map((name) => [name, 'x']))
      const found = operations.find(({ operation }) => operation.operationId === id)
      expect(found?.method).toBe(call.method.toLowerCase())
      expect(found?.path.replaceAll(/\{\w+\}/g, 'x')).toBe(callPath({ ...call, path }, segments))
      expect(found?.operation.requestBody !== undefined).toBe(call.body !== undefined || call.form !== undefined)
      expect(found?.operation.security).toEqual(SECURITY[call.access ?? 'any'])
      const type = call.content === 'json-api' ? 'application/vnd.api+json' : 'application/json'
      expect(Object.keys(found?.operation.responses[call.isRedirect ? 303 : 200]?.content ?? {})).toEqual([type])
      expect(found?.operation.responses['4XX']).toBeDefined()
      expect(found?.operation.responses.default).toBeDefined()
    }
  })

  test('declares every placeholder of a path as a required parameter, and no name twice', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      expect(inPath.every(({ required }) => required)).toBe(true)
      const names = operation.parameters.map(({ name, in: place }) => `${place} ${name}`)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test('every $ref leads to something in the document', () => {
    const references = referencesIn(document)
    expect(references.length).toBeGreaterThan(DOCUMENTED_CALLS.length)
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([])
  })

  test('every component is referred to; security schemes are there', () => {
    const reachable = new Set<string>()
    const visit = (value: unknown): void => {
      for (const reference of referencesIn(value)) {
        const name = reference.split('/')[3] ?? ''
        if (reachable.has(name)) continue
        reachable.add(name)
        visit(document.components.schemas[name])
      }
    }
    visit(document.paths)
    const unused = Object.keys(document.components.schemas).filter((name) => !reachable.has(name))
    expect(unused).toEqual([])
    const schemes = operations.flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.keys))
    expect(schemes.filter((name) => !(name in document.components.securitySchemes))).toEqual([])
  })
})

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [child] : referencesIn(child),
  )
}

/** What a JSON Pointer of the document leads to. */
function resolve(reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  const keys = reference
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)
}
