import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as the platform got it. */
export interface PlatformRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The parsed body; undefined when there was none. */
  readonly body: unknown
}

/** What the platform answers to one call. */
export interface PlatformAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** An object is sent as JSON, a text as it is. */
  readonly body?: unknown
}

type Answering = PlatformAnswer | ((request: PlatformRequest, response: ServerResponse) => PlatformAnswer | null)

/** A stand-in for an operator's own platform. */
export interface Platform {
  readonly url: string
  readonly requests: readonly PlatformRequest[]
  /** Sets the answer to a call, such as `GET /web-api/user/balance`, without its query; null from a function sends nothing. */
  readonly on: (call: string, answering: Answering) => void
  /** Forgets all answers set and requests received. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

/** Starts a platform that answers nothing but what it is told to: all else is 404. */
export async function startPlatform(): Promise<Platform> {
  const answers = new Map<string, Answering>()
  const requests: PlatformRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
    requests.push(request)
    const answering = answers.get(`${method} ${url.split('?')[0]}`) ?? { status: 404, body: {} }
    const answer = typeof answering === 'function' ? answering(request, response) : answering
    if (!answer) return
    const { status = 200, headers: sent = {}, body } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...sent } as Record<string, string>)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    on: (call, answering) => void answers.set(call, answering),
    reset: () => {
      answers.clear()
      requests.length = 0
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
