import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ErrorAnswer } from '#schemas'
import { BROWSER_COOKIE, SESSION_COOKIE } from '#server/create-server.ts'
import { expectError } from './scenes/answer-checks.ts'
import { HOST, setCookies, startTestServer, type TestServer } from './scenes/test-server.ts'
import {
  FAST_ANSWERS,
  fullAnswers,
  newPending,
  newPlayer,
  newVisitor,
  PASSWORD,
  register,
  type TestVisitor,
} from './scenes/test-visitor.ts'

let server: TestServer
const LOGIN = '/web-api/account/login'
const ACTIVATE = '/web-api/api/internal/v1/user/activate'
const DAY_MS = 86_400_000
const SLUICE = {
  id: 'sluice',
  name: 'Sluice',
  extends: 'pier',
  hosts: ['sluice.example'],
  schemaVersion: 2,
  revision: 1,
  operator: 'contract-fixtures',
}
const signInsOfAnAddress = (attempts: number) => ({
  rateLimits: { sign_in: { ip: { short: { attempts, windowMs: 120_000 } } } },
})

beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('sluice/brand.json', SLUICE)
      await write('sluice/config/auth.json', signInsOfAnAddress(2))
    },
  })
})
beforeEach(() => server.wait(DAY_MS))
afterAll(() => server.close())

const tryPassword = (visitor: TestVisitor, login: string, password: string) =>
  visitor.send(LOGIN, { method: 'POST', body: { login, password, auth_by_email: login.includes('@') } })

/** Holds a refusal for too many attempts against its contract. @returns the seconds to wait */
async function expectLimited(answer: LightMyRequestResponse): Promise<number> {
  const error = await expectError(answer, 'rate.limited')
  const seconds = Number(answer.headers['retry-after'])
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(error.retryAfterSeconds).toBe(seconds)
  expect(error.params).toEqual({ seconds })
  expect(error.message).toContain(seconds < 120 ? `in ${seconds} second` : `in ${Math.ceil(seconds / 60)} minutes`)
  return seconds
}

describe('SEC-6: too many attempts are answered with the time to wait', () => {
  test('sign-in: five for an account from anywhere, then for work alone, the right password too, and again after the wait', async () => {
    const { userId, password } = await newPlayer(server)
    const login = String(userId)
    for (let n = 0; n < 5; n++)
      await expectError(await tryPassword(newVisitor(server), login, `wrong ${n}`), 'sign_in.wrong_credentials')
    await expectError(await tryPassword(newVisitor(server), login, password), 'captcha.work_required')
    server.wait(900_000)
    expect((await tryPassword(newVisitor(server), login, password)).statusCode).toBe(200)
  })

  test('sign-in: five for a browser, whatever the account', async () => {
    const visitor = newVisitor(server)
    for (let n = 0; n < 5; n++)
      await expectError(await tryPassword(visitor, `a${n}@mail.example`, 'wrong'), 'sign_in.wrong_credentials')
    await expectLimited(await tryPassword(visitor, 'other@mail.example', 'wrong'))
  })

  test('sign-in: twenty for an address, whatever the browser; a forwarded address of an untrusted client is nothing', async () => {
    for (let n = 0; n < 20; n++) {
      const answer = await server.send(LOGIN, {
        method: 'POST',
        address: '192.0.2.77',
        body: { login: `b${n}@mail.example`, password: 'wrong' },
        headers: { 'user-agent': `Browser ${n}`, 'x-forwarded-for': `198.51.100.${n}` },
      })
      await expectError(answer, 'sign_in.wrong_credentials')
    }
    const answer = await server.send(LOGIN, {
      method: 'POST',
      address: '192.0.2.77',
      body: { login: 'b@mail.example', password: 'wrong' },
      headers: { 'user-agent': 'Browser 99', 'x-forwarded-for': '198.51.100.99' },
    })
    await expectLimited(answer)
  })

  test("sign-in: a brand's own numbers hold for it alone, and new ones as soon as they are written", async () => {
    let made = 0
    const attempt = (host: string) => {
      made += 1
      const body = { login: `c${made}@mail.example`, password: 'wrong' }
      return server.send(LOGIN, { method: 'POST', host, address: '192.0.2.78', body })
    }
    for (let n = 0; n < 2; n++) await expectError(await attempt('sluice.example'), 'sign_in.wrong_credentials')
    expect(await expectLimited(await attempt('sluice.example'))).toBe(120)
    for (let n = 0; n < 3; n++) await expectError(await attempt(HOST), 'sign_in.wrong_credentials')
    await server.brands.write('sluice/config/auth.json', signInsOfAnAddress(3))
    await vi.waitFor(async () => expectError(await attempt('sluice.example'), 'sign_in.wrong_credentials'), {
      timeout: 3000,
      interval: 100,
    })
    await expectLimited(await attempt('sluice.example'))
  })

  test('registration: five for a browser in an hour', async () => {
    const visitor = newVisitor(server)
    for (let n = 0; n < 5; n++) expect((await register(visitor, 'fast_reg', FAST_ANSWERS)).statusCode).toBe(200)
    expect(await expectLimited(await register(visitor, 'fast_reg', FAST_ANSWERS))).toBeLessThanOrEqual(3600)
  })

  test('mails: one a minute to an address', async () => {
    const visitor = newVisitor(server)
    const { userId } = await newPending(server, visitor, 'minute@mail.example')
    const again = () => visitor.send('/web-api/user/sendActivationMail', { method: 'POST', body: { userId } })
    // The mail of the registration was one to the same address.
    server.wait((await expectLimited(await again())) * 1000)
    expect((await again()).statusCode).toBe(200)
  })

  test('mails: a visitor who waits as the answer says gets another one, and a new time to wait', async () => {
    const visitor = newVisitor(server)
    const registered = await register(visitor, 'full_reg', fullAnswers('waits@mail.example'))
    expect(registered.json()).toEqual({ userId: expect.any(Number), isSignedIn: false, retryAfterSeconds: 60 })
    const { userId } = registered.json<{ userId: number }>()
    const again = () => visitor.send('/web-api/user/sendActivationMail', { method: 'POST', body: { userId } })
    for (let mail = 2; mail <= 3; mail += 1) {
      server.wait(59_000)
      expect(await expectLimited(await again())).toBe(1)
      server.wait(1000)
      expect((await again()).json()).toEqual({ success: true, retryAfterSeconds: 60 })
    }
    expect((await register(newVisitor(server), 'fast_reg', FAST_ANSWERS)).json()).not.toHaveProperty(
      'retryAfterSeconds',
    )
  })

  test('codes: a code takes no more wrong attempts than it allows, and then not the right one either', async () => {
    const visitor = newVisitor(server)
    const { userId, code } = await newPending(server, visitor, 'guess@mail.example')
    const codes = new Set<string>()
    for (let n = 0; n < 20; n++) {
      const wrong = String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0')
      const body = { data: { attributes: { userId, code: wrong } } }
      codes.add((await newVisitor(server).send(ACTIVATE, { method: 'POST', body })).json<ErrorAnswer>().code)
      if (codes.has('activation.too_many_attempts')) break
    }
    expect([...codes]).toEqual(['activation.invalid', 'activation.too_many_attempts'])
    const right = { data: { attributes: { userId, code } } }
    const answer = await newVisitor(server).send(ACTIVATE, { method: 'POST', body: right })
    expect(answer.statusCode).not.toBe(200)
  })
})

/** What a client can see of an answer, except for ids that are new every time. */
function visible(answer: LightMyRequestResponse, ...fresh: readonly string[]): string {
  const { 'x-request-id': requestId, date: _date, 'content-length': _length, ...headers } = answer.headers
  const body = fresh.reduce(
    (text, id) => text.replaceAll(id, '<id>'),
    answer.body.replaceAll(String(requestId), '<id>'),
  )
  // A browser without a name is given one, which is new every time too.
  const { [BROWSER_COOKIE]: name = '', ...cookies } = setCookies(answer)
  const seen = { ...headers, 'set-cookie': { ...cookies, [BROWSER_COOKIE]: name.replace(/=[\w-]{43}/, '=<name>') } }
  return JSON.stringify({ status: answer.statusCode, headers: seen, body })
}

describe('SEC-4: known and unknown accounts are answered alike', () => {
  test('sign-in with a wrong password: by e-mail, by number', async () => {
    const mail = await newPending(server, newVisitor(server), 'known@mail.example')
    const body = { data: { attributes: { token: mail.token } } }
    await newVisitor(server).send(ACTIVATE, { method: 'POST', body })
    await newPending(server, newVisitor(server), 'pending@mail.example')
    const { userId } = await newPlayer(server)
    const logins = ['known@mail.example', 'pending@mail.example', 'unknown@mail.example', String(userId), '99999999']
    const answers = await Promise.all(logins.map((login) => tryPassword(newVisitor(server), login, 'not the password')))
    expect(new Set(answers.map((answer) => visible(answer))).size).toBe(1)
  })

  test('registration with an address that has an account: a fresh number, no session, the same as any other', async () => {
    const owner = await newPending(server, newVisitor(server), 'taken@mail.example')
    const body = { data: { attributes: { token: owner.token } } }
    await newVisitor(server).send(ACTIVATE, { method: 'POST', body })
    server.wait(DAY_MS)
    const answers = await Promise.all(
      ['taken@mail.example', 'free@mail.example'].map((email) =>
        register(newVisitor(server), 'full_reg', fullAnswers(email)),
      ),
    )
    const ids = answers.map((answer) => answer.json<{ userId: number }>().userId)
    expect(new Set([...ids, owner.userId]).size).toBe(3)
    expect(new Set(answers.map((answer, n) => visible(answer, String(ids[n])))).size).toBe(1)
    expect(answers.flatMap((answer) => Object.keys(setCookies(answer)))).not.toContain(SESSION_COOKIE)
    const [, mail] = (await server.identity.delivery.listMessages('pier')).filter(
      ({ recipient }) => recipient === 'taken@mail.example',
    )
    expect(mail?.template).toBe('activation')
    const again = await newVisitor(server).send(LOGIN, {
      method: 'POST',
      body: { login: 'taken@mail.example', password: PASSWORD, auth_by_email: true },
    })
    expect(again.json()).toEqual({ userId: owner.userId })
  })

  test('AUTH-11: another activation mail, for an account that waits, one that does not, and none', async () => {
    const waiting = await newPending(server, newVisitor(server), 'waiting@mail.example')
    const { userId } = await newPlayer(server)
    // The mail of the registration was one to the same address.
    server.wait(60_000)
    const answers = await Promise.all(
      [waiting.userId, userId, 99_999_999].map((id) =>
        newVisitor(server).send('/web-api/user/sendActivationMail', { method: 'POST', body: { userId: id } }),
      ),
    )
    expect(new Set(answers.map((answer) => visible(answer))).size).toBe(1)
    expect(answers[0]?.json()).toEqual({ success: true, retryAfterSeconds: 60 })
  })
})

describe('SEC-3: passwords', () => {
  test.each(['short7!', 'password', 'qwertyuiop', '12345678'])('%j is refused at its field', async (password) => {
    const answers = { ...fullAnswers('weak@mail.example'), password, password_again: password }
    const error = await expectError(await register(newVisitor(server), 'full_reg', answers), 'registration.invalid')
    expect(Object.keys(error.validation_errors ?? {})).toEqual(['password'])
    expect(JSON.stringify(error)).not.toContain(password === 'password' ? '"password":"password"' : password)
  })

  test('of 64 characters and more are taken as they are, blanks and all', async () => {
    const password = `  ${'ключ от гавани '.repeat(6)}  `
    const answers = { ...fullAnswers('long@mail.example'), password, password_again: password }
    expect((await register(newVisitor(server), 'full_reg', answers)).statusCode).toBe(200)
    const messages = await server.identity.delivery.listMessages('pier')
    const body = messages.find(({ recipient }) => recipient === 'long@mail.example')?.body ?? ''
    const token = /token=([\w-]+)/.exec(body)?.[1]
    await newVisitor(server).send(ACTIVATE, { method: 'POST', body: { data: { attributes: { token } } } })
    expect((await tryPassword(newVisitor(server), 'long@mail.example', password)).statusCode).toBe(200)
    await expectError(
      await tryPassword(newVisitor(server), 'long@mail.example', password.trim()),
      'sign_in.wrong_credentials',
    )
  })
})
