import multipart from '@fastify/multipart'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { type Call, isForPlayers, type SchemaName } from '#calls/call.ts'
import { JSON_API } from '#calls/http/request-builder.ts'
import { inputCheck } from './call-input.ts'
import type { AnyHandler, CallScope, FormInput } from './call-scope.ts'
import { closeAfter, readFormBody } from './form-body.ts'
import { serialiserSchema } from './schema-files.ts'
import { neverStore } from './security-headers.ts'

/** What a mail program sends along when its user presses its button (RFC 8058, 3.2). */
const FORMS_OF_MAIL = ['application/x-www-form-urlencoded', 'multipart/form-data']
const FORM_OF_MAIL_BYTES = 4096

/** Makes the scope of a request: its brand, language and player, who is known by the cookie of the session unless said otherwise. */
export type ScopeOf = (request: FastifyRequest, reply: FastifyReply, by?: 'cookie' | 'bearer') => Promise<CallScope>

/** Registers the routes of calls: input checked by the call's schemas, answers serialised by its answer schema, so that
 *  nothing leaves the server which the schema does not name.
 *  @param everywhere query parameters that are for the server and may accompany those of any call */
export async function registerCalls(
  app: FastifyInstance,
  handlers: readonly AnyHandler[],
  scopeOf: ScopeOf,
  everywhere: readonly string[] = [],
): Promise<void> {
  const [forms, oneClicks, others] = sorted(handlers)
  for (const handler of others) await registerCall(app, handler, scopeOf, everywhere)
  await app.register(async (scope) => {
    const parser = { parseAs: 'string', bodyLimit: FORM_OF_MAIL_BYTES } as const
    scope.addContentTypeParser(FORMS_OF_MAIL, parser, (_request, _body, done) => done(null))
    for (const handler of oneClicks) await registerCall(scope, handler, scopeOf, everywhere)
  })
  // Nothing else on the server keeps anything of a multipart body.
  await app.register(async (scope) => {
    await scope.register(multipart)
    for (const handler of forms) await registerForm(scope, handler, scopeOf)
  })
}

/** The handlers by how the body of their call is read: multipart, by nobody, as JSON. */
function sorted(handlers: readonly AnyHandler[]): readonly [AnyHandler[], AnyHandler[], AnyHandler[]] {
  const isForm = ({ call }: AnyHandler) => call.form !== undefined
  const isOneClick = ({ call }: AnyHandler) => call.isOneClick === true
  const others = handlers.filter((handler) => !isForm(handler) && !isOneClick(handler))
  return [handlers.filter(isForm), handlers.filter(isOneClick), others]
}

async function registerForm(
  app: FastifyInstance,
  { call, handle, admit }: AnyHandler,
  scopeOf: ScopeOf,
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
      if (scope.site.preview) return refused(new AppError('preview.read_only'))
      if (call.access === 'authorized' && !scope.player) return refused(new AppError('access.denied'))
      if (!admit) throw new Error(`${call.id}: nobody says who may send a multipart body`)
      setCaching(call, reply)
      const limits = await admit(scope).catch(refused)
      try {
        const input: FormInput = await readFormBody(call, request, limits).catch(refused)
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
        refuseInPreview(call, scope, request.body)
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

/** Keeps the preview of a draft from changing anything: its players and its money are those of the live brand. */
function refuseInPreview({ method, readsWithout }: Call, { site }: CallScope, body: unknown): void {
  if (!site.preview || method === 'GET' || method === 'HEAD') return
  const isReading =
    readsWithout !== undefined && typeof body === 'object' && body !== null && !Object.hasOwn(body, readsWithout)
  if (!isReading) throw new AppError('preview.read_only')
}

/** Writes answers of a schema, made when the first one is written: to make all of them takes longer than the rest of the start.
 *  A frozen answer is one that is given to many: it is written once. */
function answerWriter(name: SchemaName): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined
  const written = new WeakMap<object, string>()
  return (answer) => {
    if (!write) {
      const { schema, references } = serialiserSchema(name)
      write = fastJsonStringify(schema, { schema: references })
    }
    if (typeof answer !== 'object' || answer === null || !Object.isFrozen(answer)) return write(answer)
    const text = written.get(answer) ?? write(answer)
    written.set(answer, text)
    return text
  }
}

function setCaching(call: Call, reply: FastifyReply): void {
  if (call.exposes) reply.header('access-control-expose-headers', call.exposes.join(', '))
  if (call.content === 'json-api') reply.type(`${JSON_API}; charset=utf-8`)
  if (call.maxAgeSeconds && call.method === 'GET')
    reply.headers({ 'cache-control': `private, max-age=${call.maxAgeSeconds}`, vary: 'accept-language, cookie' })
  else neverStore(reply)
}
