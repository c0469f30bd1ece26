import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { CallPort } from '#calls/call.ts'
import { createHttpCall, type HttpAnswer, type HttpRequest, type HttpTransport } from '#calls/http/http-call.ts'
import { getServiceToken } from '#calls/token.calls.ts'
import { say } from '#cli/command-text.ts'
import type { CallAnswer } from '../browser/call-answer.ts'

/** How requests fare on their way: they arrive, or the server cannot be reached, or something between answers in its stead. */
export type Way = 'open' | CallAnswer

/** A browser of its own: its address, its name and its cookies. */
export interface ScenarioBrowser {
  /** The calls of its page, which fare as asked. */
  callBy(way: Way): CallPort
  /** What it keeps: name → value. */
  readonly cookies: ReadonlyMap<string, string>
}

const OVER: RegExp = /;\s*(?:expires=Thu, 01 Jan 1970|max-age=0)/i

/** @param number tells browsers apart: each has its own address, for attempts are counted by address
 *  @param language in which its page is read */
export function openBrowser(app: FastifyInstance, host: string, number: number, language = 'en'): ScenarioBrowser {
  const cookies = new Map<string, string>()
  const open: HttpTransport = async (address, request) => {
    const sent = request.form ? await multipartOf(request.form) : undefined
    const answer = await app.inject({
      method: request.method,
      url: address,
      remoteAddress: `10.0.${(number >> 8) & 255}.${number & 255}`,
      headers: { ...headersOf(host, number, request), ...cookieHeader(cookies), ...sent?.headers },
      ...payloadOf(sent?.payload ?? request.body),
    })
    keepCookies(cookies, answer)
    return httpAnswer(answer)
  }
  const own = createHttpCall(language, open)
  return { callBy: (way) => withBearer(way === 'open' ? open : async () => edgeAnswer(way), own, language), cookies }
}

/** Calls for bearers carry a service token, as those of a page do (NET-18); a guest has none, and is refused. */
function withBearer(transport: HttpTransport, own: CallPort, language: string): CallPort {
  const plain = createHttpCall(language, transport)
  const send = async (...[call, input, extras]: Parameters<CallPort>): Promise<unknown> => {
    if (call.access !== 'bearer') return plain(call, input, extras)
    const token = await own(getServiceToken, {}).then(
      ({ data }) => data.attributes.userToken,
      () => undefined,
    )
    const carried: HttpTransport = (address, request) =>
      transport(address, {
        ...request,
        headers: { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      })
    return createHttpCall(language, carried)(call, input, extras)
  }
  return send as CallPort
}

function payloadOf(payload: Buffer | string | undefined) {
  return payload === undefined ? {} : { payload }
}

/** A multipart body as a browser writes it, with the header that tells its boundary. */
async function multipartOf(parts: NonNullable<HttpRequest['form']>) {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([await value.arrayBuffer()], { type: value.type }), value.name)
  }
  const written = new Response(form)
  return {
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
    payload: Buffer.from(await written.arrayBuffer()),
  }
}

/** What comes back of a request that never came to the server. @throws Error where there is no connection */
function edgeAnswer(way: CallAnswer): HttpAnswer {
  if (way.kind !== 'answered') throw new Error(say('driver.scenario_no_connection_here'))
  return {
    ok: false,
    status: way.status,
    headers: { get: (name) => (name === 'content-type' ? way.type : null) },
    json: async () => JSON.parse(way.body) as unknown,
  }
}

function headersOf(host: string, number: number, { method, headers }: HttpRequest): Record<string, string> {
  const isChange = method !== 'GET'
  return {
    ...headers,
    host,
    'user-agent': `Scenario/1.0 (${number})`,
    'sec-fetch-site': 'same-origin',
    ...(isChange ? { origin: `http://${host}` } : {}),
  }
}

function cookieHeader(cookies: ReadonlyMap<string, string>): { readonly cookie?: string } {
  return cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}
}

function keepCookies(cookies: Map<string, string>, { headers }: LightMyRequestResponse): void {
  for (const line of [headers['set-cookie'] ?? []].flat()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    if (value === '' || OVER.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }
}

function httpAnswer({ statusCode, headers, body }: LightMyRequestResponse): HttpAnswer {
  return {
    ok: statusCode >= 200 && statusCode < 300,
    status: statusCode,
    headers: { get: (name) => headers[name]?.toString() ?? null },
    json: async () => JSON.parse(body) as unknown,
  }
}
