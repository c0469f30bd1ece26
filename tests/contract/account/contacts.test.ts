import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normaliseAnswer } from '#machines/account/sign-in/secret-question.rules.ts'
import { createPasswords } from '#server/account/secrets/passwords.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import {
  latestTo,
  PATHS,
  playerChangingPhone,
  playerProvingEmail,
  playerProvingPhone,
  playerWithBoth,
  playerWithOtherEmail,
  playerWithWaitingPhone,
  told,
} from '../scenes/contact-scene.ts'
import { SECRET_ANSWER } from '../scenes/secret-question-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPhone, newPlayer, newVisitor, PASSWORD, type TestVisitor } from '../scenes/test-visitor.ts'
import { playerWithTwoFactor } from '../scenes/two-factor-scene.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ write }) =>
      write('pier/config/auth.json', {
        ...{ isSmsSignInOffered: true, secretQuestion: 'optional' },
        rateLimits: { secret_answer: { account: { short: { attempts: 2 } } } },
      }),
  })
})
afterAll(() => server.close())

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')
const contactsOf = async (player: TestVisitor) => (await player.send(PATHS.contacts)).json<Record<string, unknown>>()
const isSignedIn = async (visitor: TestVisitor) =>
  (await visitor.send('/web-api/v1/user-information')).statusCode === 200
const signInWith = (login: string) =>
  newVisitor(server).send('/web-api/account/login', post({ login, password: PASSWORD }))

describe('a first phone', () => {
  test('ACC-5: is sent a code by create-phone-number, which tells message and code_length', async () => {
    const player = await newPlayer(server)
    const phone = newPhone()
    const answer = await told<object>(player, PATHS.create, { phone_number: phone })
    expect(answer).toEqual({
      message: `We have sent a code to ${phone}.`,
      code_length: 6,
      retry_after_seconds: 60,
      lifetime_seconds: 600,
    })
    expect(await latestTo(server, phone)).toMatchObject({ template: 'phone_code' })
    expect(await contactsOf(player)).toEqual({ waitingPhone: phone, phoneWays: [], emailWays: ['secret'] })
    for (const phone_number of ['+850 191 1234567', '+4 ((((9 )'])
      await expectError(await player.send(PATHS.create, post({ phone_number })), 'contact.invalid')
  })

  test('ACC-6: is bound by its code alone; the session is renewed, a mail reports it, and it signs in', async () => {
    const { player, email, phone, code } = await playerWithWaitingPhone(server)
    const confirm = (confirm_code: string, phone_number = phone) =>
      player.send(PATHS.confirmCreated, post({ phone_number, confirm_code, is_send_sms_to_apps: true }))
    await expectError(await confirm(otherThan(code)), 'phone_code.wrong')
    await expectError(await confirm(code, newPhone()), 'contact.expired')
    const before = player.session()
    expect((await confirm(code)).json()).toEqual({ success: true })
    expect(player.session()).not.toBe(before)
    expect(await isSignedIn(player)).toBe(true)
    expect(await contactsOf(player)).toMatchObject({ phone, email, phoneWays: ['code'] })
    expect((await latestTo(server, email)).template).toBe('contact_changed')
    expect((await signInWith(phone)).statusCode).toBe(200)
    await expectError(await confirm(code), 'contact.expired')
  })

  test.each([true, false])(
    'ACC-6: with is_send_sms_to_apps %s later codes may come by messenger or not',
    async (is_send_sms_to_apps) => {
      const { player, phone, code } = await playerWithWaitingPhone(server)
      await told(player, PATHS.confirmCreated, { phone_number: phone, confirm_code: code, is_send_sms_to_apps })
      server.wait(60_000)
      await told(player, PATHS.sendCode)
      const messages = await server.identity.delivery.listMessages('pier')
      const [latest, first] = messages.filter(({ recipient }) => recipient === phone)
      expect([latest?.template, latest?.takesAppMessages ?? false]).toEqual(['contact_allow_code', is_send_sms_to_apps])
      expect(first?.takesAppMessages).toBeUndefined()
    },
  )

  test('SEC-4: that has another account is answered like any other, and its owner is told', async () => {
    const { phone } = await playerWithBoth(server)
    const [one, other] = [await newPlayer(server), await newPlayer(server)]
    const free = newPhone()
    const toTaken = await one.send(PATHS.create, post({ phone_number: phone }))
    const toFree = await other.send(PATHS.create, post({ phone_number: free }))
    expect(toTaken.body.replace(phone, free)).toBe(toFree.body)
    expect(await latestTo(server, phone)).toMatchObject({ template: 'phone_wanted', code: '' })
    const refusals = await Promise.all(
      (
        [
          [one, phone],
          [other, free],
        ] as const
      ).map(async ([player, phone_number]) => {
        const code = otherThan((await latestTo(server, free)).code)
        const answer = await player.send(PATHS.confirmCreated, post({ phone_number, confirm_code: code }))
        return expectError(answer, 'phone_code.wrong')
      }),
    )
    expect(refusals[0]?.params).toEqual(refusals[1]?.params)
  })

  test('AUTH-11: repeatActivationPopup tells which address waits for its code', async () => {
    const { player, phone, code } = await playerWithWaitingPhone(server)
    expect(await told(player, PATHS.popup)).toEqual({ isShown: true, kind: 'phone' })
    await told(player, PATHS.confirmCreated, { phone_number: phone, confirm_code: code })
    expect(await told(player, PATHS.popup)).toEqual({ isShown: false })
    const { player: other } = await playerProvingEmail(server)
    expect(await told(other, PATHS.popup)).toEqual({ isShown: true, kind: 'email' })
  })
})

describe('another phone', () => {
  test('ACC-8, ACC-9, ACC-11, ACC-12: takes the code of the one so far, then its own', async () => {
    const { player, phone, wanted, code } = await playerChangingPhone(server)
    await expectError(await player.send(PATHS.confirm, post({ confirm_code: code })), 'contact.not_allowed')
    const wrong = await player.send(`${PATHS.checkCode}?confirm_code=${otherThan(code)}`)
    await expectError(wrong, 'phone_code.wrong')
    expect((await player.send(`${PATHS.checkCode}?confirm_code=${code}`)).json()).toEqual({ success: true })
    await expectError(await player.send(PATHS.checkCode, post({ confirm_code: code })), 'phone_code.expired')
    expect(await contactsOf(player)).toMatchObject({ phone, waitingPhone: wanted })
    const sent = await told<{ message: string; code_length: number }>(player, PATHS.sendCode)
    expect(sent).toMatchObject({ message: `We have sent a code to ${wanted}.`, code_length: 6 })
    const own = (await latestTo(server, wanted)).code
    await expectError(await player.send(PATHS.confirm, post({ confirm_code: otherThan(own) })), 'phone_code.wrong')
    const before = player.session()
    await told(player, PATHS.confirm, { confirm_code: own })
    expect(player.session()).not.toBe(before)
    expect((await latestTo(server, phone)).template).toBe('contact_changed')
    expect((await signInWith(wanted)).statusCode).toBe(200)
    await expectError(await signInWith(phone), 'sign_in.wrong_credentials')
  })

  test('ACC-10: takes the answer to the secret question instead', async () => {
    const { player, wanted } = await playerChangingPhone(server)
    expect(await contactsOf(player)).toMatchObject({ phoneWays: ['code', 'secret'] })
    await expectError(await player.send(`${PATHS.checkAnswer}?user_answer=Fido`), 'contact.answer_wrong')
    expect((await player.send(`${PATHS.checkAnswer}?user_answer=${SECRET_ANSWER}`)).json()).toEqual({ success: true })
    await told(player, PATHS.sendCode)
    await told(player, PATHS.confirm, { confirm_code: (await latestTo(server, wanted)).code })
    expect(await contactsOf(player)).toMatchObject({ phone: wanted })
  })

  test('SEC-6: wrong answers to the secret question are counted, and the right one is refused beyond the budget of the brand', async () => {
    const { player } = await playerChangingPhone(server)
    const answer = (user_answer: string) => player.send(`${PATHS.checkAnswer}?user_answer=${user_answer}`)
    for (const wrong of ['Fido', 'Rex']) await expectError(await answer(wrong), 'contact.answer_wrong')
    await expectError(await answer(SECRET_ANSWER), 'rate.limited')
  })

  test('ACC-10, decision 63: where a brand asks no questions, no answer changes a phone, not even a right one of before', async () => {
    const silent = await startTestServer({ prepare: ({ write }) => write('pier/config/auth.json', {}) })
    const { player, phone, code } = await playerWithWaitingPhone(silent)
    await told(player, PATHS.confirmCreated, { phone_number: phone, confirm_code: code })
    const answer_hash = await createPasswords().hash(normaliseAnswer(SECRET_ANSWER))
    await forBrand(silent.database.db, 'pier').transaction(async (tx) => {
      const owner = tx.select('identifier').select('account_id').where('value', '=', phone)
      const { account_id } = await owner.executeTakeFirstOrThrow()
      const row = { account_id, question_id: 1, question: null, answer_hash, changed_at: silent.now() }
      await tx.insert('secret_question', row).execute()
    })
    silent.wait(60_000)
    expect(await contactsOf(player)).toMatchObject({ phoneWays: ['code'] })
    const wanted = newPhone()
    const atOnce = post({ phone_number: wanted, user_answer: SECRET_ANSWER })
    await expectError(await player.send(PATHS.updateAtOnce, atOnce), 'contact.answer_wrong')
    await expectError(
      await player.send(PATHS.checkAnswer, post({ user_answer: SECRET_ANSWER })),
      'contact.answer_wrong',
    )
    await told(player, PATHS.sendCode)
    await expect(latestTo(silent, wanted)).rejects.toThrow('nothing was sent')
    const own = (await latestTo(silent, phone)).code
    await expectError(await player.send(PATHS.confirm, post({ confirm_code: own })), 'contact.not_allowed')
    expect(await contactsOf(player)).toMatchObject({ phone })
    await silent.close()
  })

  test('ACC-7: update-phone-number takes number and proof at once', async () => {
    const { player, phone } = await playerWithBoth(server)
    await told(player, PATHS.sendCode)
    const { code } = await latestTo(server, phone)
    const wanted = newPhone()
    const update = (more: object) => player.send(PATHS.updateAtOnce, post({ phone_number: wanted, ...more }))
    await expectError(await update({ user_answer: 'Fido' }), 'contact.answer_wrong')
    await expectError(await update({ confirm_code: otherThan(code) }), 'phone_code.wrong')
    expect((await update({ confirm_code: code })).json()).toEqual({ success: true })
    await told(player, PATHS.sendCode)
    await told(player, PATHS.confirm, { confirm_code: (await latestTo(server, wanted)).code })
    expect(await contactsOf(player)).toMatchObject({ phone: wanted })
  })

  test('ACC-8: has to be of its country, and another one than the phone so far', async () => {
    const { player, phone } = await playerWithBoth(server)
    await expectError(await player.send(PATHS.update, post({ phone, country_code: 'fr' })), 'contact.invalid')
    await expectError(await player.send(PATHS.update, post({ phone, country_code: 'de' })), 'contact.same')
  })

  test('decision 60: a code is worth nothing in another session, for another number, or twice', async () => {
    const { player, email, wanted, code } = await playerProvingPhone(server)
    const elsewhere = newVisitor(server)
    await elsewhere.send('/web-api/account/login', post({ login: email, password: PASSWORD }))
    await expectError(await elsewhere.send(PATHS.confirm, post({ confirm_code: code })), 'contact.expired')
    await told(player, PATHS.updateAtOnce, { phone_number: newPhone(), user_answer: SECRET_ANSWER })
    await expectError(await player.send(PATHS.confirm, post({ confirm_code: code })), 'phone_code.expired')
    expect(await contactsOf(player)).not.toMatchObject({ phone: wanted })
  })

  test('SEC-6: a code is locked after five tries, and is too old after ten minutes', async () => {
    const { player, code } = await playerProvingPhone(server)
    for (let left = 4; left > 0; left--) {
      const answer = await player.send(PATHS.confirm, post({ confirm_code: otherThan(code) }))
      expect((await expectError(answer, 'phone_code.wrong')).params).toMatchObject({ left })
    }
    await expectError(await player.send(PATHS.confirm, post({ confirm_code: otherThan(code) })), 'phone_code.locked')
    await expectError(await player.send(PATHS.confirm, post({ confirm_code: code })), 'phone_code.locked')
    const { player: late, code: old } = await playerProvingPhone(server)
    server.wait(600_000)
    await expectError(await late.send(PATHS.confirm, post({ confirm_code: old })), 'phone_code.expired')
  })

  test('SEC-9: neither codes nor answers are logged, nor are they stored', async () => {
    const { player, code } = await playerChangingPhone(server)
    const answer = await player.send(`${PATHS.checkCode}?confirm_code=${code}`)
    expect(answer.headers['cache-control']).toContain('no-store')
    await player.send(`${PATHS.checkAnswer}?user_answer=a-secret-of-mine`)
    expect(server.log()).not.toContain(`confirm_code=${code}`)
    expect(server.log()).not.toContain('a-secret-of-mine')
  })
})

describe('the e-mail address', () => {
  test('OFF-11: is changed by the password and the code of the new one; the former one is notified', async () => {
    const { player, email, wanted, code } = await playerProvingEmail(server)
    const before = player.session()
    await told(player, `${PATHS.email}/confirm`, { confirm_code: code })
    expect(player.session()).not.toBe(before)
    expect(await contactsOf(player)).toMatchObject({ email: wanted })
    expect((await latestTo(server, email)).template).toBe('email_changed')
    expect((await signInWith(wanted)).statusCode).toBe(200)
    await expectError(await signInWith(email), 'sign_in.wrong_credentials')
  })

  test('OFF-11: is changed by a code to the address so far instead of the password', async () => {
    const { player, email } = await provedPlayer(server)
    const wanted = 'by-old-address@mail.example'
    await told(player, PATHS.email, { email: wanted })
    const sent = await told<{ message: string }>(player, `${PATHS.email}/send-code`)
    expect(sent.message).not.toContain(email)
    const { code, template } = await latestTo(server, email)
    expect(template).toBe('contact_allow_code')
    await told(player, `${PATHS.email}/check-confirm-code`, { confirm_code: code })
    await told(player, `${PATHS.email}/send-code`)
    await told(player, `${PATHS.email}/confirm`, { confirm_code: (await latestTo(server, wanted)).code })
    expect(await contactsOf(player)).toMatchObject({ email: wanted })
  })

  test('AUTH-10: activatefast proves it by the link in any browser, once, and signs nobody in', async () => {
    const { player, wanted, token } = await playerProvingEmail(server)
    const guest = newVisitor(server)
    const body = { data: { attributes: { token } } }
    expect(await told(guest, PATHS.activateFast, body)).toEqual({ success: true })
    expect(guest.session()).toBeUndefined()
    expect(await contactsOf(player)).toMatchObject({ email: wanted })
    await expectError(await guest.send(PATHS.activateFast, post(body)), 'activation.invalid')
  })

  test('AUTH-10: the link of an address that is wanted no more proves nothing', async () => {
    const { player, token } = await playerProvingEmail(server)
    await told(player, PATHS.email, { email: 'changed-my-mind@mail.example' })
    await told(player, `${PATHS.email}/check-password`, { password: PASSWORD })
    const answer = await newVisitor(server).send(PATHS.activateFast, post({ data: { attributes: { token } } }))
    await expectError(answer, 'activation.invalid')
  })

  test('SEC-4: of somebody else is answered like any other, and its owner is told', async () => {
    const { email: taken } = await provedPlayer(server)
    const send = async (email: string) => {
      const { player } = await provedPlayer(server)
      const begun = await told(player, PATHS.email, { email })
      await told(player, `${PATHS.email}/check-password`, { password: PASSWORD })
      const sent = await player.send(`${PATHS.email}/send-code`, post())
      return JSON.stringify([begun, sent.statusCode, sent.body]).replace(email, 'it')
    }
    expect(await send(taken)).toBe(await send('free@mail.example'))
    expect(await latestTo(server, taken)).toMatchObject({ template: 'email_taken', code: '' })
  })

  test('a change is undone by the link to the former address within a day; every session ends', async () => {
    const { player, email, wanted, undo } = await playerWithOtherEmail(server)
    const guest = newVisitor(server)
    await told(guest, `${PATHS.email}/undo`, { token: undo })
    expect(await isSignedIn(player)).toBe(false)
    expect((await signInWith(email)).statusCode).toBe(200)
    await expectError(await signInWith(wanted), 'sign_in.wrong_credentials')
    await expectError(await guest.send(`${PATHS.email}/undo`, post({ token: undo })), 'activation.invalid')
    const late = await playerWithOtherEmail(server)
    server.wait(86_400_000)
    await expectError(await guest.send(`${PATHS.email}/undo`, post({ token: late.undo })), 'activation.invalid')
  })

  test('a later change cannot be undone any more once an earlier one was', async () => {
    const { player, email, wanted, undo } = await playerWithOtherEmail(server)
    server.wait(60_000)
    const third = 'third@mail.example'
    await told(player, PATHS.email, { email: third })
    await told(player, `${PATHS.email}/check-password`, { password: PASSWORD })
    await told(player, `${PATHS.email}/send-code`)
    await told(player, `${PATHS.email}/confirm`, { confirm_code: (await latestTo(server, third)).code })
    const { token: later } = await latestTo(server, wanted)
    const guest = newVisitor(server)
    await told(guest, `${PATHS.email}/undo`, { token: undo })
    await expectError(await guest.send(`${PATHS.email}/undo`, post({ token: later })), 'activation.invalid')
    expect((await signInWith(email)).statusCode).toBe(200)
  })
})

describe('AUTH-15: signing in by SMS', () => {
  const SEND = '/web-api/sms-auth/send-code'
  const CHECK = '/web-api/sms-auth/check-code'
  const ask = (visitor: TestVisitor, phone: string) => visitor.send(SEND, post({ phone, purpose: 'sign_in' }))
  const check = (visitor: TestVisitor, phone: string, code: string, path = CHECK) =>
    visitor.send(path, post({ phone, code, purpose: 'sign_in' }))

  test.each([CHECK, '/sms-auth/check-code'])(
    'a code to a proved phone signs in at %s, in its browser, once',
    async (path) => {
      const { phone } = await playerWithBoth(server)
      const visitor = newVisitor(server)
      await ask(visitor, phone)
      const { code, template } = await latestTo(server, phone)
      expect(template).toBe('sign_in_code')
      await expectError(await check(newVisitor(server), phone, code, path), 'phone_code.expired')
      await expectError(await check(visitor, phone, otherThan(code), path), 'phone_code.wrong')
      const answer = await check(visitor, phone, code, path)
      expect(answer.json()).toEqual({ success: true, userId: expect.any(Number) as unknown })
      expect(await isSignedIn(visitor)).toBe(true)
      await expectError(await check(visitor, phone, code, path), 'phone_code.expired')
    },
  )

  test('SEC-4: an unknown phone is answered alike and sent nothing', async () => {
    const { phone } = await playerWithBoth(server)
    const [guest, other] = [newVisitor(server), newVisitor(server)]
    const nobody = newPhone()
    const [known, unknown] = [await ask(guest, phone), await ask(other, nobody)]
    expect(known.body).toBe(unknown.body)
    await expect(latestTo(server, nobody)).rejects.toThrow('nothing was sent')
    const wrong = otherThan((await latestTo(server, phone)).code)
    const refusals = [await check(guest, phone, wrong), await check(other, nobody, '000000')]
    const [one, two] = await Promise.all(refusals.map((answer) => expectError(answer, 'phone_code.wrong')))
    expect(one?.params).toEqual(two?.params)
  })

  test('AUTH-16: the second factor is asked for all the same', async () => {
    const { appCode, ...player } = await playerWithTwoFactor(server)
    const phone = newPhone()
    await told(player, PATHS.create, { phone_number: phone })
    await told(player, PATHS.confirmCreated, {
      phone_number: phone,
      confirm_code: (await latestTo(server, phone)).code,
    })
    server.wait(60_000)
    const visitor = newVisitor(server)
    await ask(visitor, phone)
    const error = await expectError(
      await check(visitor, phone, (await latestTo(server, phone)).code),
      'sign_in.second_factor',
    )
    expect(await isSignedIn(visitor)).toBe(false)
    await told(visitor, '/web-api/user/twoauth/', { auth_id: String(error.params?.authId), code: appCode() })
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test('a code for a sign-in confirms no registration, and the other way round', async () => {
    const { phone } = await playerWithBoth(server)
    const visitor = newVisitor(server)
    await ask(visitor, phone)
    const { code } = await latestTo(server, phone)
    await expectError(await visitor.send(CHECK, post({ phone, code })), 'phone_code.expired')
    const guest = newVisitor(server)
    const fresh = newPhone()
    await guest.send(SEND, post({ phone: fresh }))
    await expectError(await check(guest, fresh, (await latestTo(server, fresh)).code), 'phone_code.expired')
  })

  test('a brand that does not offer it refuses', async () => {
    const without = await startTestServer()
    const answer = await newVisitor(without).send(SEND, post({ phone: newPhone(), purpose: 'sign_in' }))
    await expectError(answer, 'sign_in.not_allowed')
    await without.close()
  })
})
