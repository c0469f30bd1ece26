import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HAS_PAGES, startTestServer, type TestServer } from './scenes/test-server.ts'
import { newPlayer } from './scenes/test-visitor.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** What every answer says of itself. */
const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}
const IMMUTABLE = 'public, max-age=31536000, immutable'
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'"
const DATA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

interface Row {
  readonly what: string
  readonly url: () => Promise<string> | string
  readonly status?: number
  readonly accept?: string
  readonly host?: string
  readonly type: string
  readonly caching: string | undefined
  readonly policy?: string | RegExp
}

const page = async () => (await server.send('/en')).body
const linked = async (pattern: RegExp) => pattern.exec(await page())?.[1] ?? 'the page names no such file'
const dictionary = async () => {
  const files = (await server.send('/translation-api/api/external/v2/unit/language/en')).json<Record<string, string>>()
  return `/genfiles/web-app-v2/${files.app}`
}

const DATA_ROWS: readonly Row[] = [
  {
    what: 'a call',
    url: () => '/web-api/user/getuserconfig',
    type: 'application/json; charset=utf-8',
    caching: 'private, no-store',
  },
  {
    what: 'a call that may be kept for a while (I18N-10)',
    url: () => '/translation-api/by-lang/en',
    type: 'application/json; charset=utf-8',
    caching: 'private, max-age=900',
  },
  {
    what: 'a refused call',
    url: () => '/web-api/content/page/en/no_such_page',
    status: 404,
    type: 'application/json; charset=utf-8',
    caching: 'no-store',
  },
  {
    what: 'a dictionary under its hash (I18N-12, I18N-13)',
    url: dictionary,
    type: 'application/json; charset=utf-8',
    caching: IMMUTABLE,
  },
  {
    what: 'a dictionary under a hash that is no longer its own',
    url: () => '/genfiles/web-app-v2/en/app.0000000000000000.json',
    type: 'application/json; charset=utf-8',
    caching: 'private, no-store',
  },
  {
    what: 'a theme under a hash that is no longer its own',
    url: () => '/theme/0000000000000000.css',
    type: 'text/css; charset=utf-8',
    caching: 'no-store',
  },
  {
    what: 'a picture of the brand under an old hash (SVG)',
    url: () => '/brand/0000000000000000/logo.svg',
    type: 'image/svg+xml; charset=utf-8',
    caching: 'no-cache',
    policy: DATA_POLICY,
  },
  {
    what: 'a schema (OPS-14)',
    url: () => '/schemas/generated/patch/site/config/global.schema.json',
    type: 'application/schema+json; charset=utf-8',
    caching: 'public, max-age=300',
  },
  {
    what: 'a call of somebody who is not signed in',
    url: () => '/web-api/v1/user-information',
    status: 401,
    type: 'application/json; charset=utf-8',
    caching: 'no-store',
  },
  { what: 'health', url: () => '/healthz', type: 'application/json; charset=utf-8', caching: undefined },
  {
    what: 'a page under a host of no brand',
    url: () => '/en',
    host: 'nobody.example',
    accept: 'text/html',
    status: 404,
    type: 'text/html; charset=utf-8',
    caching: 'no-store',
    policy: DATA_POLICY,
  },
]

const PAGE_ROWS: readonly Row[] = [
  {
    what: 'a page',
    url: () => '/en',
    type: 'text/html; charset=utf-8',
    caching: 'private, no-store',
    policy: /^default-src 'none'; script-src 'nonce-/,
  },
  {
    what: 'a script of the bundle',
    url: () => linked(/src="(\/assets\/[^"]+\.js)"/),
    type: 'application/javascript; charset=utf-8',
    caching: IMMUTABLE,
  },
  {
    what: 'a theme under its hash',
    url: () => linked(/href="(\/theme\/[0-9a-f-]+\.css)"/),
    type: 'text/css; charset=utf-8',
    caching: IMMUTABLE,
  },
  {
    what: 'a picture of the brand under its hash (SVG)',
    url: async () => `${await linked(/"assets":"(\/brand\/[0-9a-f]+\/)"/)}logo.svg`,
    type: 'image/svg+xml; charset=utf-8',
    caching: IMMUTABLE,
    policy: DATA_POLICY,
  },
]

describe.each([...DATA_ROWS, ...(HAS_PAGES ? PAGE_ROWS : [])])('SEC-1, SEC-8, SEC-9: headers of $what', (row) => {
  test('are as the table says', async () => {
    const accept = row.accept ? { accept: row.accept } : {}
    const answer = await server.send(await row.url(), { headers: accept, ...(row.host ? { host: row.host } : {}) })
    expect(answer.statusCode).toBe(row.status ?? 200)
    expect(answer.headers).toMatchObject(COMMON)
    expect(answer.headers['content-type']).toBe(row.type)
    expect(answer.headers['cache-control']).toBe(row.caching)
    const policy = answer.headers['content-security-policy']
    if (row.policy instanceof RegExp) expect(policy).toMatch(row.policy)
    else expect(policy).toBe(row.policy ?? ANSWER_POLICY)
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{21}$/)
    expect(answer.headers['x-powered-by']).toBeUndefined()
    expect(answer.headers.server).toBeUndefined()
  })
})

test('request ids differ, whatever the client says', async () => {
  const headers = { 'x-request-id': 'chosen-by-the-client', 'request-id': 'chosen-by-the-client' }
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await server.send('/healthz', { headers })).headers['x-request-id']),
  )
  expect(new Set(ids).size).toBe(20)
  expect(ids).not.toContain('chosen-by-the-client')
})

test('no answer lets another origin read it, but schemas, which are the same for everybody', async () => {
  const headers = { origin: 'https://evil.example' }
  const player = await newPlayer(server)
  for (const url of ['/web-api/v1/user-information', '/web-api/user/getuserconfig', '/healthz', '/theme/x.css']) {
    const answer = await player.send(url, { headers })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  }
  const schema = await player.send('/schemas/defs/error-answer.schema.json', { headers })
  expect(schema.headers['access-control-allow-origin']).toBe('*')
  expect(schema.headers['access-control-allow-credentials']).toBeUndefined()
})

test.skipIf(!HAS_PAGES)('pages whose events go to another origin may send there, and others may not', async () => {
  const elsewhere = await startTestServer({
    prepare: ({ write }) => write('pier/config/third-party.json', { analyticsApi: 'https://events.example/in' }),
  })
  const sources = async (from: TestServer) => {
    const { headers } = await from.send('/en', { headers: { accept: 'text/html' } })
    return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ') ?? []
  }
  expect(await sources(elsewhere)).toEqual([...(await sources(server)), 'https://events.example'])
  await elsewhere.close()
})
