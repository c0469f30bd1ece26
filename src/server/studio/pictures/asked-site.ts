import { request as askPlainly } from 'node:http'
import { request as askSecurely } from 'node:https'

/** What a site answers to a request for a page. */
export interface SiteAnswer {
  readonly status: number
  readonly body: string
  readonly location: string | null
  readonly requestId: string | null
}

/** A brand's site on a server. */
export interface AskedSite {
  readonly ask: (path: string) => Promise<SiteAnswer>
}

const ANSWER_WITHIN_MS = 30_000

/** The site of a brand on a running server: by its own host where the address has one, else by the name that every brand has on a machine.
 *  @param server `http://127.0.0.1:3000`, or `https://www.northstar.example` */
export function siteOn(server: URL, brand: string): AskedSite {
  const isMachine = /^(?:localhost|[\d.]+|\[[\da-f:]+\])$/i.test(server.hostname)
  const host = isMachine ? `${brand}.localhost${server.port ? `:${server.port}` : ''}` : server.host
  const send = server.protocol === 'https:' ? askSecurely : askPlainly
  return {
    ask: (path) =>
      new Promise((done, fail) => {
        const url = new URL(path, server)
        const headers = { host, accept: 'text/html,*/*', 'accept-encoding': 'identity' }
        send(url, { headers, servername: server.hostname, timeout: ANSWER_WITHIN_MS }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part)).on('error', fail)
          answer.on('end', () => {
            const { location = null, 'x-request-id': requestId } = answer.headers
            const body = Buffer.concat(parts).toString('utf8')
            done({ status: answer.statusCode ?? 0, body, location, requestId: requestId?.toString() ?? null })
          })
        })
          .on('timeout', function stop(this: { destroy: (error: Error) => void }) {
            this.destroy(new Error('ETIMEDOUT'))
          })
          .on('error', fail)
          .end()
      }),
  }
}
