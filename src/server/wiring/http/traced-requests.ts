import { AsyncResource } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#calls/call.ts'
import { currentTracer, type OpenSpan, traced } from '#server/tracing/tracing.ts'
import type { AnyHandler } from './call-scope.ts'
import { proxyCheck } from './connection-limit.ts'

interface Following {
  readonly span: OpenSpan
  /** In which the span is the running one: the body of a request arrives outside of it. */
  readonly resource: AsyncResource
}

/** Gives each request a span, where traces are written: under its method and the template of its route. A trace that is under way is
 *  continued for the proxies that are trusted alone, or anybody could have any request kept. Streams have none: they last for hours. */
export function traceRequests(app: FastifyInstance, trustedProxies: string | undefined): void {
  const tracer = currentTracer()
  if (!tracer) return
  const isProxy = proxyCheck(trustedProxies)
  const followed = new WeakMap<FastifyRequest, Following>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers.upgrade !== undefined) {
      done()
      return
    }
    const route = request.routeOptions.url
    const span = tracer.begin(route === undefined ? request.method : `${request.method} ${route}`, {
      kind: 'server',
      facts: { 'http.request.method': request.method, ...(route === undefined ? {} : { 'http.route': route }) },
      parent: isProxy(request.socket.remoteAddress ?? '') ? request.headers : 'none',
    })
    request.log = request.log.child({ traceId: span.traceId })
    span.within(() => {
      const resource = new AsyncResource('livery.request')
      followed.set(request, { span, resource })
      resource.runInAsyncScope(done)
    })
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const { resource } = followed.get(request) ?? {}
    if (resource) resource.runInAsyncScope(done)
    else done()
  })
  const end = (request: FastifyRequest, facts: Readonly<Record<string, number>>, failure?: string): void => {
    const { span } = followed.get(request) ?? {}
    span?.note(facts)
    span?.end(failure)
    followed.delete(request)
  }
  app.addHook('onResponse', (request, { statusCode }, done) => {
    end(request, { 'http.response.status_code': statusCode }, statusCode >= 500 ? String(statusCode) : undefined)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    end(request, {}, 'aborted')
    done()
  })
}

/** Handlers each of whose calls is a span, whether it came by HTTP or from a page; as they are where no traces are written. */
export function traceCalls(handlers: readonly AnyHandler[]): readonly AnyHandler[] {
  if (!currentTracer()) return handlers
  return handlers.map((handler) => ({
    ...handler,
    handle: (input, scope) => tracedCall(handler.call, () => handler.handle(input, scope)),
  }))
}

/** Answers a call of the catalogue in a span under its id. */
export function tracedCall<Answer>({ id }: Call, answer: () => Promise<Answer>): Promise<Answer> {
  return traced(id, { kind: 'internal', facts: { 'livery.call': id } }, answer)
}
