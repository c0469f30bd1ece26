import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { HAS_PAGES, HOST, setCookies, startTestServer, type TestServer } from './scenes/test-server.ts'
import { FAST_ANSWERS, newPending, newVisitor, register } from './scenes/test-visitor.ts'

/** Behind a proxy that ends TLS, as in production. */
let server: TestServer
let development: TestServer
const PROXY = { LIVERY_TRUSTED_PROXIES: '10.0.0.0/8' }
const OVER_HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
const CALL = '/web-api/user/getuserconfig'
const STRICT = 'strict-transport-security'

beforeAll(async () => {
  server = await startTestServer({ environment: PROXY })
  development = await startTestServer({ environment: { ...PROXY, LIVERY_MODE: 'development' } })
})
afterAll(async () => {
  await Promise.all([server.close(), development.close()])
})

describe('Strict-Transport-Security', () => {
  test.each([
    ['a call', CALL, 200],
    ['a refused call', '/web-api/content/page/en/no_such_page', 404],
    ['health', '/healthz', 200],
  ])('ASVS 3.4.1: %s that came over HTTPS to a trusted proxy binds the host to it', async (_what, url, status) => {
    const answer = await server.send(url, { headers: OVER_HTTPS })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers[STRICT]).toBe('max-age=31536000')
  })

  test('ASVS 3.4.1: is not sent over plain HTTP, on the word of a stranger, or in development', async () => {
    expect((await server.send(CALL)).headers[STRICT]).toBeUndefined()
    const stranger = await server.send(CALL, { headers: OVER_HTTPS, address: '203.0.113.9' })
    expect(stranger.headers[STRICT]).toBeUndefined()
    expect((await development.send(CALL, { headers: OVER_HTTPS })).headers[STRICT]).toBeUndefined()
  })
})

describe('SEC-2, ASVS 3.3.1: cookies over HTTPS', () => {
  test.runIf(HAS_PAGES)('the choice of a language is Secure there, and only there', async () => {
    expect(setCookies(await server.send('/de', { headers: OVER_HTTPS })).lng).toMatch(/; Secure(?:;|$)/)
    expect(setCookies(await server.send('/de')).lng).not.toMatch(/secure/i)
  })

  test('the session is Secure whatever the connection', async () => {
    const answer = await register(newVisitor(server), 'fast_reg', FAST_ANSWERS)
    expect(setCookies(answer)[SESSION_COOKIE]).toMatch(/; Secure/)
  })
})

describe('links of mails', () => {
  let mails = 0
  /** The link that a registration under a host mails. */
  async function mailed(to: TestServer, host: string, headers: Readonly<Record<string, string>> = {}): Promise<URL> {
    const scheme = headers['x-forwarded-proto'] ?? 'http'
    const visitor = newVisitor(to)
    const asked = headers['x-forwarded-host'] ?? host
    const send: typeof visitor.send = (url, request = {}) =>
      visitor.send(url, { ...request, host, headers: { origin: `${scheme}://${asked}`, ...headers } })
    const email = `transport-${++mails}@mail.example`
    await newPending(to, { ...visitor, send }, email)
    const [message] = await to.identity.delivery.listMessages('pier', 1)
    return new URL(/https?:\S+/.exec(message?.body ?? '')?.[0] ?? '')
  }

  test('lead to the host that was asked for, with the scheme that the proxy tells', async () => {
    expect((await mailed(server, HOST)).origin).toBe(`http://${HOST}`)
    expect((await mailed(server, HOST, OVER_HTTPS)).origin).toBe(`https://${HOST}`)
  })

  test.each([
    ['a port', `${HOST}:8443`],
    ['capitals', HOST.toUpperCase()],
    ['the name for this machine', 'pier.localhost'],
  ])('lead to the host of the brand, without a port, when Host has %s', async (_what, host) => {
    expect((await mailed(server, host)).href).toMatch(`http://${HOST}/en/`)
  })

  test('a host of no brand gets no mail, whether Host or the proxy names it', async () => {
    await expect(mailed(server, 'evil.example')).rejects.toThrow()
    await expect(mailed(server, HOST, { ...OVER_HTTPS, 'x-forwarded-host': 'evil.example' })).rejects.toThrow()
  })

  test('keep the port in development', async () => {
    expect((await mailed(development, `${HOST}:3000`)).origin).toBe(`http://${HOST}:3000`)
  })
})

describe('the country of development', () => {
  const BONUSES = '/web-api/api/v3/bonuses/welcome-bonuses'

  test('may be in the query of every call, also of one that has a query of its own', async () => {
    expect((await development.send(`${BONUSES}?bonus=sport&country=de`)).statusCode).toBe(200)
    const unknown = await development.send(`${BONUSES}?bonus=sport&county=de`)
    expect(unknown.json()).toMatchObject({ code: 'request.invalid', params: { where: 'query/county' } })
  })

  test('chooses the fields of the form', async () => {
    const chosen = async (country: string) => {
      const answer = await development.send(`/web-api/registration/fields?country=${country}`, {
        method: 'POST',
        body: { type: 'full_reg' },
      })
      const { fields } = answer.json<{
        fields: { id: string; options?: { Alpha2?: string; selected?: boolean }[] }[]
      }>()
      return fields.find(({ id }) => id === 'country_id')?.options?.find(({ selected }) => selected)?.Alpha2
    }
    expect([await chosen('de'), await chosen('br')]).toEqual(['de', 'br'])
  })

  test('is nothing that production knows', async () => {
    const answer = await server.send(`${BONUSES}?country=de`)
    expect(answer.json()).toMatchObject({ code: 'request.invalid', params: { where: 'query/country' } })
  })
})
