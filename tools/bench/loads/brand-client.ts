import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** An answer as it came. */
export interface PlainAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends one request and reads its answer. */
export type BrandClient = (method: 'GET' | 'POST', path: string, body?: object) => Promise<PlainAnswer>

/** Sends requests to a brand of a server on this machine, one connection after another kept open, without cookies. */
export function brandClient({ host, port }: { readonly host: string; readonly port: number }): BrandClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const headers = {
        host: `${host}:${port}`,
        'user-agent': 'Bench/1.0',
        ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
      }
      const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      })
      sent.on('error', reject)
      sent.end(text)
    })
}
