import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUserConfig } from '#calls/shell.calls.ts'
import { getDictionaryMap, getUnitDictionaries, logCookieAgreement } from '#calls/site.calls.ts'
import { buildPath } from '#machines/site/routes/routes.ts'
import { SESSION_COOKIE } from '#server/create-server.ts'
import type { AnyHandler } from '#server/wiring/http/call-scope.ts'
import { expectError } from './scenes/answer-checks.ts'
import { HAS_PAGES, startTestServer, type TestServer } from './scenes/test-server.ts'
import { fullAnswers, newPending, newPlayer, newVisitor, register } from './scenes/test-visitor.ts'

const CANARY = 'CANARY'
let server: TestServer
let leaky: TestServer

/** What only the server may know of a brand: names of secrets and settings of its own, each with the canary in it. */
const SECRET_CONFIG = {
  captcha: { secretKeys: { hcaptcha: `LIVERY_${CANARY}_HCAPTCHA` }, challengeCost: 77_177 },
  auth: { socialClientSecrets: { google: `LIVERY_${CANARY}_GOOGLE` } },
  'third-party': { smsSender: CANARY },
  support: { senderName: `${CANARY} sender`, senderEmail: `${CANARY.toLowerCase()}@mail.example` },
}

/** Handlers that answer more than their schema names, or fail with more than they may tell. */
const CARELESS: readonly AnyHandler[] = [
  {
    call: getUserConfig,
    handle: async (_input, { language }) => ({
      siteHash: 'x',
      passwordHash: CANARY,
      player: language === 'de' ? { userId: 1, balanceMinor: 0, currency: 'EUR', token: CANARY } : null,
    }),
  },
  { call: getUnitDictionaries, handle: () => Promise.reject(new Error(`select * from ${CANARY}`)) },
  {
    call: getDictionaryMap,
    handle: () => Promise.reject(Object.assign(new Error(CANARY), { statusCode: 402, code: CANARY, detail: CANARY })),
  },
  { call: logCookieAgreement, handle: async () => ({ success: CANARY }) },
]

beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      for (const [section, values] of Object.entries(SECRET_CONFIG)) await write(`pier/config/${section}.json`, values)
    },
  })
  leaky = await startTestServer({ handlers: CARELESS })
})
afterAll(() => Promise.all([server.close(), leaky.close()]))

describe('what leaves the server', () => {
  test('of an answer is what its schema names; one that is no variant of the schema does not leave at all', async () => {
    const answer = await leaky.send('/web-api/user/getuserconfig')
    expect(answer.json()).toEqual({ siteHash: 'x', player: null })
    const variant = await leaky.send('/web-api/user/getuserconfig', { headers: { 'accept-language': 'de' } })
    await expectError(variant, 'main_error_server')
    const done = await leaky.send('/api-v3/v1/user/agreement-with-cookies/log', { method: 'POST', body: { level: 1 } })
    for (const { headers, body } of [answer, variant, done])
      expect(JSON.stringify([headers, body])).not.toContain(CANARY)
  })

  test('of a failure is a code and a text, never the reason, which is in the log under the same id', async () => {
    const fields = await leaky.send('/translation-api/api/external/v2/unit/language/en')
    const { requestId } = await expectError(fields, 'main_error_server')
    const map = await leaky.send('/translation-api/by-lang/en')
    await expectError(map, 'request.invalid')
    for (const answer of [fields, map]) expect(JSON.stringify([answer.headers, answer.body])).not.toContain(CANARY)
    const line = leaky
      .log()
      .split('\n')
      .find((entry) => entry.includes(`select * from ${CANARY}`))
    expect(line).toContain(requestId)
  })

  test('SEC-11: secrets and settings of the server are in no page, no call and no file of the brand', async () => {
    const urls = [
      '/en',
      '/en/registration',
      '/en/login',
      buildPath('about', {}, 'en'),
      '/en/no-such-page',
      '/web-api/user/getuserconfig',
      '/web-api/api/web/registration/v1/fields/full_reg',
      '/web-api/api/web/registration/v1/types',
      '/genfiles/web-app-v2/en/app.json',
      '/theme/x.css',
    ].filter((url) => HAS_PAGES || !url.startsWith('/en'))
    for (const url of urls) {
      const answer = await server.send(url, { headers: { accept: 'text/html' } })
      expect(`${url} ${answer.body.toUpperCase().includes(CANARY)}`).toBe(`${url} false`)
      expect(`${url} ${answer.body.includes('77177')}`).toBe(`${url} false`)
    }
    const metrics = await server.send('/metrics', { host: 'localhost', address: '127.0.0.1' })
    expect(metrics.statusCode).toBe(200)
    expect(metrics.body.toUpperCase()).not.toContain(CANARY)
  })

  test('SEC-11: the texts of mails are in no dictionary that a page loads', async () => {
    const units = (await server.send('/translation-api/api/external/v2/unit/language/en')).json<
      Record<string, string>
    >()
    expect(Object.keys(units)).not.toContain('delivery')
    for (const file of Object.values(units)) {
      expect((await server.send(`/genfiles/web-app-v2/${file}`)).body).not.toContain('"delivery.')
    }
    expect((await server.send('/genfiles/web-app-v2/en/delivery.json')).statusCode).toBe(404)
  })
})

test('the page of sent messages is there in development alone', async () => {
  const { code } = await newPending(server, newVisitor(server), 'outbox@mail.example')
  const answer = await server.send('/outbox?format=json')
  expect(answer.statusCode).not.toBe(200)
  expect(answer.body).not.toContain(code)
})

describe('what is logged', () => {
  test('holds no password, code, token, cookie, mail or query, of requests that succeed or fail', async () => {
    const visitor = newVisitor(server)
    const password = 'kept-secret-log-canary-1'
    const mail = 'log-canary@mail.example'
    const answers = { ...fullAnswers(mail), password, password_again: password }
    await register(visitor, 'full_reg', answers)
    await register(visitor, 'full_reg', { ...answers, birthday: 'never' })
    const pending = await newPending(server, newVisitor(server), 'log-canary-2@mail.example')
    const url = '/web-api/api/internal/v1/user/activate'
    const attempt = (attributes: object) => visitor.send(url, { method: 'POST', body: { data: { attributes } } })
    await attempt({ token: pending.token })
    const session = visitor.session() ?? ''
    await attempt({ token: 'wrong-token-log-canary' })
    await attempt({ userId: pending.userId, code: '918273' })
    const login = '/web-api/account/login'
    await visitor.send(login, { method: 'POST', body: { login: mail, password: 'wrong-password-log-canary' } })
    await visitor.send(login, { method: 'POST', body: '{"password":"broken-json-log-canary' })
    await visitor.send(login, { method: 'POST', body: { login: 1, password: ['typed-log-canary'] } })
    await visitor.send('/en/activation?token=query-log-canary', {
      headers: { authorization: 'Bearer bearer-log-canary' },
    })
    await visitor.send('/web-api/user/balance', {
      method: 'POST',
      headers: { cookie: `${SESSION_COOKIE}=cookie-log-canary` },
    })
    const player = await newPlayer(server)
    await server.identity.delivery.sendDue()
    const log = server.log()
    expect(log.split('\n').length).toBeGreaterThan(12)
    expect(session).not.toBe('')
    const secrets = [password, 'log-canary', pending.token, pending.code, '918273', session, player.password]
    for (const secret of [...secrets, player.session() ?? 'none']) expect(log).not.toContain(secret)
  })

  test('has each request with its method, path, status and time, under the id that the client got', async () => {
    const answer = await server.send('/web-api/content/page/en/no_such_page?x=1')
    const lines = server.log().split('\n').filter(Boolean)
    const own = lines.filter((line) => line.includes(String(answer.headers['x-request-id'])))
    expect(own.map((line) => JSON.parse(line) as object).at(-1)).toMatchObject({
      method: 'GET',
      path: '/web-api/content/page/en/no_such_page',
      status: 404,
      ms: expect.any(Number) as number,
    })
  })

  test('STORE-7: has the level of a cookie choice', async () => {
    const url = '/api-v3/v1/user/agreement-with-cookies/log'
    const answer = await newVisitor(server).send(url, { method: 'POST', body: { level: 2 } })
    expect(answer.json()).toEqual({ success: true })
    const line = server
      .log()
      .split('\n')
      .find((entry) => entry.includes('cookie agreement'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 2, msg: 'cookie agreement' })
  })
})
