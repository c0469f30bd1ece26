import { expect, test } from 'vitest'
import { fromBase32, TOTP_STEP_MS, totpCode, totpStep } from '#server/account/two-factor/totp.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { addPasskeyTo } from '../scenes/passkey-scene.ts'
import { answers, codeOf, MINUTE_MS, socialScene } from '../scenes/social-scene.ts'
import { newVisitor, register, type TestVisitor } from '../scenes/test-visitor.ts'

const scene = socialScene()
const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })

/** Switches the second factor on. @returns what the app shows */
async function withTwoFactor(player: TestVisitor): Promise<() => string> {
  const { code } = (await player.send('/web-api/gettwofactorqrcodeurl', post())).json<{ code: string }>()
  const appCode = () => totpCode(fromBase32(code), totpStep(scene.server.now()))
  const answer = await player.send('/web-api/twofactorauthenable', post({ app_code: appCode() }))
  expect(answer.statusCode, answer.body).toBe(200)
  scene.server.wait(TOTP_STEP_MS)
  return appCode
}

test('AUTH-16: a social sign-in opens no session before the code is right, and the address holds nothing of it', async () => {
  const appCode = await withTwoFactor((await scene.newSocialPlayer()).visitor)
  const visitor = newVisitor(scene.server)
  const location = await scene.comeBack(visitor, { returnUrl: '/en/office/account' })
  const way = new URL(location, 'https://pier.example')
  expect(way.pathname).toBe('/en/login')
  expect(Object.fromEntries(way.searchParams)).toEqual({ social: 'second_factor', returnUrl: '/en/office/account' })
  expect(await scene.isSignedIn(visitor)).toBe(false)
  const send = (who: TestVisitor, code: string) => who.send('/socauth/twofactor/', post({ code }))
  await expectError(await send(newVisitor(scene.server), appCode()), 'two_factor.expired')
  await expectError(await send(visitor, 'wrong'), 'two_factor.wrong')
  expect((await send(visitor, appCode())).statusCode).toBe(200)
  expect(await scene.isSignedIn(visitor)).toBe(true)
})

test('AUTH-16: the mailed code that joins an identity to an account opens no session of it without the second factor', async () => {
  const email = `joined-${scene.people}@mail.example`
  const owner = newVisitor(scene.server)
  await scene.comeBack(owner)
  const first = (await register(owner, 'soc_reg', answers({ email }))).json<{ userId: number }>()
  await scene.activate(owner, { userId: first.userId, code: codeOf(await scene.mailTo(email)) })
  const appCode = await withTwoFactor(owner)
  scene.server.wait(MINUTE_MS)
  scene.provider.sitting = scene.person({ sub: `another-${scene.people}` })
  const visitor = newVisitor(scene.server)
  await scene.comeBack(visitor)
  const second = (await register(visitor, 'soc_reg', answers({ email }))).json<{ userId: number }>()
  const answer = await scene.activate(visitor, { userId: second.userId, code: codeOf(await scene.mailTo(email)) })
  const { params } = await expectError(answer, 'sign_in.second_factor')
  expect(await scene.isSignedIn(visitor)).toBe(false)
  const finish = post({ auth_id: params?.authId, code: appCode() })
  expect((await visitor.send('/user/twoauth/', finish)).json()).toEqual({ userId: first.userId })
})

test('AUTH-16: after a social sign-in a passkey of the account takes the place of the code, in this browser alone', async () => {
  const { visitor: owner, userId } = await scene.newSocialPlayer()
  const appCode = await withTwoFactor(owner)
  const authenticator = await addPasskeyTo(owner, appCode())
  const visitor = newVisitor(scene.server)
  const way = new URL(await scene.comeBack(visitor), 'https://pier.example')
  expect(Object.fromEntries(way.searchParams)).toEqual({ social: 'second_factor_passkey' })
  expect(await scene.isSignedIn(visitor)).toBe(false)
  const ask = (who: TestVisitor) => who.send('/web-api/passkeys/second-step/start', post({}))
  const finish = (who: TestVisitor, body: object) => who.send('/web-api/passkeys/second-step', post(body))
  const stranger = newVisitor(scene.server)
  await expectError(await ask(stranger), 'two_factor.expired')
  const used = async () => {
    const { user: _user, ...signed } = authenticator.use((await ask(visitor)).json())
    return signed
  }
  await expectError(await finish(stranger, await used()), 'two_factor.expired')
  const signed = await used()
  const { params } = await expectError(await finish(visitor, { ...signed, signature: 'AAAA' }), 'two_factor.wrong')
  expect(params).toEqual({ left: 4 })
  const before = visitor.session()
  expect((await finish(visitor, await used())).json()).toEqual({ userId })
  expect(visitor.session()).not.toBe(before)
  expect(await scene.isSignedIn(visitor)).toBe(true)
  await expectError(await ask(visitor), 'two_factor.expired')
})
