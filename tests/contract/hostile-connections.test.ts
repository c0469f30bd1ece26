import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_STATUS } from '#calls/error-status.ts'
import type { ErrorAnswer, ErrorCode } from '#schemas'
import { faultsOf } from './scenes/answer-checks.ts'
import { HOST, startTestServer, type TestServer } from './scenes/test-server.ts'

/** Small, so that the tests take no time: what is slow is the relation of the numbers. */
const PACE = { idleMs: 400, graceMs: 1200, bytesPerSecond: 4096 }
const MOST_CONNECTIONS = 4
const CALL = '/web-api/user/getuserconfig'
const SIGN_IN = '/web-api/account/login'
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

let server: TestServer
let crowded: TestServer
let port: number
const sockets: Socket[] = []

beforeAll(async () => {
  server = await startTestServer({ bodyPace: PACE })
  port = await listening(server)
  crowded = await startTestServer({ environment: { LIVERY_CONNECTIONS: String(MOST_CONNECTIONS) } })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all([server.close(), crowded.close()])
})

async function listening({ app }: TestServer): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Since the connection was opened, ms. */
  readonly afterMs: number
}

function open(toPort = port): Socket {
  const socket = connect(toPort, '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  return socket
}

/** All that a connection brings until the other side closes it. */
async function answerOn(socket: Socket): Promise<RawAnswer> {
  const startedAt = performance.now()
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  await once(socket, 'close')
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.replace(/^[^:]*: ?/, '')])
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    body,
    afterMs: performance.now() - startedAt,
  }
}

async function send(text: string, toPort = port): Promise<RawAnswer> {
  const socket = open(toPort)
  socket.write(text)
  return answerOn(socket)
}

/** Holds a refusal against the shape of errors, with every header that answers have. */
async function expectRefusal(answer: RawAnswer, code: ErrorCode): Promise<ErrorAnswer> {
  expect(answer.status).toBe(ERROR_STATUS[code])
  expect(answer.headers).toMatchObject({ ...SECURITY_HEADERS, 'content-type': 'application/json; charset=utf-8' })
  const error = JSON.parse(answer.body) as ErrorAnswer
  expect(await faultsOf('defs/error-answer', error)).toEqual([])
  expect(error).toMatchObject({ code, statusCode: answer.status, requestId: answer.headers['x-request-id'] })
  expect(error.requestId).toMatch(/^[\w-]{10,}$/)
  expect(error.message).not.toBe(code)
  return error
}

/** Lines of the log that an operator is called for. */
function alarms({ log }: TestServer): readonly string[] {
  return log()
    .split('\n')
    .filter((line) => line !== '' && (JSON.parse(line) as { level: number }).level > 40)
}

const get = (hosts: readonly string[], more = '') =>
  `GET ${CALL} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}${more}Connection: close\r\n\r\n`

describe('SEC-15: a malformed host', () => {
  test.each([
    ['a port above 65535', ['pier.localhost:99999']],
    ['a port of 65536', [`${HOST}:65536`]],
    ['a port of 0', [`${HOST}:0`]],
    ['a port below 0', [`${HOST}:-1`]],
    ['letters for a port', [`${HOST}:abc`]],
    ['no port after the colon', [`${HOST}:`]],
    ['a user', [`${HOST}:80@evil.example`]],
    ['nothing', ['']],
    ['a space within', ['pier .example']],
    ['a slash', [`${HOST}/en`]],
    ['a label without a character', ['pier..example']],
    ['a number that no URL takes', ['pier.1']],
    ['an IPv6 address that is none', ['[::gg]']],
    ['two hosts', [HOST, 'evil.example']],
    ['the same host twice', [HOST, HOST]],
    ['no host at all', []],
  ])('%s is refused before a brand is looked up', async (_what, hosts) => {
    const error = await expectRefusal(await send(get(hosts, 'Accept-Language: de\r\n')), 'host.malformed')
    // The brand is in German: an answer in English comes from no brand.
    expect(error.message).toContain('no valid host')
    expect(alarms(server)).toEqual([])
  })

  test.each([HOST, `${HOST}:1`, `${HOST}:65535`, `${HOST.toUpperCase()}.`])('%s is served', async (host) => {
    expect((await send(get([host]))).status).toBe(200)
  })

  test.each(['10.1.2.3:8080', '[::1]:3000', 'livery_1:3000'])('%s is a host, of no brand', async (host) => {
    expect((await send(get([host]))).status).toBe(404)
    expect((await send(get([host]).replace(CALL, '/healthz'))).status).toBe(200)
  })

  test('an old client may leave it out', async () => {
    expect((await send('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
  })

  test('the upgrade to the odds stream is refused too', async () => {
    const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    const request = `GET /ws/odds HTTP/1.1\r\nHost: ${HOST}:99999\r\n${upgrade}Connection: Upgrade\r\n\r\n`
    await expectRefusal(await send(request), 'host.malformed')
  })

  test('a page is refused as a page', async () => {
    const page = await send(get([`${HOST}:99999`], 'Accept: text/html\r\n').replace(CALL, '/en'))
    expect(page.status).toBe(400)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(alarms(server)).toEqual([])
  })
})

describe('SEC-15: what the parser refuses', () => {
  const post = (lines: string, body = '') => `POST ${SIGN_IN} HTTP/1.1\r\nHost: ${HOST}\r\n${lines}\r\n\r\n${body}`

  test.each<[string, ErrorCode, string]>([
    ['too many headers', 'request.head_too_large', get([HOST], `X-Long: ${'a'.repeat(20_000)}\r\n`)],
    ['an address that is too long', 'request.head_too_large', get([HOST]).replace(CALL, `/${'a'.repeat(60_000)}`)],
    ['what is no HTTP', 'request.invalid', 'HELLO\r\n\r\n'],
    ['a header without a colon', 'request.invalid', get([HOST], 'Nonsense\r\n')],
    ['a length that is no number', 'request.invalid', post('Content-Length: abc')],
    ['two lengths', 'request.invalid', post('Content-Length: 2\r\nContent-Length: 3', '{}')],
    ['a length beside chunks', 'request.invalid', post('Content-Length: 2\r\nTransfer-Encoding: chunked', '{}')],
    [
      'chunks that are none',
      'request.invalid',
      post('Content-Type: application/json\r\nTransfer-Encoding: chunked', 'zz\r\n'),
    ],
    ['an address that cannot be decoded', 'request.invalid', get([HOST]).replace(CALL, '/web-api/%zz')],
  ])('%s: with id, headers and shape, and no alarm', async (_what, code, request) => {
    await expectRefusal(await send(request), code)
    expect(alarms(server)).toEqual([])
  })
})

describe('SEC-15: slow bodies', () => {
  const head = (path: string, lines: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${HOST}\r\nOrigin: http://${HOST}\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`

  test('one that stops is answered with 408, and its connection ends', async () => {
    const socket = open()
    socket.write(`${head(SIGN_IN, 'Content-Length: 1000')}{"login":`)
    const answer = await answerOn(socket)
    await expectRefusal(answer, 'request.too_slow')
    expect(answer.headers.connection).toBe('close')
    expect(answer.afterMs).toBeGreaterThan(PACE.idleMs)
  })

  test('one that drips has the time of its size and no more', async () => {
    const socket = open()
    socket.write(`${head(SIGN_IN, 'Content-Length: 1000')}{"login":"`)
    const drip = setInterval(() => socket.write('a'), PACE.idleMs / 4)
    const answer = await answerOn(socket).finally(() => clearInterval(drip))
    await expectRefusal(answer, 'request.too_slow')
    expect(answer.afterMs).toBeGreaterThan(PACE.graceMs)
  })

  test('one that comes slowly and steadily is taken, however long it is', async () => {
    const spaces = 12_000
    const socket = open()
    const body = `{"login":"nobody@mail.example","password":"wrong"${' '.repeat(spaces)}}`
    socket.write(head(SIGN_IN, `Content-Length: ${body.length}\r\nConnection: close`))
    const answered = answerOn(socket)
    for (let at = 0; at < body.length; at += 1000) {
      socket.write(body.slice(at, at + 1000))
      await delay(150)
    }
    const answer = await answered
    expect(answer.afterMs).toBeGreaterThan(PACE.graceMs)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'sign_in.wrong_credentials' })
  })

  test('one that nobody reads does not hold its connection', async () => {
    const socket = open()
    const missing = head('/web-api/no/such/call', 'Content-Length: 1000').replace('application/json', 'text/odd')
    socket.write(`${missing}x`)
    const answer = await answerOn(socket)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(alarms(server)).toEqual([])
  })
})

describe('SEC-15: a flood of connections', () => {
  test('above the limit of an address they get 429, above twice the limit they are cut, and the others keep working', async () => {
    const crowdedPort = await listening(crowded)
    const held = Array.from({ length: MOST_CONNECTIONS }, () => open(crowdedPort))
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    const refused = await send(get([HOST]), crowdedPort)
    await expectRefusal(refused, 'connection.too_many')
    expect(refused.headers).toMatchObject({ connection: 'close', 'retry-after': '10' })
    const above = Array.from({ length: MOST_CONNECTIONS + 2 }, () => open(crowdedPort))
    const cut = Promise.race(above.map((socket) => once(socket, 'close')))
    await cut
    for (const socket of above) socket.destroy()
    const [first] = held
    first?.write(get([HOST]))
    expect((await answerOn(first as Socket)).status).toBe(200)
    expect(alarms(crowded)).toEqual([])
    expect(crowded.log()).toContain('too many connections')
    await expect.poll(async () => (await send(get([HOST]), crowdedPort)).status).toBe(200)
  })

  test('proxies that are trusted are not counted', async () => {
    const proxied = await startTestServer({
      environment: { LIVERY_CONNECTIONS: '1', LIVERY_TRUSTED_PROXIES: '10.0.0.1,127.0.0.0/8' },
    })
    try {
      const proxiedPort = await listening(proxied)
      const held = [open(proxiedPort), open(proxiedPort)]
      await Promise.all(held.map((socket) => once(socket, 'connect')))
      expect((await send(get([HOST]), proxiedPort)).status).toBe(200)
    } finally {
      for (const socket of sockets.splice(0)) socket.destroy()
      await proxied.close()
    }
  }, 60_000)
})
