import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import { newPlayer, PASSWORD, setUpAccounts } from './account.test-support.ts'
import { PHONE_CONFIRMATION_LIFETIME_MS } from './phone-codes.ts'

const PHONE = '+5511912345678'
const UNCONFIRMED = { code: 'registration.invalid', fields: { phone: { code: 'phone.not_confirmed' } } }

await describeOnQuickestEngine('codes for phones', (database) => {
  function setUp(brandId: string, isGuarded = false) {
    const scene = setUpAccounts(database(), { brandId, isGuarded })
    const { accounts, visitor, lastSecrets, messages } = scene
    return {
      ...scene,
      send: async (who: Visitor = visitor, phone = PHONE) => {
        const answer = await accounts.sendPhoneCode(who, phone)
        return { answer, code: lastSecrets().code, message: messages.at(-1) }
      },
      check: (code: string, who: Visitor = visitor, phone = PHONE) => accounts.confirmPhone(who, phone, code),
      register: (who: Visitor = visitor, phone = PHONE) =>
        accounts.registerByPhone(who, newPlayer({ registeredBy: 'phone_reg' }), { phone, password: PASSWORD }),
    }
  }
  const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

  test('REG-14: a phone is confirmed by its code, registered with once, and signed in by', async () => {
    const { send, check, register, accounts, visitor } = setUp('phone')
    await expect(register()).rejects.toMatchObject(UNCONFIRMED)
    const { answer, code, message } = await send(visitor, '+55 (11) 91234-5678')
    expect(answer).toEqual({ codeLength: 6, retryAfterSeconds: 60, lifetimeSeconds: 600, left: 4 })
    expect(message).toMatchObject({ kind: 'sms', recipient: PHONE, template: 'phone_code' })
    await expect(register()).rejects.toMatchObject(UNCONFIRMED)
    await check(` ${code} `)
    expect(await accounts.isPhoneConfirmed(visitor, PHONE)).toBe(true)
    const { userId, session } = await register()
    expect(await accounts.findSession('phone', session.token)).toMatchObject({ accountId: userId })
    expect((await accounts.signIn(visitor, { login: PHONE, password: PASSWORD })).accountId).toBe(userId)
    expect(await accounts.isPhoneConfirmed(visitor, PHONE)).toBe(false)
    await expect(register()).rejects.toMatchObject(UNCONFIRMED)
    await expect(check(code)).rejects.toMatchObject({ code: 'phone_code.expired' })
  })

  test('of two registrations at once with one confirmation, one makes an account', async () => {
    const { send, check, register } = setUp('twice')
    await check((await send()).code)
    const outcomes = await Promise.allSettled([register(), register()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('SEC-6: wrong codes say how many tries are left; after the last even the right one is refused', async () => {
    const { send, check, register } = setUp('tries')
    const { code } = await send()
    for (let left = 4; left > 0; left--) {
      await expect(check(otherThan(code))).rejects.toMatchObject({ code: 'phone_code.wrong', params: { left } })
    }
    await expect(check(otherThan(code))).rejects.toMatchObject({ code: 'phone_code.locked' })
    await expect(check(code)).rejects.toMatchObject({ code: 'phone_code.locked' })
    await expect(register()).rejects.toMatchObject(UNCONFIRMED)
    await check((await send()).code)
  })

  test('a code is good for ten minutes, a new one takes the force of the old, and the same one sent twice is right twice', async () => {
    const { send, check, wait } = setUp('stale')
    await expect(check('123456')).rejects.toMatchObject({ code: 'phone_code.expired' })
    const { code: first } = await send()
    wait(600_000)
    await expect(check(first)).rejects.toMatchObject({ code: 'phone_code.expired' })
    const { code: second } = await send()
    const { code: third } = await send()
    if (second !== third) await expect(check(second)).rejects.toMatchObject({ code: 'phone_code.wrong' })
    await check(third)
    await check(third)
    await expect(check(otherThan(third))).rejects.toMatchObject({ code: 'phone_code.wrong' })
  })

  test('a confirmation holds for an hour, and a new code takes it back', async () => {
    const { send, check, register, accounts, visitor, wait } = setUp('hour')
    await check((await send()).code)
    wait(PHONE_CONFIRMATION_LIFETIME_MS - 1)
    expect(await accounts.isPhoneConfirmed(visitor, PHONE)).toBe(true)
    expect(await accounts.hasPhoneConfirmationLapsed(visitor, PHONE)).toBe(false)
    wait(1)
    await expect(register()).rejects.toMatchObject(UNCONFIRMED)
    expect(await accounts.hasPhoneConfirmationLapsed(visitor, PHONE)).toBe(true)
    const elsewhere = { ...visitor, browser: 'another-browser' }
    expect(await accounts.hasPhoneConfirmationLapsed(elsewhere, PHONE)).toBe(false)
    await check((await send()).code)
    await send()
    expect(await accounts.hasPhoneConfirmationLapsed(visitor, PHONE)).toBe(false)
    await expect(register()).rejects.toMatchObject(UNCONFIRMED)
  })

  test('code and confirmation are worth nothing for another phone, in another browser or another brand', async () => {
    const { send, check, register, visitor } = setUp('bound')
    const elsewhere = { ...visitor, browser: 'another-browser' }
    const { code } = await send()
    for (const who of [elsewhere, { ...visitor, browser: undefined }, { ...visitor, brandId: 'bound-too' }]) {
      await expect(check(code, who)).rejects.toMatchObject({ code: 'phone_code.expired' })
    }
    await expect(check(code, visitor, '+5511912345679')).rejects.toMatchObject({ code: 'phone_code.expired' })
    await check(code)
    await expect(register(elsewhere)).rejects.toMatchObject(UNCONFIRMED)
    await expect(register(visitor, '+5511912345679')).rejects.toMatchObject(UNCONFIRMED)
    await send(elsewhere)
    await register()
  })

  test('SEC-4: a phone that has an account is answered and written like any other; only its message differs', async () => {
    const { send, check, register, messages, visitor } = setUp('taken')
    await check((await send()).code)
    await register()
    const stranger = { ...visitor, browser: 'stranger' }
    const known = await send(stranger)
    const unknown = await send(stranger, '+5511900000000')
    expect(known.answer).toEqual(unknown.answer)
    expect(known.message).toMatchObject({ kind: 'sms', recipient: PHONE, template: 'phone_taken', secrets: {} })
    expect(messages.at(-1)).toMatchObject({ template: 'phone_code' })
    const rows = await forBrand(database().db, 'taken').transaction((tx) =>
      tx.select('one_time_code').select(['attempts_left', 'used_at']).where('used_at', 'is', null).execute(),
    )
    expect(rows).toEqual([
      { attempts_left: 5, used_at: null },
      { attempts_left: 5, used_at: null },
    ])
    const refusals = await Promise.all(
      [PHONE, '+5511900000000'].map((phone) => register(stranger, phone).catch((error: Error) => error)),
    )
    for (const refusal of refusals) expect(refusal).toMatchObject(UNCONFIRMED)
  })

  test('a visitor who confirmed a phone learns when it got an account in the meantime', async () => {
    const { send, check, register, visitor } = setUp('race')
    const elsewhere = { ...visitor, browser: 'laptop' }
    await check((await send()).code)
    await check((await send(elsewhere)).code, elsewhere)
    await register()
    await expect(register(elsewhere)).rejects.toMatchObject({ fields: { phone: { code: 'phone.taken' } } })
  })

  test('SEC-6: one code a minute and five a day for a phone, however it is written and from any browser', async () => {
    const { send, visitor, wait } = setUp('budget', true)
    await send()
    const again = send({ ...visitor, address: '10.9.9.9', browser: 'other' }, '+55 11 91234-5678')
    await expect(again).rejects.toMatchObject({ code: 'rate.limited', retryAfterSeconds: 60 })
    for (let left = 8; left > 4; left--) {
      wait(60_000)
      expect((await send()).answer).toMatchObject({ left })
    }
    wait(60_000)
    await expect(send()).rejects.toMatchObject({ code: 'rate.limited' })
  })

  test('neither code nor token of a browser is stored as it is', async () => {
    const { send, visitor } = setUp('hashed')
    const { code } = await send()
    const rows = await forBrand(database().db, 'hashed').transaction((tx) =>
      tx.select('one_time_code').selectAll().execute(),
    )
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(visitor.browser)
  })
})
