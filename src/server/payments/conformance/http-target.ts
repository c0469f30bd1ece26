import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RawWebhook } from '../payment-provider.ts'
import { createHttpProvider } from '../providers/http-provider.ts'
import type { ConformanceTarget } from './conformance-target.ts'

/** How the suite reaches an adapter. */
export interface HttpTarget {
  readonly url: string
  readonly apiKey: string | undefined
  readonly webhookSecret: string | undefined
  readonly fetch: typeof fetch
}

const TIMEOUT_MS = 10_000
const QUIET_MS = 300
const MOST_WAIT_MS = 5000
const MOST_BYTES = 256 * 1024

/** An adapter at an address, as the suite drives it: `POST {url}/control` takes `{ reference, act }` and answers 200 when it was done, and
 *  its webhooks come to a port of this machine. @returns the target, and what closes its port */
export async function httpTarget(of: HttpTarget): Promise<{ target: ConformanceTarget; close: () => Promise<void> }> {
  const arrived: Omit<RawWebhook, 'now'>[] = []
  let isExpecting = false
  const listener = createServer((request, answer) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= MOST_BYTES) chunks.push(chunk)
    })
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
      )
      arrived.push({ headers, body: Buffer.concat(chunks) })
      answer.end('{}')
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const url = of.url.replace(/\/$/, '')
  const provider = createHttpProvider({ ...of, id: 'judged', timeoutMs: TIMEOUT_MS })
  const target: ConformanceTarget = {
    provider,
    notifyUrl: `http://127.0.0.1:${port}/`,
    async act(reference, act) {
      const answer = await of.fetch(`${url}/control`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(of.apiKey ? { authorization: `Bearer ${of.apiKey}` } : {}),
        },
        body: JSON.stringify({ reference, act }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      isExpecting = answer.ok
      return answer.ok
    },
    async webhooks() {
      const until = Date.now() + (isExpecting ? MOST_WAIT_MS : QUIET_MS)
      isExpecting = false
      let seen = -1
      // What has been done is reported within a moment; then nothing more comes for a while.
      while (Date.now() < until && !(arrived.length > 0 && arrived.length === seen)) {
        seen = arrived.length
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
      }
      return arrived.splice(0)
    },
  }
  return {
    target,
    close: () => new Promise((resolve) => listener.close(() => resolve())),
  }
}
