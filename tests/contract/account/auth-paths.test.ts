import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUTH_PATHS, PLATFORM_AUTH_PATHS } from '#calls/auth-paths.ts'
import { CALLS } from '#calls/catalogue.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const PATHS =
  '/user/auth /sms-auth/send-code /sms-auth/check-code /user/twoauth/ /user/disconnect /oauth/rights /oauth/auth /socauth/auth /socauth/twofactor/ /session-api/sessions/user /api/internal/xframe/v1/user/auth'

describe('the paths of signing in', () => {
  test('AUTH-14: one place names all of them, and nothing else', () => {
    expect(Object.values(AUTH_PATHS).sort()).toEqual(PATHS.split(' ').sort())
  })

  test.each(Object.values(AUTH_PATHS))('AUTH-14: %s is a call of ours, or left to the platform', async (path) => {
    const call = CALLS.find(({ alsoAt }) => alsoAt === path)
    expect(call === undefined).toBe(PLATFORM_AUTH_PATHS.includes(path))
    if (call)
      expect([call.path, call.method]).toEqual([`/web-api${path}`, path === AUTH_PATHS.sessions ? 'GET' : 'POST'])
    else await expectError(await newVisitor(server).send(path, { method: 'POST', body: {} }), 'route.not_found')
  })
})
