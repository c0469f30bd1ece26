import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAuthenticator } from '#server/account/passkeys/authenticator.test-support.ts'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { PATHS, playerProvingEmail, playerProvingPhone, playerWithWaitingPhone } from './scenes/contact-scene.ts'
import { addPasskeyTo, askedToMake, playerWithPasskey } from './scenes/passkey-scene.ts'
import { changing, encoded } from './scenes/security-contracts.ts'
import { provedPlayer } from './scenes/security-scene.ts'
import { ORIGIN, startTestServer, type TestServer } from './scenes/test-server.ts'
import { newPending, newPlayer, newVisitor, PASSWORD, type TestVisitor } from './scenes/test-visitor.ts'
import { atSecondStep, playerWithApp, playerWithTwoFactor, proofOf } from './scenes/two-factor-scene.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })

async function isAlive(token: string | undefined): Promise<boolean> {
  const headers = { cookie: `${SESSION_COOKIE}=${token}` }
  return (await server.send('/web-api/v1/user-information', { headers })).statusCode === 200
}

/** What gives a browser other rights than it had: a browser that has a session, and the step. */
const STEPS: Readonly<Record<string, () => Promise<readonly [TestVisitor, () => Promise<{ statusCode: number }>]>>> = {
  'a sign-in': async () => {
    const player = await newPlayer(server)
    const credentials = { login: String(player.userId), password: player.password }
    return [player, () => player.send('/web-api/account/login', post(credentials))]
  },
  'a sign-in as somebody else': async () => {
    const [player, other] = [await newPlayer(server), await newPlayer(server)]
    const credentials = { login: String(other.userId), password: other.password }
    return [player, () => player.send('/web-api/account/login', post(credentials))]
  },
  'the second step of a sign-in': async () => {
    const owner = await playerWithTwoFactor(server)
    const { authId } = await atSecondStep(server, owner)
    const body = { auth_id: authId, code: owner.appCode() }
    return [owner, () => owner.send('/web-api/user/twoauth/', post(body))]
  },
  'an activation': async () => {
    const player = await newPlayer(server)
    const { token } = await newPending(server, newVisitor(server), 'privilege@mail.example')
    const body = { data: { attributes: { token } } }
    return [player, () => player.send('/web-api/api/internal/v1/user/activate', post(body))]
  },
  'a second step by a passkey': async () => {
    const owner = await playerWithTwoFactor(server)
    const authenticator = await addPasskeyTo(owner, owner.appCode())
    const { authId } = await atSecondStep(server, owner)
    const asked = await owner.send('/web-api/passkeys/second-step/start', post({ auth_id: authId }))
    const { user: _user, ...signed } = authenticator.use(asked.json())
    return [owner, () => owner.send('/web-api/passkeys/second-step', post({ auth_id: authId, ...signed }))]
  },
  'adding a passkey': async () => {
    const player = await newPlayer(server)
    const made = newAuthenticator(ORIGIN).make(await askedToMake(player, player.password))
    return [player, () => player.send('/web-api/passkeys/add', post(made))]
  },
  'removing a passkey': async () => {
    const { authenticator, password, ...player } = await playerWithPasskey(server)
    const body = { passkey_id: authenticator.passkeyId(), secret: password }
    return [player, () => player.send('/web-api/passkeys/remove', post(body))]
  },
  'a first phone': async () => {
    const { player, phone, code } = await playerWithWaitingPhone(server)
    return [player, () => player.send(PATHS.confirmCreated, post({ phone_number: phone, confirm_code: code }))]
  },
  'a change of the phone': async () => {
    const { player, code } = await playerProvingPhone(server)
    return [player, () => player.send(PATHS.confirm, post({ confirm_code: code }))]
  },
  'a change of the e-mail address': async () => {
    const { player, code } = await playerProvingEmail(server)
    return [player, () => player.send(`${PATHS.email}/confirm`, post({ confirm_code: code }))]
  },
  'switching codes by mail on': async () => {
    const { player } = await provedPlayer(server)
    return [
      player,
      () => player.send('/web-api/user/auth-by-email', post({ is_on: true, password: encoded(PASSWORD) })),
    ]
  },
  'a change of the password': async () => {
    const player = await newPlayer(server)
    return [player, () => player.send('/web-api/password', changing(player.password))]
  },
  'switching the second factor on': async () => {
    const player = await playerWithApp(server)
    return [player, () => player.send('/web-api/twofactorauthenable', post({ app_code: player.appCode() }))]
  },
  'switching the second factor off': async () => {
    const player = await playerWithTwoFactor(server)
    const hash = await proofOf(player)
    return [player, () => player.send('/web-api/twofactorauthdisable', post({ hash }))]
  },
}

describe('SEC-2: the id of a session is another one after each change of rights, and the former is worth nothing', () => {
  test.each(Object.entries(STEPS))('%s', async (_name, prepare) => {
    const [browser, step] = await prepare()
    const before = browser.session()
    expect(await isAlive(before)).toBe(true)
    expect((await step()).statusCode).toBe(200)
    expect(browser.session()).not.toBe(before)
    expect(await isAlive(browser.session())).toBe(true)
    expect(await isAlive(before)).toBe(false)
  })
})

describe('SEC-12: the end of a session tells the browser to clear what it keeps, except for cookies and storage', () => {
  test.each([
    ['/web-api/user/disconnect', () => post()],
    ['/web-api/disconnecteverywhere', () => post({})],
    ['/web-api/closesession', (session_id: string) => post({ session_id })],
  ])('%s', async (path, request) => {
    const player = await newPlayer(server)
    const { session_id } = (await player.send('/web-api/getsessionid')).json<{ session_id: string }>()
    const answer = await player.send(path, request(session_id))
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(player.session()).toBeUndefined()
  })
})
