import multipart from '@fastify/multipart'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { type Call, isForPlayers, type SchemaName } from '#calls/call.ts'
import { JSON_API } from '#calls/request-builder.ts'
import type { ValidationError } from '#schemas/validation.ts'
import type { AnyHandler, CallScope, FormInput } from './call-scope.ts'
import { closeAfter, FORM_WITHIN_MS, readFormBody } from './form-body.ts'
import { type SchemaNode, schemaByName, serialiserSchema, validatorByName } from './schema-files.ts'
import { neverStore } from './security-headers.ts'

/** Makes the scope of a request: its brand, language and player, who is known by the cookie of the session unless said otherwise. */
export type ScopeOf = (request: FastifyRequest, reply: FastifyReply, by?: 'cookie' | 'bearer') => Promise<CallScope>

/** Registers the routes of calls: input checked by the call's schemas, answers serialised by its answer schema, so that
 *  nothing leaves the server which the schema does not name.
 *  @param everywhere query parameters that are for the server and may stand beside those of any call */
export async function registerCalls(
  app: FastifyInstance,
  handlers: readonly AnyHandler[],
  scopeOf: ScopeOf,
  everywhere: readonly string[] = [],
  formWithinMs = FORM_WITHIN_MS,
): Promise<void> {
  for (const handler of handlers) if (!handler.call.form) await registerCall(app, handler, scopeOf, everywhere)
  // Nothing else on the server reads multipart bodies.
  await app.register(async (forms) => {
    await forms.register(multipart)
    for (const handler of handlers) if (handler.call.form) await registerForm(forms, handler, scopeOf, formWithinMs)
  })
}

async function registerForm(
  app: FastifyInstance,
  { call, handle, admit }: AnyHandler,
  scopeOf: ScopeOf,
  withinMs: number,
): Promise<void> {
  const check = await inputCheck(call.form?.fields, 'body')
  const write = answerWriter(call.answer)
  app.route({
    method: call.method,
    url: call.path,
    schema: { response: { 200: {} } },
    serializerCompiler: () => write,
    handler: async (request, reply) => {
      // A body of which the rest is not read ends with its connection.
      const refused = (error: unknown): never => {
        closeAfter(reply)
        throw error
      }
      const scope = await scopeOf(request, reply).catch(refused)
      if (call.access === 'authorized' && !scope.player) return refused(new AppError('access.denied'))
      if (!admit) throw new Error(`${call.id}: nobody says who may send a multipart body`)
      setCaching(call, reply)
      const limits = await admit(scope).catch(refused)
      try {
        const input: FormInput = await readFormBody(call, request, { limits, withinMs }).catch(refused)
        return await handle({ form: check(input.form), files: input.files }, scope)
      } finally {
        limits.leave?.()
      }
    },
  })
}

async function registerCall(
  app: FastifyInstance,
  { call, handle }: AnyHandler,
  scopeOf: ScopeOf,
  everywhere: readonly string[],
): Promise<void> {
  const checkQuery = await inputCheck(call.query, 'query', everywhere)
  const checkBody = await inputCheck(call.body, 'body')
  const write = answerWriter(call.answer)
  const suffix = (call.segments ?? []).map((name) => `/:${name}`).join('')
  for (const path of [call.path, ...(call.alsoAt ? [call.alsoAt] : [])]) {
    app.route({
      method: call.method,
      url: path + suffix,
      schema: { response: { 200: {} } },
      serializerCompiler: () => write,
      handler: async (request, reply) => {
        const scope = await scopeOf(request, reply, call.access === 'bearer' ? 'bearer' : 'cookie')
        if (isForPlayers(call) && !scope.player) throw new AppError('access.denied')
        setCaching(call, reply)
        return handle(
          { segments: request.params, query: checkQuery(request.query), body: checkBody(request.body) },
          scope,
        )
      },
    })
  }
}

/** Writes answers of a schema, made when the first one is written: to make all of them takes longer than the rest of the start. */
function answerWriter(name: SchemaName): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined
  return (answer) => {
    if (!write) {
      const { schema, references } = serialiserSchema(name)
      write = fastJsonStringify(schema, { schema: references })
    }
    return write(answer)
  }
}

function setCaching(call: Call, reply: FastifyReply): void {
  if (call.exposes) reply.header('access-control-expose-headers', call.exposes.join(', '))
  if (call.content === 'json-api') reply.type(`${JSON_API}; charset=utf-8`)
  if (call.maxAgeSeconds && call.method === 'GET')
    reply.headers({ 'cache-control': `private, max-age=${call.maxAgeSeconds}`, vary: 'accept-language, cookie' })
  else neverStore(reply)
}

async function inputCheck(
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
