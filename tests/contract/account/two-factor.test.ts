import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '#server/account/secrets/secrets.ts'
import { beginChallenge } from '#server/account/two-factor/sign-in-challenge.ts'
import { fromBase32, totpCode, totpStep } from '#server/account/two-factor/totp.ts'
import { BROWSER_COOKIE } from '#server/create-server.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'
import {
  atSecondStep,
  playerWithApp,
  playerWithPhone,
  playerWithTwoFactor,
  proofOf,
} from '../scenes/two-factor-scene.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ write }) => write('pier/config/boolean.json', { isTwoFactorSmsRequired: true }),
  })
})
afterAll(() => server.close())

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const ENABLE = '/web-api/twofactorauthenable'
const isSignedIn = async (visitor: { send: ReturnType<typeof newVisitor>['send'] }) =>
  (await visitor.send('/web-api/v1/user-information')).statusCode === 200

describe('switching the second factor on', () => {
  test('TFA-1: POST gettwofactorqrcodeurl takes no payload and tells qr_code_url, qr_link and code', async () => {
    const player = await playerWithApp(server)
    const answer = (await player.send('/web-api/gettwofactorqrcodeurl', post())).json()
    expect(Object.keys(answer).sort()).toEqual(['code', 'qr_code_url', 'qr_link'])
    expect(answer.qr_link).toMatch(/^otpauth:\/\/totp\/Pier:/)
  })

  test('TFA-2: POST twofactorauthenable takes an app code alone and tells recovery codes; the cookie is renewed', async () => {
    const player = await playerWithApp(server)
    const before = player.session()
    const answer = await player.send(ENABLE, post({ app_code: player.appCode() }))
    expect(answer.json().recovery_codes).toHaveLength(10)
    expect(player.session()).not.toBe(before)
    expect(await isSignedIn(player)).toBe(true)
  })

  test('TFA-3: without an app code it is not switched on', async () => {
    const player = await playerWithApp(server)
    for (const body of [{}, { app_code: '' }, { sms_code: '123456' }]) {
      await expectError(await player.send(ENABLE, post(body)), 'request.invalid')
    }
    expect((await player.send('/web-api/twofactorauthstate')).json()).toMatchObject({ isOn: false })
  })

  test('TFA-7: a wrong SMS code is error_code 2, a wrong app code is not', async () => {
    const { phone, ...visitor } = await playerWithPhone(server)
    expect((await visitor.send('/web-api/twofactorauthstate')).json()).toMatchObject({ asksSms: true })
    const sent = await visitor.send('/web-api/sendSmsForTwoFactorActivation', post())
    expect(sent.json()).toMatchObject({ codeLength: 6, retryAfterSeconds: 60 })
    const messages = await server.identity.delivery.listMessages('pier')
    const message = messages.find(({ recipient, template }) => recipient === phone && template === 'two_factor_code')
    const smsCode = /\b(\d{6})\b/.exec(message?.body ?? '')?.[1] ?? ''
    const offered = (await visitor.send('/web-api/gettwofactorqrcodeurl', post())).json<{ code: string }>()
    const app_code = totpCode(fromBase32(offered.code), totpStep(server.now()))
    const enable = (body: object) => visitor.send(ENABLE, post(body))
    const wrongSms = await enable({ app_code, sms_code: smsCode === '000000' ? '111111' : '000000' })
    await expectError(wrongSms, 'two_factor.sms_wrong')
    expect(wrongSms.json().error_code).toBe(2)
    const wrongApp = await enable({ app_code: 'wrong', sms_code: smsCode })
    await expectError(wrongApp, 'two_factor.wrong')
    expect(wrongApp.json().error_code).toBeUndefined()
    await expectError(await enable({ app_code }), 'two_factor.sms_wrong')
    expect((await enable({ app_code, sms_code: smsCode })).statusCode).toBe(200)
  })

  test('TFA-5: POST twofactorauthdisable takes the hash that a code has proved', async () => {
    const player = await playerWithTwoFactor(server)
    const hash = await proofOf(player)
    await expectError(
      await player.send('/web-api/twofactorauthdisable', post({ hash: 'x' })),
      'two_factor.proof_expired',
    )
    expect((await player.send('/web-api/twofactorauthdisable', post({ hash }))).json()).toEqual({ success: true })
    expect((await player.send('/web-api/twofactorauthstate')).json()).toEqual({
      isOn: false,
      asksSms: false,
      recoveryCodesLeft: 0,
    })
  })

  test('SEC-9: neither secrets nor codes are logged', async () => {
    const player = await playerWithTwoFactor(server)
    const hash = await proofOf(player)
    const { authId } = await atSecondStep(server, player)
    for (const secret of [hash, authId, ...player.recoveryCodes]) expect(server.log()).not.toContain(secret)
  })
})

describe('AUTH-16: the second step of a sign-in', () => {
  test.each(['/web-api/user/twoauth/', '/user/twoauth/'])('is sent to %s', async (path) => {
    const player = await playerWithTwoFactor(server)
    const { visitor, authId } = await atSecondStep(server, player)
    expect(visitor.session()).toBeUndefined()
    expect(await isSignedIn(visitor)).toBe(false)
    const answer = await visitor.send(path, post({ auth_id: authId, code: player.appCode() }))
    expect(answer.json()).toEqual({ userId: player.userId })
    expect(visitor.session()).toMatch(/^[\w-]{43}$/)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test.each(['/web-api/socauth/twofactor/', '/socauth/twofactor/'])(
    'is sent to %s after a social sign-in, and belongs to the browser that began it',
    async (path) => {
      const player = await playerWithTwoFactor(server)
      const token = newToken()
      const start = { accountId: player.userId, kind: 'social', isRemembered: false, token, now: server.now() } as const
      await forBrand(server.database.db, 'pier').transaction((tx) => beginChallenge(tx, start))
      const send = (cookie: string, code: string) =>
        newVisitor(server).send(path, { ...post({ code }), headers: { cookie } })
      await expectError(await send(`${BROWSER_COOKIE}=${newToken()}`, player.appCode()), 'two_factor.expired')
      await expectError(await send(`${BROWSER_COOKIE}=${token}`, 'wrong'), 'two_factor.wrong')
      const asPassword = post({ auth_id: token, code: player.appCode() })
      await expectError(await newVisitor(server).send('/user/twoauth/', asPassword), 'two_factor.expired')
      const answer = await send(`${BROWSER_COOKIE}=${token}`, player.appCode())
      expect(answer.json()).toEqual({ userId: player.userId })
    },
  )

  test('SEC-4: a wrong password is answered alike, whether or not there is a second factor', async () => {
    const player = await playerWithTwoFactor(server)
    const fail = (login: string) =>
      newVisitor(server).send('/web-api/account/login', post({ login, password: 'not the password' }))
    const [on, none] = [await fail(String(player.userId)), await fail('nobody@mail.example')]
    const { requestId: _on, ...told } = on.json()
    const { requestId: _none, ...alike } = none.json()
    expect(on.statusCode).toBe(none.statusCode)
    expect(told).toEqual(alike)
  })
})
