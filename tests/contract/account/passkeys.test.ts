import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../scenes/answer-checks.ts'
import { addPasskeyTo, askedToUse, playerWithPasskey } from '../scenes/passkey-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestVisitor } from '../scenes/test-visitor.ts'
import { atSecondStep, playerWithTwoFactor } from '../scenes/two-factor-scene.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const SIGN_IN = '/web-api/passkeys/sign-in'
const isSignedIn = async (visitor: TestVisitor) =>
  (await visitor.send('/web-api/v1/user-information')).statusCode === 200

test('a passkey made in one browser signs in by another that shares the authenticator', async () => {
  const { userId, authenticator } = await playerWithPasskey(server)
  const visitor = newVisitor(server)
  const answer = await visitor.send(SIGN_IN, post(authenticator.use(await askedToUse(visitor))))
  expect(answer.json()).toEqual({ userId })
  expect(answer.headers['cache-control']).toContain('no-store')
  expect(await isSignedIn(visitor)).toBe(true)
})

test('SEC-2: adding and removing a passkey renew the cookie', async () => {
  const player = await newPlayer(server)
  const before = player.session()
  const authenticator = await addPasskeyTo(player, player.password)
  const between = player.session()
  expect(between).not.toBe(before)
  const body = { passkey_id: authenticator.passkeyId(), secret: player.password }
  expect((await player.send('/web-api/passkeys/remove', post(body))).statusCode).toBe(200)
  expect(player.session()).not.toBe(between)
  expect(await isSignedIn(player)).toBe(true)
  const visitor = newVisitor(server)
  const gone = await visitor.send(SIGN_IN, post(authenticator.use(await askedToUse(visitor))))
  await expectError(gone, 'passkey.wrong')
})

test('SEC-4: an unknown passkey and a wrong signature are answered alike', async () => {
  const { authenticator } = await playerWithPasskey(server)
  const { authenticator: stranger } = await playerWithPasskey(server)
  const visitor = newVisitor(server)
  const wrong = authenticator.use(await askedToUse(visitor))
  const signature = stranger.use(await askedToUse(visitor)).signature
  const told = await visitor.send(SIGN_IN, post({ ...wrong, signature }))
  const unknown = authenticator.use(await askedToUse(visitor))
  const alike = await visitor.send(SIGN_IN, post({ ...unknown, id: 'bm9ib2R5LWhhcy1zdWNoLWEtcGFzc2tleQ' }))
  const { requestId: _one, ...one } = told.json()
  const { requestId: _other, ...other } = alike.json()
  expect(one).toMatchObject({ code: 'passkey.wrong', statusCode: 422 })
  expect(one).toEqual(other)
})

test('AUTH-16: the first step tells whether a passkey may be used for the second', async () => {
  const player = await playerWithTwoFactor(server)
  const login = { login: String(player.userId), password: player.password }
  const first = async () => (await newVisitor(server).send('/web-api/account/login', post(login))).json().params
  expect(await first()).toMatchObject({ passkeys: 0 })
  await addPasskeyTo(player, player.appCode())
  expect(await first()).toMatchObject({ passkeys: 1 })
})

test('SEC-9: neither challenges nor signatures are logged', async () => {
  const player = await playerWithTwoFactor(server)
  const authenticator = await addPasskeyTo(player, player.appCode())
  const { visitor, authId } = await atSecondStep(server, player)
  const asked = (await visitor.send('/web-api/passkeys/second-step/start', post({ auth_id: authId }))).json()
  const { user: _user, ...signed } = authenticator.use(asked)
  await visitor.send('/web-api/passkeys/second-step', post({ auth_id: authId, ...signed }))
  expect(await isSignedIn(visitor)).toBe(true)
  for (const secret of [asked.challenge, signed.signature, authId]) expect(server.log()).not.toContain(secret)
})

test('a brand that does not offer passkeys refuses to make and to use them', async () => {
  const closed = await startTestServer({ prepare: ({ write }) => write('pier/config/auth.json', {}) })
  const player = await newPlayer(closed)
  const refusals = [
    await player.send('/web-api/passkeys/start', post({ secret: player.password })),
    await newVisitor(closed).send(`${SIGN_IN}/start`, post()),
    await newVisitor(closed).send('/web-api/passkeys/second-step/start', post({ auth_id: 'x' })),
  ]
  for (const refused of refusals) await expectError(refused, 'passkey.not_offered')
  await closed.close()
})
