import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getStudioSession, signInToStudio, signOutOfStudio } from '#calls/studio/studio-access.calls.ts'
import { editStudioDraft } from '#calls/studio/studio-draft.calls.ts'
import { answerStudio } from '#server/studio/studio-scope.ts'
import {
  claimedStudio,
  expectStudioError,
  STUDIO_HOST,
  type StudioVisitor,
  startStudioServer,
  studioVisitor,
} from '../scenes/studio-scene.ts'
import { HOST, startTestServer, type TestServer } from '../scenes/test-server.ts'

const SECRET = 'the password of the database'

const handlers = [
  answerStudio(editStudioDraft, async ({ body }) => {
    if (body.edits[0]?.path === 'broken') throw new Error(SECRET)
    return { edits: body.edits } as never
  }),
]

let server: TestServer
let owner: StudioVisitor
beforeAll(async () => {
  const environment = { LIVERY_TRUSTED_PROXIES: '10.0.0.254' }
  server = await startStudioServer({ studioHandlers: handlers, environment })
  owner = await claimedStudio(server)
})
afterAll(() => server.close())

describe('what comes from elsewhere is refused', () => {
  test.each([
    ['the origin of a brand', { origin: `http://${HOST}` }],
    ['the origin of a draft', { origin: 'http://pier-x.draft.localhost' }],
    ['another scheme', { origin: `https://${STUDIO_HOST}` }],
    ['no origin that is one', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'same-site' }],
  ])('%s', async (_what, headers) => {
    await expectStudioError(await owner.call(signOutOfStudio, undefined, { headers }), 'origin.refused')
    expect((await owner.call(getStudioSession)).json()).toHaveProperty('account')
  })
})

describe('input', () => {
  const segments = ['pier']
  const edit = (path: string, value: unknown) => ({ edits: [{ path, pointer: '', value }], editor: 'abcdef' })

  test('may be of a megabyte where drafts are edited, and of 64 kB elsewhere', async () => {
    const large = await owner.call(editStudioDraft, edit('pages/en/about.md', 'a'.repeat(900_000)), { segments })
    expect(large.statusCode).toBe(200)
    const tooLarge = await owner.call(editStudioDraft, edit('pages/en/about.md', 'a'.repeat(1_100_000)), { segments })
    await expectStudioError(tooLarge, 'request.too_large')
    const body = { email: 'anna@operator.example', password: 'a'.repeat(70_000) }
    await expectStudioError(await owner.call(signInToStudio, body), 'request.too_large')
  })

  test('is not even read from a stranger where operators are asked for', async () => {
    const body = edit('pages/en/about.md', 'a'.repeat(1_100_000))
    await expectStudioError(await studioVisitor(server).call(editStudioDraft, body, { segments }), 'access.denied')
  })

  test('keeps what a schema leaves free', async () => {
    const value = { deep: [{ x: null, y: 1.5 }], 'a/b': 'c' }
    const answer = await owner.call(editStudioDraft, edit('config/betting.json', value), { segments })
    expect(answer.json()).toEqual({ edits: edit('config/betting.json', value).edits })
  })

  test.each([
    ['no JSON', '{"email":'],
    ['a list', '[]'],
    ['a name that the schema does not know', '{"email":"a@b.example","password":"x","isOwner":true}'],
    ['a key that poisons', '{"__proto__":{"isOwner":true}}'],
  ])('is refused as %s', async (_what, body) => {
    await expectStudioError(await studioVisitor(server).call(signInToStudio, undefined, { body }), 'request.invalid')
  })

  test('is JSON', async () => {
    const headers = { 'content-type': 'text/plain' }
    const answer = await studioVisitor(server).call(signInToStudio, undefined, { body: '{}', headers })
    await expectStudioError(answer, 'request.invalid', 415)
  })

  test('a bug says nothing of itself but in the log', async () => {
    const answer = await owner.call(editStudioDraft, edit('broken', 1), { segments })
    await expectStudioError(answer, 'server.failed')
    expect(answer.body).not.toContain(SECRET)
    expect(server.log()).toContain(SECRET)
  })
})

describe('the host', () => {
  test('has a page at every address, which frames nothing but previews and is framed by nobody', async () => {
    for (const url of ['/', '/brands/pier', '/claim', '/people', '/outbox', '/healthz', '/en']) {
      const answer = await server.send(url, { host: STUDIO_HOST })
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['x-frame-options']).toBe('DENY')
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    }
  })

  test('knows no call of brands, and no call that there is not', async () => {
    for (const path of ['/web-api/user/disconnect', '/studio-api/no-such-call']) {
      expect((await server.send(path, { host: STUDIO_HOST, method: 'POST' })).statusCode).toBe(404)
    }
    await expectStudioError(
      await server.send('/studio-api/no-such-call', { host: STUDIO_HOST }),
      'request.invalid',
      404,
    )
  })

  test('is named by a trusted proxy, and by nobody else', async () => {
    const headers = { 'x-forwarded-host': STUDIO_HOST }
    const told = await server.send(getStudioSession.path, { host: 'inside', address: '10.0.0.254', headers })
    expect(told.json()).toEqual({ isClaimed: true })
    expect((await server.send(getStudioSession.path, { host: 'inside', headers })).statusCode).toBe(404)
    const away = { 'x-forwarded-host': HOST }
    const asBrand = { host: STUDIO_HOST, address: '10.0.0.254', headers: away }
    expect((await server.send(getStudioSession.path, asBrand)).statusCode).toBe(404)
  })

  test('is written in any case, with a port or the dot of the root', async () => {
    for (const host of [STUDIO_HOST.toUpperCase(), `${STUDIO_HOST}:3000`, `${STUDIO_HOST}.`])
      expect((await server.send(getStudioSession.path, { host })).statusCode).toBe(200)
  })
})

test('in production there is no studio until a host is named, not even under the name for development', async () => {
  const without = await startTestServer()
  try {
    expect(without.studio).toBeNull()
    for (const host of ['studio.localhost', STUDIO_HOST])
      expect((await without.send(getStudioSession.path, { host })).statusCode).toBe(404)
  } finally {
    await without.close()
  }
})

test('in development it is at studio.localhost as well, with previews of drafts beside it', async () => {
  const environment = { LIVERY_MODE: 'development', LIVERY_STUDIO_HOSTS: '' }
  const local = await startTestServer({ environment })
  try {
    await local.studio?.announce(3000)
    expect(local.log()).toMatch(/http:\/\/studio\.localhost:3000\/claim#[\w-]{43}/)
    expect((await local.send(getStudioSession.path, { host: 'studio.localhost:3000' })).json()).toEqual({
      isClaimed: false,
    })
    expect(local.studio?.previews).toEqual(['http://*.draft.localhost:*'])
  } finally {
    await local.close()
  }
})
