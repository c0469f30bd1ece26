import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { kindOf, type OpenSpan, type Tracer } from './tracing.ts'

/** What outgoing calls are followed with. */
export interface OutgoingPorts {
  readonly tracer: Tracer
  /** The headers by which the one who is asked continues a trace. */
  readonly headers: (span: OpenSpan) => Readonly<Record<string, string>>
  /** Origins of the operator's own services, which get them; nobody else does. */
  readonly passedOn: readonly string[]
}

/** A request of Node's `fetch`, as its diagnostics channels have it. */
interface SentRequest {
  readonly origin: string | URL
  readonly method: string
  addHeader(name: string, value: string): void
}

/** Gives each call that `fetch` makes a span, from its beginning to the head of its answer: the method, the host and the status, never
 *  the path, which may hold a token. @returns what ends it */
export function followOutgoing({ tracer, headers, passedOn }: OutgoingPorts): () => void {
  const open = new WeakMap<object, OpenSpan>()
  const end = (request: object, failure?: string): void => {
    open.get(request)?.end(failure)
    open.delete(request)
  }
  const heard: Readonly<Record<string, (message: unknown) => void>> = {
    'undici:request:create': (message) => {
      const { request } = message as { readonly request: SentRequest }
      const { origin, hostname } = new URL(request.origin)
      const facts = { 'http.request.method': request.method, 'server.address': hostname }
      const span = tracer.begin(`${request.method} ${hostname}`, { kind: 'client', facts })
      open.set(request, span)
      if (!passedOn.includes(origin)) return
      for (const [name, value] of Object.entries(headers(span))) request.addHeader(name, value)
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as {
        readonly request: object
        readonly response: { readonly statusCode: number }
      }
      open.get(request)?.note({ 'http.response.status_code': response.statusCode })
      end(request, response.statusCode >= 400 ? String(response.statusCode) : undefined)
    },
    'undici:request:error': (message) => {
      const { request, error } = message as { readonly request: object; readonly error: unknown }
      end(request, kindOf(error))
    },
  }
  for (const [name, hear] of Object.entries(heard)) subscribe(name, hear)
  return () => {
    for (const [name, hear] of Object.entries(heard)) unsubscribe(name, hear)
  }
}
