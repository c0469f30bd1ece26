import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLS } from '#calls/catalogue.ts'
import { expectError } from './scenes/answer-checks.ts'
import { HOST, ORIGIN, startTestServer, type TestServer } from './scenes/test-server.ts'
import { newPlayer } from './scenes/test-visitor.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ORIGINS = [
  { origin: null, isOwn: true },
  { origin: ORIGIN, isOwn: true },
  { origin: `https://${HOST}`, isOwn: false },
  { origin: `${ORIGIN}:8080`, isOwn: false },
  { origin: `${ORIGIN}.evil.example`, isOwn: false },
  { origin: 'http://evil.example', isOwn: false },
  { origin: 'null', isOwn: false },
  { origin: '', isOwn: false },
] as const
const SITES = [
  { site: null, isOwn: true },
  { site: 'same-origin', isOwn: true },
  { site: 'same-site', isOwn: false },
  { site: 'cross-site', isOwn: false },
  { site: 'none', isOwn: false },
  { site: 'SAME-ORIGIN ', isOwn: false },
] as const
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const SAFE = new Set<string>(['GET', 'HEAD', 'OPTIONS'])

const matrix = METHODS.flatMap((method) =>
  ORIGINS.flatMap((from) =>
    SITES.map((fetched) => ({
      method,
      origin: from.origin,
      site: fetched.site,
      isTaken: SAFE.has(method) || (from.isOwn && fetched.isOwn),
    })),
  ),
)

test(`SEC-5: ${matrix.length} pairs of method, Origin and Sec-Fetch-Site are taken or refused as they should`, async () => {
  const wrong: object[] = []
  for (const { method, origin, site, isTaken } of matrix) {
    const answer = await server.send('/web-api/user/disconnect', {
      method,
      headers: { origin, 'sec-fetch-site': site },
    })
    const isRefused = answer.statusCode === 403
    if (isRefused === isTaken) wrong.push({ method, origin, site, status: answer.statusCode })
  }
  expect(wrong).toEqual([])
})

const changing = CALLS.filter(({ method }) => method !== 'GET').flatMap((call) =>
  [call.path, ...(call.alsoAt ? [call.alsoAt] : [])].map((path) => ({
    id: call.id,
    path,
    method: call.method,
    // What mail programs send to end a mailing is a form too; the token of the mail is all that it goes by.
    formTypes: [
      ...(call.form ? ['multipart/'] : []),
      ...(call.isOneClick ? ['multipart/', 'application/x-www-form-urlencoded'] : []),
    ],
  })),
)

/** Paths that a call of its own reads. */
const READ = new Set(
  CALLS.filter(({ method }) => method === 'GET').flatMap(({ path, alsoAt }) => [path, ...(alsoAt ? [alsoAt] : [])]),
)

describe.each(changing)('SEC-5: $id at $path', ({ path, method }) => {
  test('is refused from another site, with the session that the browser would send along', async () => {
    const player = await newPlayer(server)
    for (const headers of [{ origin: 'https://evil.example' }, { origin: null, 'sec-fetch-site': 'cross-site' }]) {
      await expectError(await player.send(path, { method, headers, body: {} }), 'origin.refused')
    }
    expect((await player.send('/web-api/v1/user-information')).statusCode).toBe(200)
  })
})

test('SEC-5: no call changes anything by GET', async () => {
  const player = await newPlayer(server)
  for (const { path } of changing) {
    const answer = await player.send(path)
    if (!READ.has(path)) expect(answer.statusCode).not.toBe(200)
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect((await player.send('/web-api/v1/user-information')).statusCode).toBe(200)
})

test('SEC-5: a form of another site cannot speak to a call: only JSON is taken, by its exact type, and files where they are asked for', async () => {
  const player = await newPlayer(server)
  const types = [
    'text/plain',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/jsonp',
    'text/json',
    'application/xml',
  ]
  for (const type of types) {
    for (const { path, method, formTypes } of changing) {
      if (formTypes.some((form) => type.startsWith(form))) continue
      const answer = await player.send(path, { method, body: '{"level":1}', headers: { 'content-type': type } })
      expect(`${type} ${path} ${answer.statusCode}`).toBe(`${type} ${path} 415`)
      await expectError(answer, 'request.unsupported_media')
    }
  }
})

test('a body of more than 256 KiB is refused before it is read', async () => {
  const body = JSON.stringify({ login: 'x', password: 'y'.repeat(256 * 1024) })
  const answer = await server.send('/web-api/account/login', { method: 'POST', body })
  await expectError(answer, 'request.too_large')
})

test('a method that a call does not have, and a call that does not exist, are answered in the shape of errors', async () => {
  await expectError(await server.send('/web-api/user/getuserconfig', { method: 'DELETE' }), 'route.not_found')
  await expectError(await server.send('/web-api/no/such/call', { method: 'POST' }), 'route.not_found')
  await expectError(await server.send('/web-api/no/such/call'), 'route.not_found')
})

test('an address that cannot be decoded is answered in the shape of errors', async () => {
  const error = await expectError(await server.send('/web-api/content/page/en/%E0%A4%A'), 'request.invalid')
  expect(error.message).not.toContain('%E0')
})

const TYPES = [
  { type: 'application/json', isJson: true },
  { type: 'application/json; charset=utf-8', isJson: true },
  { type: 'text/plain', isJson: false },
  { type: 'application/x-www-form-urlencoded', isJson: false },
  { type: 'multipart/form-data; boundary=x', isJson: false },
] as const

test('SEC-5: what a form can send is refused by its origin first, and by its type even from the own origin', async () => {
  const wrong: object[] = []
  const player = await newPlayer(server)
  for (const { origin, isOwn: isOwnOrigin } of ORIGINS)
    for (const { site, isOwn: isOwnSite } of SITES)
      for (const { type, isJson } of TYPES) {
        const headers = { origin, 'sec-fetch-site': site, 'content-type': type }
        const request = { method: 'POST', body: '{"login":"nobody"}', headers } as const
        const { statusCode } = await player.send('/web-api/api/internal/v1/user/passwordreset/state', request)
        const isOwn = isOwnOrigin && isOwnSite
        const expected = isOwn ? (isJson ? 400 : 415) : 403
        if (statusCode !== expected) wrong.push({ origin, site, type, statusCode, expected })
      }
  expect(wrong).toEqual([])
  expect((await player.send('/web-api/v1/user-information')).statusCode).toBe(200)
})
