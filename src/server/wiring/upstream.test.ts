import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getRegistrationFields, getRegistrationTypes } from '#calls/registration.calls.ts'
import { createServer } from '#server/create-server.ts'
import { readEnvironment } from '#server/environment.ts'
import { createBrandStore, ENGINE_BASE } from '#server/site/brand-store.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import type { BuiltPages } from './page-bundle.ts'
import { escapeHtml } from './plain-page.ts'
import { type Platform, type PlatformAnswer, startPlatform } from './platform.test-support.ts'
import { siteHandlers } from './site.wiring.ts'
import { createUpstream, type Upstream } from './upstream.ts'
import { asSecure } from './upstream-answer.ts'

const HOST = 'harbour.localhost'
const TYPES = '/web-api/api/web/registration/v1/types'
const FIELDS = '/web-api/api/web/registration/v1/fields'
const BONUSES = '/web-api/api/v3/bonuses/welcome-bonuses'
const REGISTRATION = '/web-api/registration'
const LOGIN = '/web-api/account/login'
const BALANCE = '/web-api/user/balance'

let folders: BrandFolders
let platform: Platform
let server: Served
const logged: string[] = []

beforeAll(async () => {
  folders = await makeBrandFolders()
  platform = await startPlatform()
  server = await serve()
})
beforeEach(() => {
  platform.reset()
  logged.length = 0
})
afterAll(async () => {
  await server.close()
  await platform.close()
  await folders.remove()
})

interface Served {
  readonly app: FastifyInstance
  readonly upstream: Upstream
  readonly close: () => Promise<void>
}

/** A server as the command makes it with LIVERY_UPSTREAM, without a database. */
async function serve(options: { url?: string; timeoutMs?: number } = {}): Promise<Served> {
  const environment = readEnvironment({
    LIVERY_MODE: 'production',
    LOG_LEVEL: 'trace',
    LIVERY_TRUSTED_PROXIES: '127.0.0.1',
  })
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const { brandsDir, baseDir } = folders
  const upstream = await createUpstream({ url: platform.url, ...options })
  const app = await createServer({
    environment,
    log,
    brands: createBrandStore({ brandsDir, baseDir, now: () => performance.now(), log }),
    pages: pagesThatLoad(),
    handlers: upstream.insteadOf(siteHandlers()),
    findPlayer: async () => null,
    outbox: { listMessages: async () => [] },
    checkReady: async () => undefined,
  })
  return { app, upstream, close: async () => void (await Promise.all([app.close(), upstream.close(0)])) }
}

/** Pages whose loader asks for types and fields and shows them as JSON. */
function pagesThatLoad(): BuiltPages {
  return {
    manifest: {},
    assetsFolder: folders.brandsDir,
    bundle: {
      screenIds: [],
      renderPage: async ({ call }) => {
        const types = await call(getRegistrationTypes, {})
        const fields = await call(getRegistrationFields, { segments: { type: types.data.attributes.types[0] ?? '' } })
        const html = `<html><head></head><body>${JSON.stringify([types, fields])}</body></html>`
        return {
          kind: 'document',
          status: 200,
          headBlock: '',
          pipe: (sink) => {
            sink.write(Buffer.from(html))
            sink.end()
          },
        }
      },
    },
  }
}

async function send(method: 'GET' | 'POST', url: string, rest: InjectOptions = {}, { app } = server) {
  const own = method === 'POST' ? { origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' } : {}
  return await app.inject({ method, url, ...rest, headers: { host: HOST, ...own, ...rest.headers } })
}

const types = { data: { attributes: { types: ['their_reg'] } } }
const fields = {
  data: { attributes: { fields: [{ id: 'nickname', type: 'text', label: 'Nickname' }] }, relation_fields: {} },
}

describe('a registration on the operator’s platform', () => {
  test('NET: types, fields, bonuses and the submission are the platform’s', async () => {
    const bonuses = { data: [{ id: 'their_bonus', attributes: { name: 'Theirs' } }] }
    platform.on(`GET ${TYPES}`, { body: types })
    platform.on(`GET ${FIELDS}/their_reg`, { body: fields })
    platform.on(`GET ${BONUSES}`, { body: bonuses })
    platform.on(`POST ${REGISTRATION}`, { body: { userId: 77 } })

    expect((await send('GET', TYPES)).json()).toEqual(types)
    const form = await send('GET', `${FIELDS}/their_reg`)
    expect(form.json()).toMatchObject(fields)
    expect(form.headers['content-type']).toContain('application/vnd.api+json')
    expect((await send('GET', `${BONUSES}?bonus=sport%20%26%20more`)).json()).toEqual(bonuses)
    const payload = { type: 'their_reg', fields: { nickname: 'Ann', 'agree-policy': true } }
    const submitted = await send('POST', `${REGISTRATION}?isWidget=false`, { payload })
    expect(submitted.json()).toEqual({ userId: 77 })
    expect(submitted.headers['cache-control']).toContain('no-store')

    expect(platform.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${TYPES}`,
      `GET ${FIELDS}/their_reg`,
      `GET ${BONUSES}?bonus=sport+%26+more`,
      `POST ${REGISTRATION}?isWidget=false`,
    ])
    expect(platform.requests.map(({ body }) => body)).toEqual([undefined, undefined, undefined, payload])
  })

  test('the loaders of a page get the same answers in process', async () => {
    platform.on(`GET ${TYPES}`, { body: types, headers: { 'set-cookie': 'seen=1; Path=/' } })
    platform.on(`GET ${FIELDS}/their_reg`, { body: fields })
    const page = await send('GET', '/en/registration', { headers: { cookie: 'sid=abc' } })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('their_reg')
    expect(page.body).toContain('Nickname')
    expect([page.headers['set-cookie']].flat()).toContain('seen=1; Path=/')
    expect(platform.requests.map(({ headers }) => headers.cookie)).toEqual(['sid=abc', 'sid=abc'])
  })

  test('what a page is made of stays ours', async () => {
    const config = await send('GET', '/web-api/user/getuserconfig', { headers: { cookie: '__Host-sid=abc' } })
    expect(config.json()).toMatchObject({ player: null, siteHash: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect((await send('GET', '/translation-api/by-lang/en')).statusCode).toBe(200)
    expect((await send('GET', '/web-api/content/page/en/no-such-page')).json()).toMatchObject({ code: 'page.unknown' })
    expect(platform.requests).toEqual([])
  })
})

describe('a session of the platform', () => {
  test('signing in passes the visitor on and hands the cookies back without their domain', async () => {
    platform.on(`POST ${LOGIN}`, {
      body: { userId: 5 },
      headers: {
        'set-cookie': ['sid=s1; Path=/; Domain=platform.example; HttpOnly; Secure', 'tier=gold;domain=.x.example'],
      },
    })
    const payload = { login: 'ann@mail.example', password: 'a long sentence of mine' }
    const answer = await send('POST', '/account/login', {
      payload,
      remoteAddress: '10.0.0.7',
      headers: {
        cookie: 'sid=old; lng=en',
        'accept-language': 'de',
        'x-captcha-token': 't0',
        'user-agent': 'Browser/1',
      },
    })
    expect(answer.json()).toEqual({ userId: 5 })
    expect(answer.headers['set-cookie']).toEqual(['sid=s1; Path=/; HttpOnly; Secure', 'tier=gold'])
    const [request] = platform.requests
    expect(request).toMatchObject({ method: 'POST', url: LOGIN, body: payload })
    expect(request?.headers).toMatchObject({
      cookie: 'sid=old; lng=en',
      'accept-language': 'en',
      'x-forwarded-for': '10.0.0.7',
      'x-request-id': answer.headers['x-request-id'],
      'x-captcha-token': 't0',
      'user-agent': 'Browser/1',
      'x-livery-brand': 'harbour',
      'content-type': 'application/json',
    })
    expect(logged.join('')).not.toContain('a long sentence')
  })

  test('calls for signed-in players reach the platform, which knows who is', async () => {
    const accounts = [{ id: 1, currency: 'EUR', kind: 'cash', isActive: true, balanceMinor: 0 }]
    platform.on(`POST ${BALANCE}`, ({ headers }) =>
      headers.cookie === 'sid=s1' ? { body: { accounts } } : { status: 401, body: { message: 'Who are you?' } },
    )
    expect((await send('POST', BALANCE, { headers: { cookie: 'sid=s1' } })).json()).toEqual({ accounts })
    const guest = await send('POST', BALANCE)
    expect(guest.statusCode).toBe(401)
    expect(guest.json()).toMatchObject({ code: 'access.denied', message: 'Who are you?' })
  })
})

describe('failures', () => {
  test.each([
    ['ERR-1', 404, { errors: [{ detail: 'Gone' }], message: 'No' }, 404, 'Gone'],
    ['ERR-2', 409, { message: 'Twice' }, 400, 'Twice'],
    ['ERR-3', 400, {}, 400, /^Something went wrong/],
    ['ERR-3', 500, '<html>', 500, /^Something went wrong/],
    ['ERR-4', 200, { success: false, message: 'Closed' }, 400, 'Closed'],
    ['ERR-4', 200, { success: false }, 400, /^This could not be done/],
    ['ERR-6', 200, { data: { success: false, error: 'Spent' } }, 400, 'Spent'],
    ['ERR-7', 200, { data: { error: { code: 12, message: 'Limit' } } }, 400, 'Limit'],
    ['ERR-8', 200, { httpCode: 404, message: 'Absent' }, 404, 'Absent'],
  ])('%s: an answer %i %j', async (_id, status, body, sent, message) => {
    platform.on(`POST ${BALANCE}`, { status, body })
    const answer = await send('POST', BALANCE)
    expect(answer.statusCode).toBe(sent)
    expect(answer.json()).toMatchObject({ message: expect.stringMatching(message), statusCode: sent })
    expect(answer.json().errors[0].detail).toMatch(message)
  })

  test('SEC-9: an error page never shows what the platform said, a call’s answer does', async () => {
    const said = 'ORA-00942 <img src=x onerror=alert(1)>'
    platform.on(`GET ${TYPES}`, { status: 500, body: { message: said } })
    const page = await send('GET', '/en', { headers: { accept: 'text/html' } })
    const call = await send('GET', TYPES, { headers: { accept: 'text/html' } })
    expect([page.statusCode, call.statusCode]).toEqual([500, 500])
    for (const shown of [page, call]) {
      expect(shown.headers['content-type']).toMatch(/^text\/html/)
      expect(shown.body).not.toContain('ORA-00942')
      expect(shown.body).toContain(await errorText('main_error_server'))
    }
    expect((await send('GET', TYPES)).json()).toMatchObject({ message: said })
  })

  test('SEC-2: over HTTPS a cookie of the platform becomes Secure', async () => {
    platform.on(`GET ${TYPES}`, { body: types, headers: { 'set-cookie': ['sid=s1; Secure', 'tier=gold; Path=/'] } })
    const over = async (scheme: string) =>
      (await send('GET', TYPES, { headers: { 'x-forwarded-proto': scheme } })).headers['set-cookie']
    expect(await over('https')).toEqual(['sid=s1; Secure', 'tier=gold; Path=/; Secure'])
    expect(await over('http')).toEqual(['sid=s1; Secure', 'tier=gold; Path=/'])
    expect(asSecure('tier=gold; Path=/')).toBe('tier=gold; Path=/; Secure')
    expect(asSecure('secure=1')).toBe('secure=1; Secure')
    expect(asSecure('sid=1; SECURE; Path=/')).toBe('sid=1; SECURE; Path=/')
  })

  test('ERR-5: errors of fields keep the platform’s words', async () => {
    platform.on(`POST ${REGISTRATION}`, {
      status: 422,
      headers: { 'set-cookie': 'try=1' },
      body: { validation_errors: { nickname: ['Taken'] } },
    })
    const answer = await send('POST', REGISTRATION, { payload: { type: 'their_reg', fields: { nickname: 'Ann' } } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'registration.invalid',
      validation_errors: { nickname: { code: 'value.refused', message: 'Taken' } },
    })
    expect(answer.headers['set-cookie']).toBe('try=1')
  })

  test('a refused sign-in says so, and waiting times are kept', async () => {
    platform.on(`POST ${LOGIN}`, { status: 401, body: {} })
    const payload = { login: 'ann', password: 'x' }
    expect((await send('POST', LOGIN, { payload })).json()).toMatchObject({ code: 'sign_in.wrong_credentials' })
    platform.on(`POST ${LOGIN}`, { status: 429, headers: { 'retry-after': '90' }, body: {} })
    const waiting = await send('POST', LOGIN, { payload })
    expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([429, '90'])
  })
})

describe('answers that do not fit', () => {
  test.each<[string, PlatformAnswer, string]>([
    ['a value of another kind', { body: { userId: 'secret-value' } }, '/userId'],
    ['a key that is not ours', { body: { userId: 5, extra: 'secret-value' } }, ''],
    ['no JSON', { body: 'secret-value' }, ''],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' }, body: {} }, ''],
    ['more than a mebibyte', { body: { userId: 5, extra: 'x'.repeat(1024 * 1024) } }, ''],
  ])('%s is upstream.invalid_answer, logged by its place and never passed on', async (_what, answering, pointer) => {
    platform.on(`POST ${LOGIN}`, { ...answering, headers: { 'set-cookie': 'sid=s1', ...answering.headers } })
    const answer = await send('POST', LOGIN, { payload: { login: 'ann', password: 'x' } })
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toMatchObject({ code: 'upstream.invalid_answer' })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.body + logged.join('')).not.toContain('secret-value')
    const entry = logged.map((line) => JSON.parse(line)).find(({ call }) => call === 'login')
    expect(entry).toMatchObject({ level: 50, reqId: answer.headers['x-request-id'] })
    expect(entry.faults[0].pointer).toBe(pointer)
    expect(platform.requests).toHaveLength(1)
  })
})

describe('a platform that does not answer', () => {
  test('is upstream.unavailable when nothing listens', async () => {
    const gone = await startPlatform()
    await gone.close()
    const other = await serve({ url: gone.url })
    const answer = await send('GET', TYPES, {}, other)
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'upstream.unavailable'])
    await other.close()
  })

  test.each([
    ['before its answer', false],
    ['in the middle of its answer', true],
  ])('is upstream.unavailable when it falls silent %s', async (_when, hasBegun) => {
    platform.on(`GET ${TYPES}`, (_request, response) => {
      if (hasBegun) response.writeHead(200).write('{"data":')
      return null
    })
    const other = await serve({ timeoutMs: 100 })
    const answer = await send('GET', TYPES, {}, other)
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'upstream.unavailable'])
    expect(logged.join('')).toContain('request.timeout')
    await other.close()
  })
})

describe('the address', () => {
  test.each(['..', '.', '%2e%2e', '%2E', '', '%252e%252e'])('a segment "%s" leads nowhere else', async (segment) => {
    const other = await serve()
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = other.app.server.address() as AddressInfo
    // The client of node:http sends a path as it is given, where others would resolve its dots.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = get(
        { port, host: '127.0.0.1', path: `${FIELDS}/${segment}`, headers: { host: HOST } },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      )
      request.on('error', reject)
    })
    expect(platform.requests.map(({ url }) => url)).toEqual(segment.startsWith('%25') ? [`${FIELDS}/${segment}`] : [])
    expect(status).toBe(segment.startsWith('%25') ? 404 : 400)
    await other.close()
  })

  test('what stands in a segment stays in it', async () => {
    await send('GET', `${FIELDS}/${encodeURIComponent('a/b?c#d')}`)
    expect(platform.requests.map(({ url }) => url)).toEqual([`${FIELDS}/a%2Fb%3Fc%23d`])
  })

  test('a base path stands before every path', async () => {
    platform.on(`GET /base${TYPES}`, { body: types })
    const other = await serve({ url: `${platform.url}/base/` })
    expect((await send('GET', TYPES, {}, other)).json()).toEqual(types)
    await other.close()
  })

  test.each([
    'ftp://platform.example',
    'platform.example',
    'http://ann:hidden@platform.example',
    'http://platform.example/?key=hidden',
    'http://platform.example/#hidden',
  ])('%s is refused without being repeated', async (url) => {
    const refusal = await createUpstream({ url }).catch((error: Error) => error.message)
    expect(refusal).toMatch(/^LIVERY_UPSTREAM /)
    expect(refusal).not.toContain('hidden')
  })
})

describe('stopping', () => {
  test('waits for calls under way', async () => {
    platform.on(`GET ${TYPES}`, (_request, response) => {
      setTimeout(() => response.end(JSON.stringify(types)), 100)
      return null
    })
    const other = await serve()
    const answer = send('GET', TYPES, {}, other)
    await waitForRequest()
    await other.upstream.close(15_000)
    expect((await answer).json()).toEqual(types)
    await other.close()
  })

  test('gives up those that take too long', async () => {
    platform.on(`GET ${TYPES}`, () => null)
    const other = await serve()
    const answer = send('GET', TYPES, {}, other)
    await waitForRequest()
    await other.upstream.close(50)
    expect([(await answer).statusCode, (await answer).json().code]).toEqual([503, 'service.stopping'])
    await other.close()
  })

  async function waitForRequest(): Promise<void> {
    await expect.poll(() => platform.requests.length, { timeout: 15_000 }).toBe(1)
  }
})

/** The text of an error as the engine says it in English, as it stands in HTML. */
async function errorText(code: string): Promise<string> {
  const texts = JSON.parse(await readFile(join(ENGINE_BASE, 'locales/en/errors.json'), 'utf8')) as Record<
    string,
    string
  >
  return escapeHtml(texts[code] ?? '')
}
