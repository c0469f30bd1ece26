import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentProvider } from '../payment-provider.ts'
import type { SignedEvents } from './signed-events.ts'

/** What an adapter for tests serves. */
export interface ServedProvider {
  readonly provider: PaymentProvider
  readonly apiKey: string
  /** Does something at the sandbox. @returns whether it could be done */
  readonly act: (reference: string, act: string) => Promise<boolean>
  /** The webhooks that are due. */
  readonly due: () => Promise<readonly SignedEvents[]>
}

/** Serves a provider as an adapter of an operator would, with its sandbox. */
export async function serveProvider({ provider, apiKey, act, due }: ServedProvider) {
  const hooks = new Map<string, string>()
  const server = createServer(async (request, answer) => {
    const reply = (status: number, body: unknown) => {
      answer.statusCode = status
      answer.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    }
    if (request.headers.authorization !== `Bearer ${apiKey}`) return reply(401, {})
    const body = JSON.parse(await textOf(request))
    const path = request.url ?? ''
    if (path === '/control') {
      const isDone = await act(body.reference, body.act)
      reply(isDone ? 200 : 409, {})
      return send(body.reference)
    }
    if (path === '/start') {
      const started = await provider.start(body)
      hooks.set(started.reference, body.notifyUrl)
      return reply(200, started)
    }
    if (path === '/refund') {
      reply(200, await provider.refund(body))
      return send(body.reference)
    }
    return path === '/status' ? reply(200, await provider.status(body)) : reply(404, {})
  })
  const send = async (reference: string) => {
    const url = hooks.get(reference)
    for (const { headers, body } of await due())
      if (url) await fetch(url, { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer> })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
