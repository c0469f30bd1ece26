/** Asks one address as fast as it answers, over connections that stay open, and prints what that gave.
 *  One argument: a LoadOrder as JSON. */
import { Agent, type IncomingMessage, request } from 'node:http'
import type { LoadOrder, LoadResult } from './load.ts'
import { quantile } from './samples.ts'

const order = JSON.parse(process.argv[2] ?? '') as LoadOrder
const agent = new Agent({ keepAlive: true, maxSockets: order.connections })

/** Gives the length of the answer. @throws Error for an answer other than 200 */
function ask(): Promise<number> {
  return new Promise((done, fail) => {
    const options = {
      agent,
      host: '127.0.0.1',
      port: order.port,
      method: order.method ?? 'GET',
      path: order.path,
      headers: { host: order.host, accept: 'text/html', 'accept-encoding': order.encoding, ...order.headers },
    }
    const sent = request(options, (answer: IncomingMessage) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('error', fail)
      answer.on('end', () =>
        answer.statusCode === 200 ? done(bytes) : fail(new Error(`${order.path} answered ${answer.statusCode}`)),
      )
    })
    sent.on('error', fail).end()
  })
}

/** Asks until the time is up. */
async function load(milliseconds: number): Promise<LoadResult> {
  const latencies: number[] = []
  let bytes = 0
  const startedAt = performance.now()
  const connection = async () => {
    while (performance.now() - startedAt < milliseconds && latencies.length < order.requests) {
      const askedAt = performance.now()
      bytes = await ask()
      latencies.push((performance.now() - askedAt) * 1000)
    }
  }
  await Promise.all(Array.from({ length: order.connections }, connection))
  const seconds = (performance.now() - startedAt) / 1000
  return {
    requestsPerSecond: latencies.length / seconds,
    p50Microseconds: quantile(latencies, 0.5),
    p99Microseconds: quantile(latencies, 0.99),
    bytes,
  }
}

await load(order.warmUpMs)
console.log(JSON.stringify(await load(order.milliseconds)))
agent.destroy()
