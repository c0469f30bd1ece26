import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readEnvironment } from '#server/environment.ts'
import { openTelemetry, type Telemetry } from '#server/tracing/open-telemetry.ts'
import { traced } from '#server/tracing/tracing.ts'
import { createRounds } from '#server/wiring/rounds.ts'
import { ROOT } from '#tools/house/import-graph.ts'
import { betBody, newBettor, newGame } from './scenes/betting-scene.ts'
import { HOST, ORIGIN, startTestServer, type TestServer } from './scenes/test-server.ts'
import { PASSWORD } from './scenes/test-visitor.ts'

/** A span as OTLP carries it in JSON. */
interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number }
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[]
}

const PROXY = '10.77.0.1'
const REMOTE = '0af7651916cd43dd8448eb211c80319c'
const WITH_START_MS = 60_000
const bodies: string[] = []
const askedWith: (string | undefined)[] = []
let collector: Server
let partner: Server
let telemetry: Telemetry
let server: TestServer

const portOf = (listening: Server) => (listening.address() as AddressInfo).port

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  partner = createServer((request, response) => {
    askedWith.push(request.headers.traceparent as string | undefined)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await Promise.all([collector, partner].map((one) => once(one, 'listening')))
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${portOf(collector)}`)
  const environment = readEnvironment({ LIVERY_UPSTREAM: `http://127.0.0.1:${portOf(partner)}` })
  telemetry = openTelemetry({
    ...{ environment, sendEveryMs: 50 },
    log: { warn: (...said: unknown[]) => expect(said).toEqual([]), info: () => undefined },
  })
  server = await startTestServer({ environment: { LIVERY_TRUSTED_PROXIES: PROXY } })
}, WITH_START_MS)

afterAll(async () => {
  await server.close()
  await telemetry.close()
  vi.unstubAllEnvs()
  collector.close()
  partner.close()
})

const allSpans = (): SentSpan[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )

/** Waits for a span, since they are sent in batches. */
async function spanWhere(isIt: (span: SentSpan) => boolean): Promise<SentSpan> {
  return vi.waitFor(
    () => {
      const found = allSpans().findLast(isIt)
      if (!found) throw new Error(`no such span among ${allSpans().map(({ name }) => name)}`)
      return found
    },
    { timeout: 15_000 },
  )
}

function factsOf({ attributes }: SentSpan): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

const BET = 'POST /web-api/LiveBet/Secure/MakeBetWeb'

test('the placement of a bet is one tree: the request, the call in it, and its transactions with their statements counted', async () => {
  const { outcomes } = await newGame(server)
  const { bearer } = await newBettor(server)
  const placed = await bearer.send('/web-api/LiveBet/Secure/MakeBetWeb', {
    method: 'POST',
    body: betBody(outcomes.slice(0, 1)),
  })
  expect(placed.statusCode).toBe(200)
  const request = await spanWhere(({ name }) => name === BET)
  expect(request.parentSpanId ?? '').toBe('')
  expect(factsOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/web-api/LiveBet/Secure/MakeBetWeb',
    'http.response.status_code': 200,
    'livery.brand': 'pier',
  })
  const tree = allSpans().filter(({ traceId }) => traceId === request.traceId)
  const calls = tree.filter((span) => factsOf(span)['livery.call'] !== undefined)
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual([request.spanId])
  const transactions = tree.filter(
    ({ name, parentSpanId }) => name === 'transaction' && parentSpanId === calls[0]?.spanId,
  )
  expect(transactions.length).toBeGreaterThan(0)
  const placing = transactions.map(factsOf)
  expect(placing.every((facts) => Number(facts['livery.statements']) > 0)).toBe(true)
  expect(placing.map((facts) => facts['livery.outcome'])).toContain('committed')
  expect(placing.map((facts) => facts['livery.brand'])).toContain('pier')
  const ids = new Set(tree.map(({ spanId }) => spanId))
  expect(tree.filter(({ spanId, parentSpanId }) => spanId !== request.spanId && !ids.has(parentSpanId ?? ''))).toEqual(
    [],
  )
  const lines = server.log().split('\n')
  const answered = lines.find((line) => line.includes(request.traceId) && line.includes('"answered"'))
  expect(JSON.parse(answered ?? '{}')).toMatchObject({ path: '/web-api/LiveBet/Secure/MakeBetWeb', status: 200 })
})

test('nobody can be known by what is written: no address, path, parameter, login, password or text of an error', async () => {
  const { player } = await newBettor(server)
  const canaries = ['canary.address@mail.example', 'canary-page', 'canary-parameter', 'Canary/9.9', '10.66.66.66']
  const visit = { address: '10.66.66.66', headers: { 'user-agent': 'Canary/9.9' } }
  const signIn = { login: canaries[0], password: 'canary horse battery 9' }
  await server.send('/web-api/account/login', { ...visit, method: 'POST', body: signIn })
  await server.send('/web-api/content/page/en/canary-page?x=canary-parameter', visit)
  await server.send('/canary-path/canary-page', visit)
  await traced('a failure', { kind: 'internal' }, () =>
    Promise.reject(new Error('canary-words of canary.address@mail.example')),
  ).catch(() => undefined)
  const failure = await spanWhere(({ name }) => name === 'a failure')
  expect([failure.status.code, factsOf(failure)['error.type']]).toEqual([2, 'Error'])
  await spanWhere((span) => factsOf(span)['http.response.status_code'] === 404)
  const written = bodies.join('\n')
  expect(written).toContain('/web-api/content/page/:language/:page')
  expect(canaries.filter((canary) => written.includes(canary ?? ''))).toEqual([])
  const mine = [`"${player.userId}"`, player.session() ?? '?', PASSWORD, 'Keller', 'canary']
  expect(mine.filter((secret) => written.includes(secret))).toEqual([])
})

test('a trace is continued for trusted proxies alone', async () => {
  const send = (address: string, id: string) =>
    server.send('/web-api/user/getuserconfig', { address, headers: { traceparent: `00-${REMOTE}-${id}-01` } })
  await send(PROXY, 'b7ad6b7169203331')
  const continued = await spanWhere(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331')
  expect(continued.traceId).toBe(REMOTE)
  await send('10.0.0.9', 'b7ad6b7169203332')
  await server.send('/healthz')
  await spanWhere(({ name }) => name === 'GET /healthz')
  expect(allSpans().filter(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203332')).toEqual([])
})

test('calls to others are spans of their host; the trace is passed on to the operator’s own platform, not to anybody else', async () => {
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const nobody = `http://127.0.0.1:${portOf(gone)}/nobody`
  await new Promise((resolve) => gone.close(resolve))
  await traced('asking', { kind: 'internal' }, async () => {
    await fetch(`http://127.0.0.1:${portOf(partner)}/token-in-the-path`)
    await fetch(`http://localhost:${portOf(partner)}/token-in-the-path`)
    await fetch(nobody).catch(() => undefined)
  })
  const { traceId, spanId } = await spanWhere(({ name }) => name === 'asking')
  const asked = allSpans().filter(({ parentSpanId }) => parentSpanId === spanId)
  expect(asked.map(factsOf)).toEqual([
    { 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'http.response.status_code': 204 },
    { 'http.request.method': 'GET', 'server.address': 'localhost', 'http.response.status_code': 204 },
    { 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'error.type': 'ECONNREFUSED' },
  ])
  expect(askedWith).toEqual([`00-${traceId}-${asked[0]?.spanId}-01`, undefined])
  expect(bodies.join('')).not.toContain('token-in-the-path')
})

test('a stream is a span from its opening to its close, with its messages counted', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { host: HOST, origin: ORIGIN }
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(server.app.server)}/ws/odds`, { headers })
  await once(socket, 'open')
  const answered = once(socket, 'message')
  socket.send('not a request')
  await answered
  expect(allSpans().filter(({ name }) => name === 'stream /ws/odds')).toEqual([])
  socket.terminate()
  const { kind, attributes, parentSpanId } = await spanWhere(({ name }) => name === 'stream /ws/odds')
  expect([kind, parentSpanId ?? '']).toEqual([2, ''])
  const counted = (direction: string) =>
    Number(attributes.find(({ key }) => key === `livery.messages.${direction}`)?.value.intValue)
  expect(counted('received')).toBe(1)
  expect(counted('sent')).toBeGreaterThan(0)
})

test('each round of the background is a trace of its own', async () => {
  const rounds = createRounds('polishing', () => Promise.reject(new Error('no')).catch(() => undefined), 1)
  await traced('somebody else', { kind: 'internal' }, async () => rounds.start())
  const round = await spanWhere(({ name }) => name === 'job polishing')
  await rounds.stop()
  expect(round.parentSpanId ?? '').toBe('')
})

test(
  'a server without a collector loads none of the libraries; one with a collector does',
  async () => {
    const loaded = async (environment: Readonly<Record<string, string>>) => {
      const data = mkdtempSync(join(tmpdir(), 'livery-traces-'))
      const watch = `import { registerHooks } from 'node:module'
        registerHooks({ resolve: (name, of, next) => { if (name.includes('opentelemetry') || name.includes('open-telemetry')) console.log('LOADS ' + name); return next(name, of) } })`
      const child = spawn(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, 'src/server/main.ts'],
        {
          cwd: ROOT,
          env: {
            ...process.env,
            OTEL_EXPORTER_OTLP_ENDPOINT: '',
            LIVERY_DATA: data,
            PORT: '0',
            LIVERY_FEED: 'off',
            ...environment,
          },
        },
      )
      let said = ''
      // Where no pages are built it ends by itself, after the moment at which they would be loaded.
      const isOver = new Promise((resolve) => {
        child.once('exit', resolve)
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (text) => {
            said += text
            if (said.includes('"ready"')) child.kill('SIGTERM')
          })
      })
      await isOver
      rmSync(data, { recursive: true, force: true })
      // The client of Prometheus brings the API, which does nothing by itself.
      return [...new Set(said.match(/LOADS \S+/g))].filter((name) => name !== 'LOADS @opentelemetry/api')
    }
    expect(await loaded({})).toEqual([])
    const url = `http://127.0.0.1:${portOf(collector)}`
    expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toContain('LOADS @opentelemetry/sdk-trace')
  },
  4 * WITH_START_MS,
)
