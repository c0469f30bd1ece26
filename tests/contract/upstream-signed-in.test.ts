import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serviceTokenActors } from '#calls/actors/service-token.actors.ts'
import { createHttpCall, type HttpTransport } from '#calls/http/http-call.ts'
import { getBearerBalance } from '#calls/money.calls.ts'
import { getUserConfig } from '#calls/shell.calls.ts'
import { loadPages } from '#server/wiring/pages/page-bundle.ts'
import type { PlatformRequest } from '#server/wiring/upstream/platform.test-support.ts'
import { HOST, upstreamScene } from '#tests/fixtures/upstream-scene.ts'
import { HAS_PAGES } from './scenes/test-server.ts'

const TOKEN = '/web-api/api/mobile/v1/token/'
const INFORMATION = '/web-api/v1/user-information'
const BALANCE = '/web-api/user/balance'
const BEARER_BALANCE = '/web-api/account-api/user/balance'
const SESSION = 'PHPSESSID=theirs'
const DATE = 'Sun, 01 Mar 2026 12:00:00 GMT'

/** Answers in the shapes of the specification, without anything that is ours alone. */
const information = {
  data: {
    id: '4711',
    type: 'user',
    attributes: {
      registeredBy: 'full_reg',
      createdAt: '2025-03-01T12:00:00Z',
      language: 'en',
      identifiers: [],
      fields: { name: 'Theirs' },
    },
  },
}
const account = {
  id: 9,
  idBonus: null,
  type: 'cash',
  money: 12.5,
  name: 'Euro',
  iso: 'EUR',
  symbol: '€',
  isActive: true,
  currencyId: 978,
  amountOfUnplacedBets: 0,
  points: 0,
  isBonusAccount: false,
  isPointsTypeBalance: false,
}
const attributes = { userToken: 'their.own.token', expireDate: '2026-03-01T12:15:00Z' }

const scene = upstreamScene()
let site: Awaited<ReturnType<typeof scene.serve>>
beforeAll(async () => {
  const pages = HAS_PAGES ? await loadPages() : undefined
  site = await scene.serve(pages ? { pages: () => pages } : {})
})
afterAll(() => site.close())

beforeEach(() => {
  const toPlayers = (body: unknown) => (request: PlatformRequest) =>
    String(request.headers.cookie).includes(SESSION) ? { body } : { status: 401, body: { message: 'Who are you?' } }
  const tokenOf = (request: PlatformRequest) => ({
    ...toPlayers({ data: { attributes } })(request),
    headers: { date: DATE },
  })
  scene.platform.on(`GET ${INFORMATION}`, toPlayers(information))
  scene.platform.on(`POST ${BALANCE}`, toPlayers({ accounts: [account] }))
  scene.platform.on(`GET ${TOKEN}`, tokenOf)
  scene.platform.on(`POST ${TOKEN}refresh`, tokenOf)
  scene.platform.on(`GET ${BEARER_BALANCE}`, ({ headers }) =>
    headers.authorization === `Bearer ${attributes.userToken}`
      ? { body: { accounts: [account] } }
      : { status: 401, body: { message: 'Who are you?' } },
  )
})

const get = (url: string, cookie = '') =>
  site.app.inject({ method: 'GET', url, headers: { host: HOST, accept: 'text/html', ...(cookie ? { cookie } : {}) } })

/** The calls of a page whose browser has a cookie. */
function callsWith(cookie: string, authorization?: string) {
  const transport: HttpTransport = async (url, { method, headers, body }) => {
    const own = { host: HOST, cookie, origin: `http://${HOST}`, ...(authorization ? { authorization } : {}) }
    const answer = await site.app.inject({
      method,
      url,
      headers: { ...headers, ...own },
      ...(body ? { payload: body } : {}),
    })
    return {
      ok: answer.statusCode < 300,
      status: answer.statusCode,
      headers: { get: (name) => answer.headers[name]?.toString() ?? null },
      json: async () => answer.json() as unknown,
    }
  }
  return createHttpCall('en', transport)
}

describe.runIf(HAS_PAGES)('a page of a player of the platform', () => {
  test('is rendered for that player: the header has the balance, and pages for players alone their data', async () => {
    const home = await get('/en', SESSION)
    expect(home.statusCode).toBe(200)
    expect(home.body).toContain('"player":{"userId":4711,"balanceMinor":1250,"currency":"EUR"}')
    const office = await get('/en/office', `lng=en; ${SESSION}`)
    expect([office.statusCode, office.headers.location]).toEqual([200, undefined])
    expect(office.body).toContain('4711')
    expect(scene.platform.requests.every(({ headers }) => String(headers.cookie).includes(SESSION))).toBe(true)
  })

  test('is that of a guest when the platform knows nobody, is asked nothing, or does not answer', async () => {
    expect((await get('/en', 'PHPSESSID=ended')).body).toContain('"player":null')
    scene.platform.reset()
    expect((await get('/en', 'lng=en; scheme=dark')).body).toContain('"player":null')
    expect(scene.platform.requests.filter(({ url }) => url === INFORMATION)).toEqual([])
    scene.platform.on(`GET ${INFORMATION}`, { status: 503, body: '<h1>Maintenance</h1>' })
    expect((await get('/en', SESSION)).body).toContain('"player":null')
    const office = await get('/en/office')
    expect([office.statusCode, office.headers.location]).toEqual([302, expect.stringContaining('/en/login')])
  })
})

describe('the calls of a page of the platform’s player', () => {
  test('getuserconfig tells who is signed in', async () => {
    expect(await callsWith(SESSION)(getUserConfig, {})).toMatchObject({
      player: { userId: 4711, balanceMinor: 1250, currency: 'EUR' },
    })
    expect(await callsWith('')(getUserConfig, {})).toMatchObject({ player: null })
  })

  test.each([false, true])(
    'TOK-4, TOK-5: the token client has its token and its clock (renewal: %s)',
    async (isRenewal) => {
      const answer = await serviceTokenActors.fetchToken(callsWith(SESSION), { isRenewal, nowMs: () => 1000 })
      expect(answer).toEqual({
        userToken: attributes.userToken,
        expiresAtMs: Date.parse(attributes.expireDate),
        serverDateMs: Date.parse(DATE),
        sentAtMs: 1000,
        receivedAtMs: 1000,
      })
      await expect(
        serviceTokenActors.fetchToken(callsWith(''), { isRenewal, nowMs: () => 1000 }),
      ).rejects.toMatchObject({ httpStatus: 401 })
    },
  )

  test('NET-18: the bearer reaches the platform with a call for bearers, and with no other', async () => {
    const bearer = `Bearer ${attributes.userToken}`
    expect(await callsWith('', bearer)(getBearerBalance, {})).toEqual({ accounts: [account] })
    await expect(callsWith(SESSION)(getBearerBalance, {})).rejects.toMatchObject({ statusCode: 401 })
    await serviceTokenActors.fetchToken(callsWith(SESSION, bearer), { isRenewal: false, nowMs: () => 0 })
    expect(scene.platform.requests.map(({ headers }) => headers.authorization)).toEqual([bearer, undefined, undefined])
  })
})
