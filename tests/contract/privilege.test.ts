import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { changing } from './security-contracts.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newPending, newPlayer, newVisitor, type TestVisitor } from './test-visitor.ts'
import { atSecondStep, playerWithApp, playerWithTwoFactor, proofOf } from './two-factor-scene.ts'

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

describe('SEC-12: the end of a session tells the browser to throw away what it keeps, but for cookies and storage', () => {
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
