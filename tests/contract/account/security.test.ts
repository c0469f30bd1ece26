import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionsAnswer } from '#schemas'
import { solvedToken } from '#server/guard/captcha.test-support.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { changing, encoded } from '../scenes/security-contracts.ts'
import { provedPlayer, resetMail } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, PASSWORD, type TestPlayer, type TestVisitor } from '../scenes/test-visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const RESET = '/web-api/api/internal/v1/user/passwordreset'
const NEW = 'a much better sentence'
const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const isSignedIn = async ({ send }: Pick<TestVisitor, 'send'>) =>
  (await send('/web-api/v1/user-information')).statusCode === 200
const listOf = async ({ send }: TestVisitor) =>
  (await send('/web-api/getusersessions', post())).json<SessionsAnswer>().sessions

function signIn(login: number | string, password: string, visitor = newVisitor(server)) {
  return visitor
    .send('/web-api/account/login', post({ login: String(login), password }))
    .then((answer) => ({ answer, visitor }))
}

/** The same player in another browser. */
async function elsewhere({ userId, password }: TestPlayer): Promise<TestVisitor> {
  return (await signIn(userId, password)).visitor
}

describe('sessions', () => {
  test('AUTH-8: the list has every browser of the player, says which is this one, and tells no secret', async () => {
    const player = await newPlayer(server)
    const phone = await elsewhere(player)
    const sessions = await listOf(player)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const own = sessions.find(({ isCurrent }) => isCurrent)
    expect((await player.send('/web-api/getsessionid')).json()).toEqual({ session_id: own?.sessionId })
    expect(JSON.stringify(sessions)).not.toContain(player.session())
    expect(JSON.stringify(sessions)).not.toContain(phone.session())
    expect((await player.send('/session-api/sessions/user')).json()).toEqual({ sessions })
  })

  test('AUTH-9: closesession ends that session alone, and nobody else may close it', async () => {
    const player = await newPlayer(server)
    const phone = await elsewhere(player)
    const { session_id } = (await phone.send('/web-api/getsessionid')).json<{ session_id: string }>()
    const stranger = await newPlayer(server)
    await expectError(await stranger.send('/web-api/closesession', post({ session_id })), 'session.unknown')
    expect(await isSignedIn(phone)).toBe(true)
    expect((await player.send('/web-api/closesession', post({ session_id }))).statusCode).toBe(200)
    expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(player)).toBe(true)
    await expectError(await player.send('/web-api/closesession', post({ session_id })), 'session.unknown')
  })

  test('AUTH-9: who closes the session of the request is signed out', async () => {
    const player = await newPlayer(server)
    const { session_id } = (await player.send('/web-api/getsessionid')).json<{ session_id: string }>()
    await player.send('/web-api/closesession', post({ session_id }))
    expect(player.session()).toBeUndefined()
  })

  test('AUTH-8: disconnecteverywhere ends all sessions of the player, and no other', async () => {
    const [player, stranger] = [await newPlayer(server), await newPlayer(server)]
    const phone = await elsewhere(player)
    const cookie = player.session()
    expect((await player.send('/web-api/disconnecteverywhere', post())).statusCode).toBe(200)
    expect(player.session()).toBeUndefined()
    const headers = { cookie: `__Host-sid=${cookie}` }
    expect((await server.send('/web-api/v1/user-information', { headers })).statusCode).toBe(401)
    expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(stranger)).toBe(true)
  })

  test('disconnecteverywhere may leave the session of the request alone', async () => {
    const player = await newPlayer(server)
    const phone = await elsewhere(player)
    await player.send('/web-api/disconnecteverywhere', post({ keep_current: true }))
    expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(player)).toBe(true)
    expect(await listOf(player)).toMatchObject([{ isCurrent: true }])
  })
})

describe('changing the password', () => {
  test('SEC-2: the new one lets in, the old one does not, and the session has a new id', async () => {
    const player = await newPlayer(server)
    const before = player.session()
    expect((await player.send('/web-api/password', changing(player.password))).statusCode).toBe(200)
    expect(player.session()).not.toBe(before)
    expect(await isSignedIn(player)).toBe(true)
    const headers = { cookie: `__Host-sid=${before}` }
    expect((await server.send('/web-api/v1/user-information', { headers })).statusCode).toBe(401)
    expect((await signIn(player.userId, NEW)).answer.statusCode).toBe(200)
    await expectError((await signIn(player.userId, player.password)).answer, 'sign_in.wrong_credentials')
  })

  test.each([true, false])('ACC-4: with end_other_sessions %s the others end or continue', async (isAsked) => {
    const player = await newPlayer(server)
    const phone = await elsewhere(player)
    await player.send('/web-api/password', changing(player.password, NEW, { end_other_sessions: isAsked }))
    expect(await isSignedIn(phone)).toBe(!isAsked)
    expect(await isSignedIn(player)).toBe(true)
  })

  test('ACC-3: a password as typed is refused; its exact bytes count', async () => {
    const player = await newPlayer(server)
    const plain = { old_password: player.password, password: 'as it is typed', password_confirmation: 'as it is typed' }
    const refused = await player.send('/web-api/password', { method: 'PUT', body: { data: { attributes: plain } } })
    await expectError(refused, 'request.invalid')
    const exact = '  ключ 🔑 à la main  '
    await player.send('/web-api/password', changing(player.password, exact))
    expect((await signIn(player.userId, exact)).answer.statusCode).toBe(200)
    await expectError((await signIn(player.userId, exact.trim())).answer, 'sign_in.wrong_credentials')
  })

  test('what is too easy, or not repeated alike, changes nothing', async () => {
    const player = await newPlayer(server)
    const send = (request: object) => player.send('/web-api/password', request)
    await expectError(await send(changing(player.password, 'short')), 'password.too_short')
    await expectError(await send(changing(player.password, 'password123')), 'password.too_common')
    const other = { password_confirmation: encoded('another sentence') }
    await expectError(await send(changing(player.password, NEW, other)), 'password.not_repeated')
    expect((await signIn(player.userId, player.password)).answer.statusCode).toBe(200)
  })
})

describe('a forgotten password', () => {
  const setting = (proof: object, password = NEW) =>
    post({ data: { attributes: { ...proof, password, password_confirmation: password } } })

  test('AUTH-12: a link works until it is used, whichever way it is asked', async () => {
    const { token } = await resetMail(server)
    const visitor = newVisitor(server)
    const states = async () => [
      (await visitor.send(`${RESET}?token=${token}`)).json(),
      (await visitor.send(`${RESET}/state`, post({ token }))).json(),
    ]
    expect(await states()).toEqual([{ isGood: true }, { isGood: true }])
    expect(await states()).toEqual([{ isGood: true }, { isGood: true }])
    expect((await visitor.send(RESET, setting({ token }))).statusCode).toBe(200)
    expect(await states()).toEqual([{ isGood: false }, { isGood: false }])
  })

  test('AUTH-13: the link sets the password once, and every session ends', async () => {
    const { player, email, token } = await resetMail(server)
    expect(await isSignedIn(player)).toBe(true)
    const visitor = newVisitor(server)
    await expectError(await visitor.send(RESET, setting({ token }, 'short')), 'password.too_short')
    expect((await visitor.send(RESET, setting({ token }))).statusCode).toBe(200)
    expect(await isSignedIn(player)).toBe(false)
    await expectError(await visitor.send(RESET, setting({ token }, 'the third sentence')), 'activation.invalid')
    expect((await signIn(email, NEW)).answer.statusCode).toBe(200)
    await expectError((await signIn(email, PASSWORD)).answer, 'sign_in.wrong_credentials')
  })

  test('AUTH-13: the code sets it with the login that it was asked for, and with no other', async () => {
    const { email, code } = await resetMail(server)
    const { email: other } = await provedPlayer(server)
    const visitor = newVisitor(server)
    await expectError(await visitor.send(RESET, setting({ login: other, code })), 'activation.invalid')
    expect((await visitor.send(RESET, setting({ login: email, code }))).statusCode).toBe(200)
    expect((await signIn(email, NEW)).answer.statusCode).toBe(200)
  })

  test('without a proof, or with two passwords, nothing is tried', async () => {
    const { token } = await resetMail(server)
    await expectError(await newVisitor(server).send(RESET, setting({ login: 'a@mail.example' })), 'request.invalid')
    const attributes = { token, password: NEW, password_confirmation: 'another sentence' }
    await expectError(await newVisitor(server).send(RESET, post({ data: { attributes } })), 'password.not_repeated')
    expect((await newVisitor(server).send(RESET, setting({ token }))).statusCode).toBe(200)
  })

  test('SEC-4: asking answers alike, word by word, for an account and for nobody', async () => {
    const { email } = await provedPlayer(server)
    const ask = async (login: string) => {
      const { statusCode, body, headers } = await newVisitor(server).send(`${RESET}/request`, post({ login }))
      return { statusCode, body, names: Object.keys(headers).sort() }
    }
    const known = await ask(email)
    expect(known.statusCode).toBe(200)
    for (const login of ['nobody@mail.example', '99999999', '+4915199999999', 'nonsense']) {
      expect(await ask(login)).toEqual(known)
    }
  })
})

test('what protects an account is reported as it is', async () => {
  const { player } = await provedPlayer(server)
  const state = (await player.send('/web-api/user/secure', post())).json()
  expect(state).toMatchObject({ isEmailProved: true, isPhoneProved: false, isTwoFactorOn: false, sessions: 1 })
  expect(Date.parse(state.passwordChangedAt)).toBe(server.now().getTime() - 60_000)
  const fresh = (await (await newPlayer(server)).send('/web-api/user/secure', post())).json()
  expect(fresh).toMatchObject({ isEmailProved: false, passwordChangedAt: server.now().toISOString() })
})

test('ACC-2: PUT password takes its attributes with the captcha header, where the brand asks for one', async () => {
  const guards = { password_reset: 'always' }
  const guarded = await startTestServer({
    prepare: ({ write }) => write('pier/config/captcha.json', { type: 'custom', challengeCost: 100, guards }),
  })
  const player = await newPlayer(guarded)
  const request = changing(player.password, NEW, { end_other_sessions: true })
  await expectError(await player.send('/web-api/password', request), 'captcha.required')
  await expectError(await player.send(`${RESET}/request`, post({ login: 'a@mail.example' })), 'captcha.required')
  const challenge = await player.send('/web-api/captcha/challenge', post({ action: 'password_reset' }))
  const headers = { 'x-captcha-token': await solvedToken(challenge.json()) }
  expect((await player.send('/web-api/password', { ...request, headers })).statusCode).toBe(200)
  await guarded.close()
})
