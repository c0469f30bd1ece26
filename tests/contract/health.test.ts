import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUserConfig } from '#calls/shell.calls.ts'
import type { ErrorAnswer } from '#schemas'
import type { AnyHandler } from '#server/wiring/http/call-scope.ts'
import { expectError, faultsOf } from './scenes/answer-checks.ts'
import { HOST, startTestServer, type TestServer } from './scenes/test-server.ts'

let server: TestServer
/** For tests that start a server of their own, in ms. */
const WITH_START_MS = 60_000

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const INSIDE = { host: 'localhost:3000', address: '127.0.0.1' }

describe('health', () => {
  test.each(['pier.example', 'nobody.example', '10.1.2.3:8080', 'localhost'])(
    'answers under the host %s',
    async (host) => {
      const alive = await server.send('/healthz', { host })
      const ready = await server.send('/readyz', { host })
      expect([alive.statusCode, ready.statusCode]).toEqual([200, 200])
      expect([alive.json(), ready.json()]).toEqual([{ status: 'ok' }, { status: 'ok' }])
    },
  )

  test(
    'is not ready when the database is down, stays alive, and gives the reason in the log alone',
    async () => {
      const broken = await startTestServer({ databaseUrl: null })
      try {
        await broken.database.close()
        const ready = await broken.send('/readyz')
        expect(ready.statusCode).toBe(503)
        expect(ready.json()).toEqual({ status: 'unavailable' })
        expect((await broken.send('/healthz')).statusCode).toBe(200)
        expect(broken.log()).toContain('not ready')
      } finally {
        await broken.app.close()
        await broken.brands.remove()
      }
    },
    WITH_START_MS,
  )

  test('counts answers by route, not by address, so that visitors cannot make series', async () => {
    for (let n = 0; n < 5; n++) await server.send(`/web-api/content/page/en/no_such_page_${n}`)
    await server.send('/web-api/user/getuserconfig')
    const answer = await server.send('/metrics', INSIDE)
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    expect(answer.body).toMatch(/^livery_requests_total\{route="\/web-api\/user\/getuserconfig",status="200"\} 1$/m)
    expect(answer.body).toMatch(/route="\/web-api\/content\/page\/:language\/:page",status="404"\} 5$/m)
    expect(answer.body).not.toContain('no_such_page')
    expect(answer.body).toMatch(/^livery_request_seconds_bucket\{le="0.05",route="/m)
    expect(answer.body).toMatch(/^process_resident_memory_bytes \d+/m)
  })
})

describe('ASVS 13.4.5: metrics', () => {
  test.each([
    ['this machine', 'localhost:3000', '127.0.0.1'],
    ['this machine over IPv6', '[::1]:3000', '::1'],
    ['its network', '10.1.2.3:3000', '10.9.9.9'],
    ['its network over IPv6', '[fd00::1]:3000', '::ffff:192.168.1.9'],
    ['its network by the name of a service', 'livery:3000', '172.20.0.4'],
  ])('are read from %s', async (_what, host, address) => {
    expect((await server.send('/metrics', { host, address })).statusCode).toBe(200)
  })

  test.each([
    ['a host of a brand', HOST, '127.0.0.1', {}],
    ['a host of a brand on this machine', 'pier.localhost', '127.0.0.1', {}],
    ['a host of no brand', 'nobody.example', '127.0.0.1', {}],
    ['an address of the open network', 'localhost', '203.0.113.9', {}],
    ['an address of the open network over IPv6', 'localhost', '2001:db8::1', {}],
    ['a proxy that tells for whom', 'localhost', '127.0.0.1', { 'x-forwarded-for': '10.0.0.1' }],
    ['a proxy that names itself', 'localhost', '127.0.0.1', { via: '1.1 proxy' }],
  ])('are absent for %s', async (_what, host, address, headers) => {
    const answer = await server.send('/metrics', { host, address, headers })
    await expectError(answer, 'route.not_found')
    expect(answer.body).not.toContain('livery_requests_total')
  })

  test(
    'are read from anywhere with the token of the environment, and without it from nowhere',
    async () => {
      const token = 'a-token-of-the-test'
      const guarded = await startTestServer({ environment: { LIVERY_METRICS_TOKEN: token } })
      try {
        const ask = (authorization: string | null, more = {}) =>
          guarded.send('/metrics', { ...more, headers: { authorization } })
        const told = await ask(`Bearer ${token}`, { address: '203.0.113.9' })
        expect(told.statusCode).toBe(200)
        expect(told.headers['cache-control']).toBe('no-store')
        for (const wrong of [null, 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token])
          await expectError(await ask(wrong, INSIDE), 'access.denied')
        expect(guarded.log()).not.toContain(token)
      } finally {
        await guarded.close()
      }
    },
    WITH_START_MS,
  )
})

/** Sends one request over a connection of its own and gives all that comes back. */
async function overSocket(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return rest(socket)
}

/** Everything that a connection brings until it ends. */
async function rest(socket: Socket): Promise<string> {
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  await once(socket, 'close')
  return received
}

describe('a graceful stop', () => {
  test(
    'finishes what runs, takes nothing new, and tells so in the shape of errors',
    async () => {
      const { promise: mayAnswer, resolve: answerNow } = Promise.withResolvers<void>()
      const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>()
      const slow: AnyHandler = {
        call: getUserConfig,
        handle: async () => {
          begun()
          await mayAnswer
          return { siteHash: 'finished', player: null }
        },
      }
      const stopping = await startTestServer({ handlers: [slow] })
      await stopping.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = stopping.app.server.address() as AddressInfo
      const start = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n`
      const running = overSocket(port, `${start('/web-api/user/getuserconfig')}\r\n`)
      await hasBegun
      // A request that is half sent when the stop begins: its connection is not idle, so it is still listened to.
      const half = connect(port, '127.0.0.1')
      await once(half, 'connect')
      half.write(start('/web-api/api/web/registration/v1/types'))
      const late = rest(half)
      await expect.poll(() => connections(stopping)).toBe(2)
      const closed = stopping.app.close()
      await expect.poll(() => stopping.app.server.listening).toBe(false)
      await expect(overSocket(port, `${start('/healthz')}\r\n`)).rejects.toThrow(/ECONNREFUSED/)
      half.write('\r\n')
      const [head = '', body = ''] = (await late).split('\r\n\r\n')
      answerNow()
      expect(await running).toMatch(/^HTTP\/1.1 200 [\s\S]*"siteHash":"finished"/)
      await closed
      await stopping.close()
      expect(head).toMatch(/^HTTP\/1.1 503 /)
      const error = JSON.parse(body) as ErrorAnswer
      expect(await faultsOf('defs/error-answer', error)).toEqual([])
      expect(error.code).toBe('service.stopping')
      expect(head).toContain(`x-request-id: ${error.requestId}`)
    },
    WITH_START_MS,
  )
})

function connections({ app }: TestServer): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
