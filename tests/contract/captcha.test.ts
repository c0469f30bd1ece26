import { writeFile } from 'node:fs/promises'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captchaConfig, solvedToken } from '#server/guard/captcha.test-support.ts'
import { HAS_PAGES, startTestServer, type TestServer } from './scenes/test-server.ts'
import { FAST_ANSWERS, newVisitor, PASSWORD, type TestVisitor } from './scenes/test-visitor.ts'

const LIFETIME_MS = captchaConfig().challengeLifetimeMs
let server: TestServer

/** The fixture brand asks for the engine's own captcha; its work is light. */
function configure(brandsDir: string, patch: object): Promise<void> {
  return writeFile(`${brandsDir}/pier/config/captcha.json`, JSON.stringify(patch))
}

const CUSTOM = { type: 'custom', challengeCost: 100, guards: { registration: 'always', code_sending: 'always' } }

beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ brandsDir }) => configure(brandsDir, CUSTOM),
  })
})
afterAll(() => server.close())

async function tokenFor(visitor: TestVisitor, action = 'registration'): Promise<string> {
  const answer = await visitor.send('/web-api/captcha/challenge', { method: 'POST', body: { action } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toContain('no-store')
  return solvedToken(answer.json())
}

function submit(visitor: TestVisitor, token?: string, fields: object = {}): Promise<LightMyRequestResponse> {
  const body = { type: 'fast_reg', fields: { country_id: 1, currency_id: 1, ...FAST_ANSWERS, ...fields } }
  const headers = token === undefined ? {} : { 'x-captcha-token': token }
  return visitor.send('/web-api/registration', { method: 'POST', body, headers })
}

/** The code of a refusal; a form that the captcha let through is judged by its answers. */
function codeOf(answer: LightMyRequestResponse): string {
  return answer.statusCode === 200 ? 'let through' : answer.json<{ code: string }>().code
}
const isLetThrough = (code: string) => code === 'let through' || code === 'registration.invalid'

describe('CAP-15: the registration of a brand that asks for a captcha', () => {
  test('is refused with 403 and a code without a token, and let through with one, once', async () => {
    const visitor = newVisitor(server)
    const refusal = await submit(visitor)
    expect([refusal.statusCode, codeOf(refusal)]).toEqual([403, 'captcha.required'])
    const token = await tokenFor(visitor)
    expect(isLetThrough(codeOf(await submit(visitor, token)))).toBe(true)
    expect(codeOf(await submit(visitor, token))).toBe('captcha.spent')
  })

  test('CAP-3: takes the token from custom_captcha_id and custom_captcha_value, which nobody else sees', async () => {
    const visitor = newVisitor(server)
    const [id = '', value = ''] = (await tokenFor(visitor)).split('.')
    const answer = await submit(visitor, undefined, { custom_captcha_id: id, custom_captcha_value: value })
    expect(isLetThrough(codeOf(answer))).toBe(true)
    expect(answer.body).not.toContain('custom_captcha')
  })

  test('refuses the token of another browser, of another action, and one that is too old', async () => {
    const visitor = newVisitor(server)
    expect(codeOf(await submit(newVisitor(server), await tokenFor(visitor)))).toBe('captcha.invalid')
    expect(codeOf(await submit(visitor, await tokenFor(visitor, 'sign_in')))).toBe('captcha.invalid')
    const old = await tokenFor(visitor)
    server.wait(LIFETIME_MS)
    expect(codeOf(await submit(visitor, old))).toBe('captcha.expired')
    expect(codeOf(await submit(visitor, 'made up'))).toBe('captcha.invalid')
  })

  test('asks for none when only the data of the form is asked for', async () => {
    const answer = await newVisitor(server).send('/web-api/registration', { method: 'POST', body: {} })
    expect(answer.statusCode).toBe(200)
  })

  test('AUTH-11: so does the sending of activation mails; signing in asks for none here', async () => {
    const visitor = newVisitor(server)
    const mail = await visitor.send('/web-api/user/sendActivationMail', { method: 'POST', body: { userId: 1 } })
    expect(codeOf(mail)).toBe('captcha.required')
    const login = { login: 'nobody@mail.example', password: PASSWORD, auth_by_email: true }
    const signIn = await visitor.send('/web-api/account/login', { method: 'POST', body: login })
    expect(codeOf(signIn)).toBe('sign_in.wrong_credentials')
  })

  test('SEC-9: neither tokens nor the name of the browser are logged', async () => {
    const visitor = newVisitor(server)
    const token = await tokenFor(visitor)
    await submit(visitor, token)
    await submit(visitor, token)
    expect(server.log()).not.toContain(token.split('.')[0])
    expect(server.log()).toContain('/web-api/registration')
  })

  test('CAP-3: the form has the field of the captcha, and its answer is not kept', async () => {
    const fields = await newVisitor(server).send('/web-api/api/web/registration/v1/fields/fast_reg')
    const ids = fields.json<{ data: { attributes: { fields: { id: string }[] } } }>().data.attributes.fields
    expect(ids.map(({ id }) => id)).toEqual(expect.arrayContaining(['custom_captcha', 'custom_captcha_id']))
    expect(ids.map(({ id }) => id)).not.toContain('google_captcha_response')
  })
})

describe('what a page fetches of a captcha', () => {
  test('a brand with a captcha of its own has no frame document', async () => {
    for (const provider of ['hcaptcha', 'google', 'custom', 'puzzle', '..']) {
      const answer = await server.send(`/captcha/frame/${provider}`)
      expect(answer.statusCode).toBe(404)
    }
  })

  test.skipIf(!HAS_PAGES)(
    'CAP-13: the frame of a hosted captcha names its provider, and the page does not',
    async () => {
      const guards = { registration: 'always' }
      const keys = { siteKeys: { hcaptcha: 'site-key' }, secretKeys: { hcaptcha: 'LIVERY_TEST_SECRET' } }
      await configure(server.brands.brandsDir, { type: 'hcaptcha', guards, ...keys })
      await expect
        .poll(async () => (await server.send('/captcha/frame/hcaptcha')).statusCode, { timeout: 10_000 })
        .toBe(200)
      const { headers, body } = await server.send('/captcha/frame/hcaptcha?key="><script>').then(async (bad) => {
        expect(bad.statusCode).toBe(503)
        return server.send('/captcha/frame/hcaptcha?key=own-key')
      })
      expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'private, no-store' })
      expect(headers['content-security-policy']).toMatch(/script-src 'nonce-[^']+' 'self' https:\/\/hcaptcha\.com/)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
      expect(body).toMatch(/hl=[a-z]{2}&[#\w]+;sitekey=own-key/)
      expect(body).toContain('data-site-key="own-key"')
    },
  )
})
