import { createHash } from 'node:crypto'
import { request } from 'node:http'

/** What a server on this machine answers to a request for a host. */
export interface HostAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** Asks the server of a port as if it had been reached by a host's name. */
export function askHost(port: number, host: string, path: string, accept = 'text/html'): Promise<HostAnswer> {
  return new Promise((done, fail) => {
    const headers = { host, accept, 'accept-encoding': 'identity' }
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      answer.on('error', fail)
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
    })
      .on('error', fail)
      .end()
  })
}

/** A page without what is new in each answer: the nonce of its policy, the id of its request and the time. */
export function lastingBody({ headers, body }: HostAnswer): string {
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
  const requestId = headers['x-request-id']
  if (!nonce || typeof requestId !== 'string') throw new Error('the answer is no page')
  return body
    .replaceAll(nonce, 'NONCE')
    .replaceAll(requestId, 'REQUEST')
    .replaceAll(/"(nowMs|madeAtMs)":\d+/g, '"$1":0')
}

/** Address of the style sheet of a page's brand. @throws Error when the page links none */
export function themeAddress({ body }: HostAnswer): string {
  const address = /\/theme\/[0-9a-f-]+\.css/.exec(body)?.[0]
  if (!address) throw new Error(`no theme in the page:\n${body.slice(0, 500)}`)
  return address
}

/** Hash of everything that a visitor of a host is sent for some pages: documents and theme. */
export async function pagesHash(port: number, host: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const page = await askHost(port, host, path)
    if (page.status !== 200) throw new Error(`${host}${path} answered ${page.status}`)
    const theme = await askHost(port, host, themeAddress(page))
    hash.update(lastingBody(page)).update(theme.body)
  }
  return hash.digest('hex')
}
