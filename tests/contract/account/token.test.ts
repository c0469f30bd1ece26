import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BEARER_LIFETIME_MS } from '#server/account/sign-in/bearer-tokens.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, type TestVisitor } from '../scenes/test-visitor.ts'
import { asBearer, REFRESH, serviceToken, TOKEN } from '../scenes/token-scene.ts'

const BALANCE = '/web-api/account-api/user/balance'
const QUAY = {
  id: 'quay',
  name: 'Quay',
  extends: '_base',
  hosts: ['quay.example'],
  schemaVersion: 2,
  revision: 1,
  operator: 'contract-fixtures',
}
const JSON_API = 'application/vnd.api+json'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('quay/brand.json', QUAY)
      await write('pier/config/auth.json', { rateLimits: { token: { account: { short: { attempts: 3 } } } } })
    },
  })
})
afterAll(() => server.close())

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

/** What the balance is answered to a bearer. */
const withBearer = (token: string, visitor: TestVisitor, host?: string) =>
  asBearer(token, visitor).send(BALANCE, host ? { host } : {})

describe('a bearer', () => {
  test('TOK-14: of gettoken tells in data.token whose it is, for which brand, and its end', async () => {
    const player = await newPlayer(server)
    const answer = await player.send('/web-api/user/gettoken')
    const { data } = answer.json<{ data: { token: string } }>()
    const exp = (server.now().getTime() + BEARER_LIFETIME_MS) / 1000
    expect(claimsOf(data.token)).toMatchObject({ sub: String(player.userId), aud: 'pier', exp })
    expect(answer.headers['cache-control']).toContain('no-store')
  })

  test('TOK-15: comes as JSON:API with its end and a Date that pages may read', async () => {
    const player = await newPlayer(server)
    const { headers, ...answer } = await player.send(TOKEN, { headers: { accept: JSON_API } })
    const { attributes } = answer.json<{ data: { attributes: { userToken: string; expireDate: string } } }>().data
    expect(attributes.expireDate).toBe(new Date(server.now().getTime() + BEARER_LIFETIME_MS).toISOString())
    expect(headers['content-type']).toContain(JSON_API)
    expect(headers['access-control-expose-headers']).toBe('date')
    expect(Date.parse(String(headers.date))).toBeGreaterThan(0)
    expect(headers['cache-control']).toContain('no-store')
  })

  test('TOK-16: is renewed by a POST of JSON:API; the former one stays valid until it expires', async () => {
    const player = await newPlayer(server)
    const former = await serviceToken(player)
    server.wait(60_000)
    const request = { method: 'POST' as const, headers: { 'content-type': JSON_API } }
    const answer = await player.send(REFRESH, { ...request, body: JSON.stringify({ data: { type: 'token' } }) })
    const { userToken } = answer.json<{ data: { attributes: { userToken: string } } }>().data.attributes
    expect(userToken).not.toBe(former)
    for (const token of [former, userToken]) expect((await withBearer(token, player)).statusCode).toBe(200)
    await expectError(await player.send(REFRESH, { ...request, body: '{"data":' }), 'request.invalid')
  })

  test('ACC-22: reads the balance of its player, without any cookie', async () => {
    const [one, other] = [await newPlayer(server), await newPlayer(server)]
    const own = (await one.send('/web-api/user/balance', { method: 'POST' })).json()
    expect((await withBearer(await serviceToken(one), other)).json()).toEqual(own)
    const withBoth = { headers: { authorization: `Bearer ${await serviceToken(one)}` } }
    expect((await other.send(BALANCE, withBoth)).json()).toEqual(own)
  })

  test('NET-18: a call that is not for bearers takes none, and one that is takes no cookie', async () => {
    const player = await newPlayer(server)
    const token = await serviceToken(player)
    await expectError(await asBearer(token, player).send('/web-api/user/balance', { method: 'POST' }), 'access.denied')
    await expectError(await asBearer(token, player).send('/web-api/user/gettoken'), 'access.denied')
    await expectError(await player.send(BALANCE), 'access.denied')
  })

  test('SEC-2: ends with its session, whichever way that ends', async () => {
    const ends: readonly ((player: TestVisitor) => Promise<unknown>)[] = [
      (player) => player.send('/web-api/user/disconnect', { method: 'POST' }),
      (player) => player.send('/web-api/disconnecteverywhere', { method: 'POST', body: {} }),
      async () => server.wait(31 * 60_000),
    ]
    for (const end of ends) {
      const player = await newPlayer(server)
      const token = await serviceToken(player)
      expect((await withBearer(token, player)).statusCode).toBe(200)
      await end(player)
      await expectError(await withBearer(token, player), 'access.denied')
    }
  })

  test('is worth nothing after 15 minutes, in another brand, altered, or in another form of authorization', async () => {
    const player = await newPlayer(server)
    const token = await serviceToken(player)
    await expectError(await withBearer(token, player, 'quay.example'), 'access.denied')
    await expectError(await withBearer(`${token}x`, player), 'access.denied')
    for (const authorization of [token, `Basic ${token}`, `Bearer ${token} ${token}`, 'Bearer ', 'Bearer'])
      await expectError(await player.send(BALANCE, { headers: { authorization } }), 'access.denied')
    expect((await asBearer(token, player).send(BALANCE)).statusCode).toBe(200)
    server.wait(BEARER_LIFETIME_MS)
    await expectError(await withBearer(token, player), 'access.denied')
  })

  test('SEC-6: of one account so many are issued in a while, by whichever call, and another account is served', async () => {
    const player = await newPlayer(server)
    const refresh = {
      method: 'POST' as const,
      headers: { 'content-type': JSON_API },
      body: '{"data":{"type":"token"}}',
    }
    const ask = [
      () => player.send('/web-api/user/gettoken'),
      () => player.send(TOKEN),
      () => player.send(REFRESH, refresh),
    ] as const
    for (const one of ask) expect((await one()).statusCode).toBe(200)
    for (const one of ask) {
      const { retryAfterSeconds } = await expectError(await one(), 'rate.limited')
      expect(retryAfterSeconds).toBe(900)
    }
    expect((await (await newPlayer(server)).send(TOKEN)).statusCode).toBe(200)
    server.wait(900_000)
    expect((await player.send(TOKEN)).statusCode).toBe(200)
  })
})
