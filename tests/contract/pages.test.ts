import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPath } from '#machines/site/routes/routes.ts'
import { htmlMarks } from './scenes/html-skeleton.ts'
import { HAS_PAGES, HOST, ORIGIN, setCookies, startTestServer, type TestServer } from './scenes/test-server.ts'

let server: TestServer
const ABOUT = buildPath('about', {}, 'en')
/** A route that the fixture brand switches off. */
const PAYMENT = buildPath('payment', {}, 'en')
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

beforeAll(async () => {
  server = await startTestServer({
    environment: { LIVERY_COUNTRY_HEADER: 'x-country', LIVERY_TRUSTED_PROXIES: '10.0.0.1' },
    prepare: ({ write }) =>
      write('jetty/brand.json', {
        id: 'jetty',
        name: 'Jetty',
        extends: 'pier',
        hosts: ['jetty.example'],
        schemaVersion: 2,
        revision: 1,
        operator: 'contract-fixtures',
      }),
  })
})
afterAll(() => server.close())

const open = (url: string, headers: Readonly<Record<string, string>> = {}, host = HOST) =>
  server.send(url, { host, headers: { ...HTML, ...headers } })

/** First element of a name whose attributes are as given. */
function element(html: string, name: string, attributes: Readonly<Record<string, string>> = {}) {
  return htmlMarks(html).find(
    (mark) =>
      mark.kind === 'start' &&
      mark.name === name &&
      Object.entries(attributes).every(([key, value]) => mark.attributes[key] === value),
  )
}

describe.runIf(HAS_PAGES)('the document', () => {
  test.each([['/en'], ['/en/casino'], ['/en/no-such-page'], ['/ar']])(
    '%s begins with its type, so that browsers lay it out by the standard',
    async (path) => {
      expect((await open(path)).body).toMatch(/^<!doctype html><html lang=/)
    },
  )
})

describe('the way to a language', () => {
  test.each([
    ['nothing', {}, '/en'],
    ['a language of the brand', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }, '/de'],
    ['one that the brand does not have', { 'accept-language': 'ja,ko;q=0.9' }, '/en'],
    ['the better of two', { 'accept-language': 'de;q=0.4, ar;q=0.8' }, '/ar'],
    ['a choice made before', { cookie: 'lng=ar', 'accept-language': 'de' }, '/ar'],
    ['a choice that is offered no longer', { cookie: 'lng=xx' }, '/en'],
    ['a choice that is no language', { cookie: 'lng=constructor' }, '/en'],
    ['a header that is nonsense', { 'accept-language': ';;q=,,*/*' }, '/en'],
  ])('follows from %s', async (_what, headers, location) => {
    const answer = await open('/', headers)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe(location)
    expect(answer.headers.vary).toBe('accept-language, cookie')
  })

  test.each([
    ['of another language', 'AE', '/ar'],
    ['whose language the brand does not have', 'FR', '/en'],
    ['that is the brand’s default country too', 'de', '/de'],
    ['of which the brand knows nothing, which is no country', 'zz', '/en'],
  ])('follows from a country %s, where a trusted proxy tells it', async (_what, country, location) => {
    const told = { 'x-country': country, 'x-forwarded-for': '203.0.113.9' }
    expect((await open('/', told)).headers.location).toBe(location)
    expect((await open('/', { 'x-country': country })).headers.location).toBe('/en')
    expect((await open('/', { ...told, 'accept-language': 'de' })).headers.location).toBe('/de')
  })

  test.each([
    ['/registration?type=fast_reg&bonus=a%20b', '/en/registration?type=fast_reg&bonus=a%20b'],
    ['/russia', '/en/russia'],
    ['/england/x', '/en/england/x'],
    ['/office/', '/en/office/'],
    ['/?promo=1', '/en?promo=1'],
    ['/%3Cscript%3E', '/en/%3Cscript%3E'],
  ])('I18N-2, decision 2: %s leads to %s', async (url, location) => {
    const answer = await open(url)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe(location)
  })

  test.each([
    '//evil.example',
    '//evil.example/en',
    '/\\evil.example',
    '/%2F%2Fevil.example',
    '/en//evil.example',
    '/https:/evil.example',
  ])('SEC-8: %s leads to no other site', async (url) => {
    const { location } = (await open(url)).headers
    if (location) expect(new URL(location, ORIGIN).origin).toBe(ORIGIN)
  })

  test('a page in a language is remembered as a choice, and the cookie is set once', async () => {
    const answer = await open('/de/no-such-page')
    expect(setCookies(answer).lng).toMatch(/^lng=de; Max-Age=31536000; Path=\/; .*SameSite=Lax$/)
    expect((await open('/de/no-such-page', { cookie: 'lng=de' })).headers['set-cookie']).toBeUndefined()
  })
})

test('a host that belongs to no brand gets a plain page that tells its name, safely', async () => {
  const answer = await open('/en', {}, 'nobody.example')
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toContain('No site is served at nobody.example')
  expect(answer.body).toContain(String(answer.headers['x-request-id']))
  expect(element(answer.body, 'script')).toBeUndefined()
  const odd = await open('/en', {}, '<img src=x>.example')
  expect(odd.statusCode).toBe(400)
  expect(odd.headers['content-type']).toContain('text/html')
  expect(element(odd.body, 'img')).toBeUndefined()
})

describe.skipIf(!HAS_PAGES)('a page', () => {
  test.each([
    ['en', 'ltr'],
    ['de', 'ltr'],
    ['ar', 'rtl'],
  ])('in %s names its language, its direction, itself and its other languages', async (language, direction) => {
    const answer = await open(`${buildPath('about', {}, language)}?utm=1`)
    expect(answer.statusCode).toBe(200)
    expect(element(answer.body, 'html')?.attributes).toMatchObject({ lang: language, dir: direction })
    expect(answer.body).toMatch(/<title>[^<]+ · Pier<\/title>/)
    const canonical = element(answer.body, 'link', { rel: 'canonical' })
    expect(canonical?.attributes.href).toBe(ORIGIN + buildPath('about', {}, language))
    const alternates = htmlMarks(answer.body).filter(({ attributes }) => attributes.rel === 'alternate')
    expect(Object.fromEntries(alternates.map(({ attributes }) => [attributes.hreflang, attributes.href]))).toEqual({
      en: ORIGIN + buildPath('about', {}, 'en'),
      de: ORIGIN + buildPath('about', {}, 'de'),
      ar: ORIGIN + buildPath('about', {}, 'ar'),
      'x-default': ORIGIN + buildPath('about', {}, 'en'),
    })
  })

  test('describes itself for search engines', async () => {
    const html = (await open('/en')).body
    expect(element(html, 'meta', { name: 'description' })?.attributes.content).toMatch(/\w{3}/)
    expect(element(html, 'meta', { name: 'viewport' })).toBeDefined()
    expect(element(html, 'meta', { name: 'robots' })).toBeUndefined()
  })

  test('CFG-1: the same build shows two brands, each under its host', async () => {
    const [pier, jetty] = await Promise.all([open('/en'), open('/en', {}, 'jetty.example')])
    expect(element(pier.body, 'html')?.attributes['data-brand']).toBe('pier')
    expect(element(jetty.body, 'html')?.attributes['data-brand']).toBe('jetty')
    expect(jetty.body).toMatch(/<title>[^<]* · Jetty<\/title>/)
    expect(jetty.body).not.toContain('· Pier')
    const entry = (html: string) => htmlMarks(html).find(({ name, attributes }) => name === 'script' && attributes.src)
    expect(entry(jetty.body)?.attributes.src).toBe(entry(pier.body)?.attributes.src)
  })

  test.each(['/en/no-such-page', `${ABOUT}/deeper`, PAYMENT, '/en/toto/7'])(
    'CFG-32: %s is not there or not offered: 404 with the brand around it',
    async (url) => {
      const answer = await open(url)
      expect(answer.statusCode).toBe(404)
      expect(element(answer.body, 'html')?.attributes['data-brand']).toBe('pier')
      expect(answer.body).toMatch(/<title>[^<]+ · Pier<\/title>/)
      expect(element(answer.body, 'meta', { name: 'robots' })?.attributes.content).toBe('noindex')
      expect(element(answer.body, 'footer')).toBeDefined()
      expect(answer.headers['cache-control']).toBe('private, no-store')
    },
  )

  test('CFG-32: what is not there offers the home page in the other languages, and no address of itself', async () => {
    const hrefs = (html: string) => htmlMarks(html).flatMap(({ attributes }) => attributes.href ?? [])
    const missing = hrefs((await open('/en/no-such-page?a=1')).body)
    expect(missing).toEqual(expect.arrayContaining(['/de', '/ar']))
    expect(missing.filter((href) => /\/(?:de|ar)\/no-such-page/.test(href))).toEqual([])
    const there = hrefs((await open(`${ABOUT}?a=1`)).body)
    expect(there).toContain(`${buildPath('about', {}, 'de')}?a=1`)
  })

  test('CFG-32: a route that one brand switched off is there at another', async () => {
    await server.brands.write('jetty/config/application.json', { routes: { payment: { isAvailable: true } } })
    await expect.poll(async () => (await open(PAYMENT, {}, 'jetty.example')).statusCode, { timeout: 5000 }).toBe(200)
    expect((await open(PAYMENT)).statusCode).toBe(404)
  })

  test('keeps the query of an address with a trailing slash, and shows the same page', async () => {
    const answer = await open(`${ABOUT}/?a=1&b=%20`)
    const target = answer.headers.location ?? `${ABOUT}/?a=1&b=%20`
    expect(target).toContain('?a=1&b=%20')
    expect([200, 301, 302, 308]).toContain(answer.statusCode)
    if (answer.statusCode === 200) expect(answer.body).toContain(`href="${ORIGIN}${ABOUT}"`)
  })

  test.each([
    '/en/%00',
    '/en/%0A',
    '/en/a%0D%0Ab',
    '/en/%E2%80%A8',
    '/en/%5C',
    '/en//x',
    '/en/%2F',
    '/en/..%2f..%2fetc',
    '/en/%F0%9F%98%80',
    `/en/${'a'.repeat(5000)}`,
  ])('that nobody has is not found, however odd its address: %s', async (url) => {
    const answer = await open(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test('is sent as small as the client takes it', async () => {
    const plain = await open(ABOUT)
    const brotli = await open(ABOUT, { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await open(ABOUT, { 'accept-encoding': 'gzip, deflate' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    const title = /<title>[^<]*<\/title>/.exec(plain.body)?.[0] ?? 'no title'
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain(title)
    expect(gunzipSync(gzip.rawPayload).toString()).toContain(title)
    expect(brotli.rawPayload.length).toBeLessThan(gzip.rawPayload.length * 1.2)
    expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })

  test('is not sent in a coding that the client refuses', async () => {
    const answer = await open(ABOUT, { 'accept-encoding': 'br;q=0, gzip' })
    expect(answer.headers['content-encoding']).toBe('gzip')
    const identity = await open(ABOUT, { 'accept-encoding': 'br;q=0, gzip;q=0, identity' })
    expect(identity.headers['content-encoding']).toBeUndefined()
  })

  test('HEAD has the headers of GET and no body', async () => {
    const answer = await server.send(ABOUT, { method: 'HEAD', headers: HTML })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain('script-src')
    expect(answer.body).toBe('')
    expect((await server.send('/en/no-such-page', { method: 'HEAD', headers: HTML })).statusCode).toBe(404)
  })

  test('ROLE-6: of players sends a guest to sign in, with the way back, and is never kept', async () => {
    const answer = await open('/en/office/account')
    expect(answer.statusCode).toBe(302)
    const target = new URL(String(answer.headers.location), ORIGIN)
    expect(target.origin).toBe(ORIGIN)
    expect(target.pathname).toBe('/en/login')
    expect([...target.searchParams.values()]).toEqual(['/en/office/account'])
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  test('takes the country that a trusted proxy names, if there is such a country', async () => {
    const countries: unknown[] = []
    for (const country of ['FR', 'zz', 'constructor', '__proto__', '"><script>']) {
      const { body } = await open('/en', { 'x-country': country, 'x-forwarded-for': '203.0.113.9' })
      countries.push(/"visitor":\{"country":"([^"]*)"/.exec(body)?.[1])
    }
    expect(countries).toEqual(['fr', 'de', 'de', 'de', 'de'])
  })
})

test.skipIf(!HAS_PAGES)(
  'beside a board the coupon has its name and its outline before its code, and says what it needs where no script runs',
  async () => {
    const { body } = await open('/en/line')
    expect(body).toContain('>Coupon</h2><noscript><p')
    expect(body).toContain('The coupon needs JavaScript.')
    expect((await open('/en/information/about')).body).not.toContain('The coupon needs JavaScript.')
  },
)

describe.skipIf(!HAS_PAGES)('SEC-1: the policy of a page', () => {
  const directives = (policy: unknown) =>
    Object.fromEntries(
      String(policy)
        .split('; ')
        .map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]),
    )

  test('lets scripts run by a nonce that is new for each answer, and by nothing else', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => open('/en')))
    const nonces = answers.map((answer) => {
      const policy = directives(answer.headers['content-security-policy'])
      const nonce = /^'nonce-([\w+/=]{22,})'$/.exec(policy['script-src']?.[0] ?? '')?.[1]
      expect(policy['script-src']).toEqual([`'nonce-${nonce}'`, "'strict-dynamic'"])
      const scripts = htmlMarks(answer.body).filter(({ kind, name }) => kind === 'start' && name === 'script')
      expect(scripts.length).toBeGreaterThan(1)
      for (const { attributes } of scripts) expect(attributes.nonce).toBe(nonce)
      return nonce
    })
    expect(new Set(nonces).size).toBe(nonces.length)
    for (const nonce of nonces) expect(Buffer.from(nonce ?? '', 'base64').length).toBeGreaterThanOrEqual(16)
  })

  test('allows nothing from elsewhere, no frame around it, and enforces Trusted Types', async () => {
    for (const url of ['/en', '/en/no-such-page', '/en/registration']) {
      const policy = (await open(url)).headers['content-security-policy']
      const rest = directives(policy)
      expect(JSON.stringify(rest)).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/)
      expect(rest).toMatchObject({
        'default-src': ["'none'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'connect-src': ["'self'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['livery'],
      })
    }
  })

  test('is kept by the page itself: no handler in an attribute, no script address, no style element', async () => {
    for (const url of ['/en', '/en/registration', '/en/login', ABOUT, '/ar', '/en/no-such-page']) {
      for (const { kind, name, attributes } of htmlMarks((await open(url)).body)) {
        expect(Object.keys(attributes).filter((attribute) => attribute.startsWith('on'))).toEqual([])
        expect(Object.values(attributes).filter((value) => /^\s*javascript:/i.test(value))).toEqual([])
        if (kind === 'start') expect(['iframe', 'object', 'embed', 'base', 'style']).not.toContain(name)
      }
    }
  })
})
