import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_COOKIE, SESSION_COOKIE } from '#server/create-server.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { setCookies, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPhone, newVisitor, PASSWORD, phoneCode, register, type TestVisitor } from '../scenes/test-visitor.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const sendCode = (visitor: TestVisitor, phone: string) =>
  visitor.send('/web-api/sms-auth/send-code', { method: 'POST', body: { phone } })
const checkCode = (visitor: TestVisitor, phone: string, code: string) =>
  visitor.send('/web-api/sms-auth/check-code', { method: 'POST', body: { phone, code } })
const answersFor = (phone: string) => ({
  phone: { countryCode: 'de', countryId: 56, fullPhone: phone, phoneCode: '+49', phoneNum: phone.slice(3) },
  password: PASSWORD,
  birthday: '1990-05-17',
  'agree-policy': true,
})

test('REG-2, AUTH-1: a phone that was confirmed by its code registers, is signed in, and signs in by password', async () => {
  const visitor = newVisitor(server)
  const phone = newPhone()
  const code = await phoneCode(server, visitor, phone)
  expect((await checkCode(visitor, phone, code)).json()).toEqual({ success: true })
  const registered = await register(visitor, 'phone_reg', answersFor(phone))
  expect(registered.json()).toEqual({ userId: expect.any(Number), isSignedIn: true })
  expect(setCookies(registered)[SESSION_COOKIE]).toMatch(/HttpOnly; Secure/)
  const body = { login: phone, password: PASSWORD, auth_by_email: false }
  const signedIn = await newVisitor(server).send('/web-api/account/login', { method: 'POST', body })
  expect(signedIn.json()).toEqual({ userId: registered.json<{ userId: number }>().userId })
  expect(server.log()).not.toContain(code)
})

test('RULE-17: a form whose phone was not confirmed, or in another browser, is refused at the phone', async () => {
  const visitor = newVisitor(server)
  const phone = newPhone()
  const refused = async (who: TestVisitor) => {
    const error = await expectError(await register(who, 'phone_reg', answersFor(phone)), 'registration.invalid')
    expect(error.validation_errors).toMatchObject({ phone: { code: 'phone.not_confirmed' } })
  }
  await refused(visitor)
  const code = await phoneCode(server, visitor, phone)
  await refused(visitor)
  await expectError(await checkCode(newVisitor(server), phone, code), 'phone_code.expired')
  await checkCode(visitor, phone, code)
  await refused(newVisitor(server))
})

test('the cookie that a code is bound to is random, for this host and the server alone, and stays the same', async () => {
  const visitor = newVisitor(server)
  const first = setCookies(await sendCode(visitor, newPhone()))[BROWSER_COOKIE] ?? ''
  const [value, ...attributes] = first.split('; ')
  expect(BROWSER_COOKIE).toMatch(/^__Host-/)
  expect(value).toMatch(/=[\w-]{43}$/)
  expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
  expect(setCookies(await sendCode(visitor, newPhone()))[BROWSER_COOKIE]).toBeUndefined()
  const other = setCookies(await sendCode(newVisitor(server), newPhone()))[BROWSER_COOKIE]
  expect(other?.split('; ')[0]).not.toBe(value)
  const forged = {
    method: 'POST' as const,
    body: { phone: newPhone() },
    headers: { cookie: `${BROWSER_COOKIE}=short` },
  }
  expect(setCookies(await server.send('/web-api/sms-auth/send-code', forged))[BROWSER_COOKIE]).toBeDefined()
})

test('SEC-4: a phone that has an account is answered like any other, byte for byte', async () => {
  const owner = newVisitor(server)
  const known = newPhone()
  await checkCode(owner, known, await phoneCode(server, owner, known))
  expect((await register(owner, 'phone_reg', answersFor(known))).statusCode).toBe(200)
  server.wait(60_000)
  const [toKnown, toUnknown] = [
    await sendCode(newVisitor(server), known),
    await sendCode(newVisitor(server), newPhone()),
  ]
  expect(toKnown.statusCode).toBe(200)
  expect(toKnown.body).toBe(toUnknown.body)
  expect(Object.keys(toKnown.headers).sort()).toEqual(Object.keys(toUnknown.headers).sort())
})

test('SEC-6: another code before the wait is over is refused with the seconds to wait; a code is locked after five tries', async () => {
  const visitor = newVisitor(server)
  const phone = newPhone()
  const code = await phoneCode(server, visitor, phone)
  const early = await sendCode(visitor, phone)
  await expectError(early, 'rate.limited')
  expect(early.headers['retry-after']).toBe('60')
  const wrong = code === '000000' ? '111111' : '000000'
  for (let left = 4; left > 0; left--) {
    const error = await expectError(await checkCode(visitor, phone, wrong), 'phone_code.wrong')
    expect(error.params).toMatchObject({ left })
  }
  await expectError(await checkCode(visitor, phone, wrong), 'phone_code.locked')
  await expectError(await checkCode(visitor, phone, code), 'phone_code.locked')
})

test('a code that was sent ten minutes ago is too old', async () => {
  const visitor = newVisitor(server)
  const phone = newPhone()
  const code = await phoneCode(server, visitor, phone)
  server.wait(600_000)
  await expectError(await checkCode(visitor, phone, code), 'phone_code.expired')
})

test('no code goes to a number of a country that the brand takes none from', async () => {
  const answer = await sendCode(newVisitor(server), '+850 191 1234567')
  const error = await expectError(answer, 'registration.invalid')
  expect(error.validation_errors).toMatchObject({ phone: { code: 'phone.country_unknown' } })
  const messages = await server.identity.delivery.listMessages('pier')
  expect(messages.filter(({ recipient }) => recipient.startsWith('+850'))).toEqual([])
})

test('a brand that registers nobody by phone sends no codes', async () => {
  const without = await startTestServer({
    prepare: ({ write }) => write('pier/config/registration.json', { types: { phone_reg: { isAvailable: false } } }),
  })
  const answer = await without.send('/web-api/sms-auth/send-code', { method: 'POST', body: { phone: newPhone() } })
  await expectError(answer, 'registration.type_unknown')
  expect(await without.identity.delivery.listMessages('pier')).toEqual([])
  await without.close()
})
