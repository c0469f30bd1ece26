import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import { DAY_MS, newPlayer, PASSWORD, setUpAccounts } from './account.test-support.ts'

const EMAIL = 'anna@mail.example'

await describeOnQuickestEngine('account', (database) => {
  async function activePlayer(brandId: string, email = EMAIL) {
    const scene = setUpAccounts(database(), { brandId })
    const { userId } = await scene.accounts.registerByEmail(scene.visitor, newPlayer(), { email, password: PASSWORD })
    const session = await scene.accounts.activateByLink(scene.visitor, scene.lastSecrets().token)
    return { ...scene, userId, session }
  }
  const allRows = async (brandId: string) =>
    JSON.stringify(
      await forBrand(database().db, brandId).transaction(async (tx) => [
        await tx.select('session').selectAll().execute(),
        await tx.select('one_time_code').selectAll().execute(),
        await tx.select('credential').selectAll().execute(),
        await tx.select('profile').selectAll().execute(),
        await tx.select('security_event').selectAll().execute(),
      ]),
    )

  test('a player signs in with e-mail in any case, or account number; a wrong password is refused', async () => {
    const { accounts, visitor, userId } = await activePlayer('login')
    for (const login of [EMAIL, ' ANNA@mail.example', String(userId)]) {
      expect((await accounts.signIn(visitor, { login, password: PASSWORD })).accountId).toBe(userId)
    }
    for (const login of [
      EMAIL,
      String(userId),
      'nobody@mail.example',
      '10000000',
      '+5511900000001',
      'nonsense',
      '9'.repeat(18),
    ]) {
      const refused = accounts.signIn(visitor, { login, password: 'not the password' })
      await expect(refused).rejects.toMatchObject({ code: 'sign_in.wrong_credentials', params: {} })
    }
  })

  test('tenancy: an account of one brand does not exist in another', async () => {
    const { accounts, visitor, session, userId } = await activePlayer('brand-one')
    const other = { ...visitor, brandId: 'brand-two' }
    await expect(accounts.signIn(other, { login: EMAIL, password: PASSWORD })).rejects.toMatchObject({
      code: 'sign_in.wrong_credentials',
    })
    await expect(accounts.signIn(other, { login: String(userId), password: PASSWORD })).rejects.toMatchObject({
      code: 'sign_in.wrong_credentials',
    })
    expect(await accounts.findSession('brand-two', session.token)).toBeUndefined()
    await expect(accounts.readProfile('brand-two', userId)).rejects.toMatchObject({ code: 'access.denied' })
    const twin = await activePlayer('brand-two')
    expect(twin.userId).not.toBe(userId)
  })

  test('SEC-2: a session is stored hashed, and signing in makes a new one and ends the former', async () => {
    const { accounts, visitor, session } = await activePlayer('cookie')
    const next = await accounts.signIn({ ...visitor, formerToken: session.token }, { login: EMAIL, password: PASSWORD })
    expect(next.token).not.toBe(session.token)
    expect(next.sessionId).not.toBe(session.sessionId)
    expect(await accounts.findSession('cookie', session.token)).toBeUndefined()
    expect(await accounts.findSession('cookie', next.token)).toMatchObject({ sessionId: next.sessionId })
    const rows = await allRows('cookie')
    for (const secret of [next.token, session.token, PASSWORD]) expect(rows).not.toContain(secret)
  })

  test('SEC-2: a password change renews the session id and can end the others', async () => {
    const { accounts, visitor, session, messages } = await activePlayer('change')
    const other = await accounts.signIn(visitor, { login: EMAIL, password: PASSWORD })
    const current = await accounts.findSession('change', session.token)
    if (!current) throw new Error('there is no session')
    const change = { oldPassword: PASSWORD, password: 'a better password', endsOthers: true }
    const wrong = accounts.changePassword(visitor, current, { ...change, oldPassword: 'not the password' })
    await expect(wrong).rejects.toMatchObject({ code: 'password.wrong' })
    const common = accounts.changePassword(visitor, current, { ...change, password: EMAIL })
    await expect(common).rejects.toMatchObject({ code: 'password.too_common' })
    const renewed = await accounts.changePassword(visitor, current, change)
    expect(renewed.sessionId).toBe(session.sessionId)
    expect(await accounts.findSession('change', session.token)).toBeUndefined()
    expect(await accounts.findSession('change', other.token)).toBeUndefined()
    expect(await accounts.findSession('change', renewed.token)).toBeDefined()
    expect(messages.at(-1)).toMatchObject({ template: 'password_changed', recipient: EMAIL })
    await accounts.signIn(visitor, { login: EMAIL, password: 'a better password' })
  })

  test('a session ends when it is idle too long, and in any case after its time; being remembered lengthens that', async () => {
    const { accounts, visitor, session, wait } = await activePlayer('idle')
    const remembered = await accounts.signIn(visitor, { login: EMAIL, password: PASSWORD, isRemembered: true })
    for (let halfDay = 0; halfDay < 14; halfDay++) {
      wait(DAY_MS / 2 - 1)
      if (halfDay < 13) expect(await accounts.findSession('idle', session.token)).toBeDefined()
      expect(await accounts.findSession('idle', remembered.token)).toBeDefined()
    }
    wait(14)
    expect(await accounts.findSession('idle', session.token)).toBeUndefined()
    wait(DAY_MS / 2)
    expect(await accounts.findSession('idle', remembered.token)).toBeUndefined()
  })

  test('sessions are listed and closed by their player, and by nobody else', async () => {
    const { accounts, visitor, session, wait } = await activePlayer('list')
    wait(1000)
    const phone = await accounts.signIn(
      { ...visitor, device: 'Phone', country: 'pt' },
      { login: EMAIL, password: PASSWORD },
    )
    const found = await accounts.findSession('list', session.token)
    const stranger = await activePlayer('list', 'bob@mail.example')
    const foreign = await stranger.accounts.findSession('list', stranger.session.token)
    if (!found || !foreign) throw new Error('a session is missing')
    expect(await accounts.listSessions('list', found)).toMatchObject([
      { sessionId: phone.sessionId, device: 'Phone', place: 'pt', isCurrent: false },
      { sessionId: session.sessionId, device: 'Firefox', place: 'br', isCurrent: true },
    ])
    await expect(accounts.closeSession(visitor, foreign, phone.sessionId)).rejects.toMatchObject({
      code: 'session.unknown',
    })
    await accounts.closeSession(visitor, found, phone.sessionId)
    expect(await accounts.findSession('list', phone.token)).toBeUndefined()
    await accounts.signIn(visitor, { login: EMAIL, password: PASSWORD })
    await accounts.closeSessions(visitor, found, 'others')
    expect(await accounts.listSessions('list', found)).toMatchObject([{ isCurrent: true }])
    await accounts.signOut(visitor, session.token)
    expect(await accounts.findSession('list', session.token)).toBeUndefined()
    expect(await accounts.findSession('list', stranger.session.token)).toBeDefined()
  })

  test('a forgotten password is reset by the mailed link, once, which ends every session', async () => {
    const { accounts, visitor, session, lastSecrets, messages, userId } = await activePlayer('reset')
    await accounts.requestPasswordReset(visitor, EMAIL)
    const { token } = lastSecrets()
    expect(messages.at(-1)).toMatchObject({ template: 'password_reset', recipient: EMAIL, isDecoy: false })
    expect(await accounts.isResetLinkGood(visitor, token)).toBe(true)
    expect(await accounts.isResetLinkGood(visitor, 'other')).toBe(false)
    await expect(accounts.resetPassword(visitor, { token }, 'short')).rejects.toMatchObject({
      code: 'password.too_short',
    })
    await accounts.resetPassword(visitor, { token }, 'a better password')
    await expect(accounts.resetPassword(visitor, { token }, 'a better password')).rejects.toMatchObject({
      code: 'activation.invalid',
    })
    expect(await accounts.findSession('reset', session.token)).toBeUndefined()
    expect((await accounts.signIn(visitor, { login: EMAIL, password: 'a better password' })).accountId).toBe(userId)
    await accounts.requestPasswordReset(visitor, String(userId))
    await accounts.resetPassword(visitor, { login: String(userId), code: lastSecrets().code }, 'the third password')
    await accounts.signIn(visitor, { login: EMAIL, password: 'the third password' })
  })

  test('SEC-4: a reset for an unknown login writes a decoy and nothing is sent', async () => {
    const { accounts, visitor, messages } = setUpAccounts(database(), { brandId: 'decoy' })
    for (const login of ['nobody@mail.example', '12345678', '+5511900000009', 'nonsense']) {
      expect(await accounts.requestPasswordReset(visitor, login)).toBeUndefined()
      expect(messages.at(-1)).toMatchObject({ template: 'password_reset', isDecoy: true })
    }
  })

  test('of tries made at the same time no more get through than one after another', async () => {
    const { accounts, visitor, lastSecrets } = setUpAccounts(database(), { brandId: 'race' })
    const outcomes = async (tries: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(tries)).map((try_) => (try_.status === 'fulfilled' ? 'in' : try_.reason.code)).sort()
    const register = async () => {
      const { userId } = await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: PASSWORD })
      return { userId, ...lastSecrets() }
    }
    const [first, second, guessed] = [await register(), await register(), await register()]
    const guesses = Array.from({ length: 8 }, () => accounts.activateByCode(visitor, guessed.userId, 'nocode'))
    expect(await outcomes(guesses)).toEqual([
      ...Array.from({ length: 5 }, () => 'activation.invalid'),
      ...Array.from({ length: 3 }, () => 'activation.too_many_attempts'),
    ])
    const links = [first, first, second, second].map(({ token }) => accounts.activateByLink(visitor, token))
    expect(await outcomes(links)).toEqual(['activation.invalid', 'activation.invalid', 'activation.invalid', 'in'])
  })

  test('text and numbers that no database takes are refused like any other wrong input', async () => {
    const { accounts, visitor, session } = await activePlayer('hostile')
    const current = await accounts.findSession('hostile', session.token)
    if (!current) throw new Error('there is no session')
    for (const login of ['\0', 'a\0@mail.example', '\ud800@mail.example', '9'.repeat(18)]) {
      const refused = accounts.signIn(visitor, { login, password: '\0' })
      await expect(refused).rejects.toMatchObject({ code: 'sign_in.wrong_credentials' })
      await accounts.requestPasswordReset(visitor, login)
    }
    for (const userId of [1e300, -1, 0.5]) {
      await expect(accounts.activateByCode(visitor, userId, '\0')).rejects.toMatchObject({ code: 'activation.invalid' })
      await accounts.resendActivation(visitor, userId)
    }
    await expect(accounts.activateByLink(visitor, '\0')).rejects.toMatchObject({ code: 'activation.invalid' })
    await expect(accounts.closeSession(visitor, current, '\0')).rejects.toMatchObject({ code: 'session.unknown' })
    const { userId } = await accounts.registerAtOnce(visitor, newPlayer({ fields: { name: 'A\0n\ud800na' } }))
    expect((await accounts.readProfile('hostile', userId)).fields).toEqual({ name: 'An\ufffdna' })
  })

  test('the profile and the currency accounts are read as they were registered', async () => {
    const { accounts, userId } = await activePlayer('profile')
    expect(await accounts.readProfile('profile', userId)).toEqual({
      userId,
      registeredBy: 'full_reg',
      createdAt: new Date('2026-03-01T12:00:00Z'),
      country: 'br',
      language: 'pt',
      birthday: '1990-02-28',
      fields: { name: 'Anna' },
      consents: { 'agree-policy': { version: '1', acceptedAt: '2026-03-01T12:00:00.000Z' } },
      identifiers: [{ kind: 'email', value: EMAIL, isVerified: true }],
    })
    expect(await accounts.readCurrencyAccounts('profile', userId)).toEqual([
      {
        currencyAccountId: expect.any(Number),
        currency: 'BRL',
        kind: 'cash',
        isActive: true,
        balanceMinor: 0,
        reservedMinor: 0,
      },
    ])
  })

  test('SEC-6: sign-in, registration and sending of codes are limited, successes do not count', async () => {
    const { accounts, visitor } = setUpAccounts(database(), { brandId: 'limits', isGuarded: true })
    const { userId, password } = await accounts.registerAtOnce(visitor, newPlayer())
    const login = String(userId)
    for (let n = 0; n < 8; n++) await accounts.signIn(visitor, { login, password })
    const stranger = (n: number): Visitor => ({ ...visitor, address: `10.0.1.${n}`, browser: `stranger-${n}` })
    const failAt = (from: Visitor, spelling: string) =>
      expect(accounts.signIn(from, { login: spelling, password: 'wrong' })).rejects.toMatchObject({
        code: 'sign_in.wrong_credentials',
      })
    for (let n = 0; n < 5; n++) await failAt(stranger(n), ` ${login} `)
    const sixth = accounts.signIn(stranger(5), { login, password })
    await expect(sixth).rejects.toMatchObject({ code: 'captcha.work_required', params: { times: 1 } })
    for (let n = 0; n < 5; n++) await failAt(stranger(6), `nobody-${n}@mail.example`)
    const ofOneBrowser = accounts.signIn(stranger(6), { login: 'nobody@mail.example', password })
    await expect(ofOneBrowser).rejects.toMatchObject({ code: 'rate.limited', retryAfterSeconds: 900 })
    await accounts.signIn(visitor, { login, password })
    await accounts.sendPhoneCode(visitor, '+5511900000002')
    await expect(accounts.sendPhoneCode(visitor, '+55 11 900000002')).rejects.toMatchObject({ retryAfterSeconds: 60 })
    for (let n = 0; n < 4; n++) await accounts.registerAtOnce(visitor, newPlayer())
    await expect(accounts.registerAtOnce(visitor, newPlayer())).rejects.toMatchObject({ code: 'rate.limited' })
  })

  test('what happens to an account is in the audit log, which cannot be rewritten', async () => {
    const { accounts, visitor, userId } = await activePlayer('audit')
    await accounts.signIn(visitor, { login: EMAIL, password: 'not the password' }).catch(() => undefined)
    await accounts.signIn(visitor, { login: EMAIL, password: PASSWORD })
    const door = forBrand(database().db, 'audit')
    const events = await door.transaction((tx) =>
      tx.select('security_event').select(['kind', 'account_id', 'ip', 'device']).orderBy('event_id').execute(),
    )
    const mine = { account_id: userId, ip: '10.0.0.1', device: 'Firefox' }
    expect(events).toEqual([
      { ...mine, kind: 'account.registered' },
      { ...mine, kind: 'account.activated' },
      { ...mine, kind: 'sign_in.failed', account_id: null },
      { ...mine, kind: 'sign_in.succeeded' },
    ])
    const rewrite = door.transaction((tx) => tx.delete('security_event').execute())
    await expect(rewrite).rejects.toMatchObject({ code: '42501' })
  })
})
