import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { say } from '#cli/command-text.ts'

/** A viewer that is being served. */
export interface ServedViewer {
  readonly url: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/**
 * Serves one page on this machine alone, rebuilt for each request so that a reload shows edited scenarios.
 * @param port 0 for any that is free   @param page makes the page   @throws Error when the port cannot be had
 */
export async function serveViewer(port: number, page: () => Promise<string>): Promise<ServedViewer> {
  const server = createServer((request, response) => {
    answer(request, response, page).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(error instanceof Error ? error.message : String(error))
    })
  })
  server.listen(port, HOST)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${HOST}:${taken}/`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** A page of elsewhere that has its own name lead here must not read the scenarios, so the host is looked at. */
async function answer(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  page: () => Promise<string>,
) {
  const isOurs = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? '')
  const [status, body, type] =
    !isOurs || method !== 'GET' || url?.split('?')[0] !== '/'
      ? [isOurs ? 404 : 403, say('scenario.view_one_page'), 'text/plain']
      : [200, await page(), 'text/html']
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  response.end(body)
}
