import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getPage } from '#calls/content.calls.ts'
import { buildPath } from '#machines/site/routes/routes.ts'
import type { AnyHandler, CallScope } from '#server/wiring/http/call-scope.ts'
import { HAS_PAGES, HOST, setCookies, startTestServer, type TestServer } from './scenes/test-server.ts'
import { newPlayer } from './scenes/test-visitor.ts'

/** How many pages the server has rendered, and what the page's call does with the scope of its request. */
let rendered = 0
let reads: (scope: CallScope) => string = () => 'nothing'
let nowMs = 0
let server: TestServer

const ABOUT = buildPath('about', {}, 'en')

/** Answers the call of information pages with a text in which the test says what it is made of. */
const ownPage: AnyHandler = {
  call: getPage,
  handle: async (_input, scope) => {
    rendered += 1
    const text = `${reads(scope)} ${rendered}`
    return { page: 'about', language: 'en', title: 'About', nodes: [{ tag: 'p', children: [text] }] }
  },
}

beforeAll(async () => {
  server = await startTestServer({
    environment: { LIVERY_COUNTRY_HEADER: 'x-country', LIVERY_TRUSTED_PROXIES: '10.0.0.1' },
    handlers: [ownPage],
    sharedPages: { shareMs: 1000, mostBytes: 2 ** 24, nowMs: () => nowMs },
  })
})
afterAll(() => server.close())
beforeEach(() => {
  nowMs += 10_000
  rendered = 0
  reads = () => 'nothing'
})

const open = (url = ABOUT, headers: Readonly<Record<string, string>> = {}) =>
  server.send(url, { host: HOST, headers: { accept: 'text/html', ...headers } })
const nonceOf = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? ''

describe.skipIf(!HAS_PAGES)('a page that guests share', () => {
  test('is rendered once a second, with a nonce and a request id for each answer', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => open()))
    const nonces = answers.map(({ headers }) => nonceOf(headers['content-security-policy']))
    expect(rendered).toBe(1)
    expect(new Set(nonces).size).toBe(5)
    for (const [index, { statusCode, body, headers }] of answers.entries()) {
      expect(statusCode).toBe(200)
      expect(body).not.toContain('\x7f')
      expect(body).toContain(`"requestId":"${String(headers['x-request-id'])}"`)
      for (const [other, nonce] of nonces.entries()) expect(body.includes(nonce)).toBe(other === index)
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'accept-encoding' })
      expect(headers.etag).toBeUndefined()
    }
    nowMs += 1000
    expect((await open()).body).toContain('nothing 2')
  })

  test('is the same in every coding', async () => {
    const plain = (answer: Awaited<ReturnType<typeof open>>, body: string) =>
      body
        .replaceAll(nonceOf(answer.headers['content-security-policy']), 'NONCE')
        .replaceAll(String(answer.headers['x-request-id']), 'ID')
    const [whole, brotli, zipped, again] = [
      await open(),
      await open(ABOUT, { 'accept-encoding': 'gzip, br' }),
      await open(ABOUT, { 'accept-encoding': 'gzip' }),
      await open(ABOUT, { 'accept-encoding': 'gzip' }),
    ]
    const html = plain(whole, whole.body)
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(plain(brotli, brotliDecompressSync(brotli.rawPayload).toString())).toBe(html)
    expect(zipped.headers['content-encoding']).toBe('gzip')
    for (const answer of [zipped, again]) expect(plain(answer, gunzipSync(answer.rawPayload).toString())).toBe(html)
    expect(rendered).toBe(1)
  })

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['another query', `${ABOUT}?a=1`, {}],
    ['another scheme', ABOUT, { cookie: 'scheme=dark' }],
    ['another view of boards', ABOUT, { cookie: 'board=c1' }],
    ['another country', ABOUT, { 'x-country': 'FR', 'x-forwarded-for': '203.0.113.9' }],
    ['another language', buildPath('about', {}, 'de'), {}],
    ['another scheme of the address', ABOUT, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }],
  ])('is another for %s', async (_what, url, headers) => {
    await open()
    const answer = await open(url, headers)
    expect(answer.body).toContain('nothing 2')
    expect((await open()).body).toContain('nothing 1')
  })

  test('the cookie is set for each visitor who lacks it, and for nobody who has it', async () => {
    expect(Object.keys(setCookies(await open()))).toEqual(['lng'])
    expect(setCookies(await open(ABOUT, { cookie: 'lng=en' }))).toEqual({})
    expect(Object.keys(setCookies(await open()))).toEqual(['lng'])
    expect(rendered).toBe(1)
  })
})

describe.skipIf(!HAS_PAGES)('what is a visitor’s own reaches nobody else', () => {
  test.each<[string, (scope: CallScope) => unknown, Readonly<Record<string, string>>]>([
    ['address', (scope) => scope.address, {}],
    ['browser', (scope) => scope.device, { 'user-agent': 'Mine/1.0' }],
    ['header', (scope) => scope.header('x-mine'), { 'x-mine': 'token-of-mine' }],
    ['known browser', (scope) => scope.browser, { cookie: `__Host-browser=${'b'.repeat(43)}` }],
    ['name of a browser', (scope) => scope.nameBrowser(), {}],
    ['request id', (scope) => scope.requestId, {}],
    ['whole scope', (scope) => ({ ...scope }).address, {}],
    ['question whether it is there', (scope) => 'demandWork' in scope, {}],
  ])('a page that read the %s', async (_what, read, headers) => {
    reads = (scope) => `mine:${String(read(scope))}`
    const [mine, ...theirs] = await Promise.all([open(ABOUT, headers), open(), open()])
    for (const [index, answer] of [mine, ...theirs].entries()) expect(answer?.body).toContain(` ${index + 1}`)
    expect(rendered).toBe(3)
    for (const { body } of theirs) expect(body).not.toMatch(/token-of-mine|Mine\/1\.0|b{43}/)
    const named = [mine, ...theirs].flatMap((answer) => (answer ? (setCookies(answer)['__Host-browser'] ?? []) : []))
    expect(new Set(named).size).toBe(named.length)
  })

  test('a player gets a personal page, and a guest none of it, in either order', async () => {
    const player = await newPlayer(server)
    const ofPlayer = () => player.send(ABOUT, { host: HOST, headers: { accept: 'text/html' } })
    const pages = [await open(), await ofPlayer(), await open(), await ofPlayer()]
    nowMs += 1000
    pages.push(await ofPlayer(), await open())
    for (const [index, { body }] of pages.entries()) {
      const isPlayers = index % 2 === 1 ? index < 5 : index === 4
      expect(body.includes(`"userId":${player.userId}`)).toBe(isPlayers)
      expect(body.includes('"player":null')).toBe(!isPlayers)
      expect(body).not.toContain(player.session() ?? 'no session')
    }
    expect(rendered).toBe(5)
  })

  test('a page that could not be shown is not kept', async () => {
    expect((await open('/en/no-such-page')).statusCode).toBe(404)
    const [first, second] = [await open('/en/no-such-page'), await open('/en/no-such-page')]
    expect(first.body).toContain(String(first.headers['x-request-id']))
    expect(second.body).toContain(String(second.headers['x-request-id']))
  })
})
