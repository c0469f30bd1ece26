import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { DAY_MS, newPlayer, PASSWORD, setUpAccounts } from '../account.test-support.ts'
import { createPasswords, type Passwords } from '../secrets/passwords.ts'

const EMAIL = 'anna@mail.example'

await describeOnQuickestEngine('becoming a player', (database) => {
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

  test('registration by e-mail gives an account number and no session; the link of the mail signs in', async () => {
    const { accounts, visitor, messages, lastSecrets } = setUpAccounts(database(), { brandId: 'email' })
    const answer = await accounts.registerByEmail(visitor, newPlayer(), {
      email: ' Anna@MAIL.example',
      password: PASSWORD,
    })
    expect(answer).toEqual({ userId: expect.any(Number) })
    expect(answer.userId).toBeGreaterThan(9_999_999)
    expect(messages).toMatchObject([{ template: 'activation', recipient: EMAIL, params: { userId: answer.userId } }])
    const session = await accounts.activateByLink(visitor, lastSecrets().token)
    expect(session.accountId).toBe(answer.userId)
    expect(await accounts.findSession('email', session.token)).toMatchObject({ accountId: answer.userId })
    await expect(accounts.activateByLink(visitor, lastSecrets().token)).rejects.toMatchObject({
      code: 'activation.invalid',
    })
  })

  test('OPS-26: links of mails live as long as the brand says, and their mails say so', async () => {
    const policy = { activationLifetimeMs: 2 * 3_600_000, passwordResetLifetimeMs: 20 * 60_000 }
    const { accounts, visitor, messages, lastSecrets, wait } = setUpAccounts(database(), { brandId: 'lives', policy })
    await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: PASSWORD })
    expect(messages.at(-1)?.params).toMatchObject({ lifetime: '2 hours' })
    const late = lastSecrets().token
    wait(policy.activationLifetimeMs + 1)
    await expect(accounts.activateByLink(visitor, late)).rejects.toMatchObject({ code: 'activation.invalid' })
    await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: PASSWORD })
    await accounts.activateByLink(visitor, lastSecrets().token)
    await accounts.requestPasswordReset(visitor, EMAIL)
    expect(messages.at(-1)?.params).toMatchObject({ lifetime: '20 minutes' })
    expect(await accounts.isResetLinkGood(visitor, lastSecrets().token)).toBe(true)
    wait(policy.passwordResetLifetimeMs + 1)
    expect(await accounts.isResetLinkGood(visitor, lastSecrets().token)).toBe(false)
  })

  test('OFF-12: mailings that were asked for at the registration are on, and no others', async () => {
    const { accounts, visitor } = setUpAccounts(database(), { brandId: 'mailings' })
    const { userId: plain } = await accounts.registerAtOnce(visitor, newPlayer())
    expect((await accounts.readPreferences('mailings', plain)).settings).toEqual({})
    const asked = newPlayer({ fields: { name: 'Anna', receive_news: true } })
    const { userId } = await accounts.registerAtOnce(visitor, asked)
    expect((await accounts.readPreferences('mailings', userId)).settings).toEqual({ mailing_news_email: 'on' })
  })

  test('the code of the mail activates too, once, and only for its account', async () => {
    const { accounts, visitor, lastSecrets } = setUpAccounts(database(), { brandId: 'code' })
    const one = await accounts.registerByEmail(visitor, newPlayer(), { email: 'one@mail.example', password: PASSWORD })
    const { code } = lastSecrets()
    const two = await accounts.registerByEmail(visitor, newPlayer(), { email: 'two@mail.example', password: PASSWORD })
    const wrong = code === '000000' ? '111111' : '000000'
    await expect(accounts.activateByCode(visitor, two.userId, code)).rejects.toMatchObject({
      code: 'activation.invalid',
    })
    await expect(accounts.activateByCode(visitor, one.userId, wrong)).rejects.toMatchObject({
      code: 'activation.invalid',
    })
    expect((await accounts.activateByCode(visitor, one.userId, ` ${code} `)).accountId).toBe(one.userId)
    await expect(accounts.activateByCode(visitor, one.userId, code)).rejects.toMatchObject({
      code: 'activation.invalid',
    })
  })

  test('SEC-6: a code allows five wrong tries, then even the right one is refused', async () => {
    const { accounts, visitor, lastSecrets } = setUpAccounts(database(), { brandId: 'tries' })
    const { userId } = await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: PASSWORD })
    const { code } = lastSecrets()
    const wrong = code === '000000' ? '111111' : '000000'
    for (let n = 0; n < 5; n++) {
      await expect(accounts.activateByCode(visitor, userId, wrong)).rejects.toMatchObject({
        code: 'activation.invalid',
      })
    }
    const sixth = accounts.activateByCode(visitor, userId, code)
    await expect(sixth).rejects.toMatchObject({ code: 'activation.too_many_attempts' })
    await accounts.resendActivation(visitor, userId)
    expect((await accounts.activateByCode(visitor, userId, lastSecrets().code)).accountId).toBe(userId)
  })

  test('a link is good for a day, and a new one takes the force of the old', async () => {
    const { accounts, visitor, lastSecrets, wait } = setUpAccounts(database(), { brandId: 'stale' })
    const { userId } = await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: PASSWORD })
    const first = lastSecrets().token
    wait(DAY_MS)
    await expect(accounts.activateByLink(visitor, first)).rejects.toMatchObject({ code: 'activation.invalid' })
    await accounts.resendActivation(visitor, userId)
    const second = lastSecrets().token
    await accounts.resendActivation(visitor, userId)
    await expect(accounts.activateByLink(visitor, second)).rejects.toMatchObject({
      code: 'activation.invalid',
      params: { userId },
    })
    const third = lastSecrets().token
    await accounts.activateByLink(visitor, third)
    for (const gone of [second, third, 'of-nobody'])
      await expect(accounts.activateByLink(visitor, gone)).rejects.toMatchObject({
        code: 'activation.invalid',
        params: {},
      })
  })

  test('SEC-4: registering an address that has an account answers and leaves rows like any other; only its mail differs', async () => {
    const { accounts, visitor, messages } = await activePlayer('taken')
    const before = await allRows('taken')
    const known = await accounts.registerByEmail(visitor, newPlayer(), {
      email: EMAIL,
      password: 'another fine password',
    })
    const knownMail = messages.at(-1)
    const unknown = await accounts.registerByEmail(visitor, newPlayer(), {
      email: 'new@mail.example',
      password: 'another fine password',
    })
    expect(Object.keys(known)).toEqual(Object.keys(unknown))
    expect(known.userId).toBe(unknown.userId - 1)
    expect(knownMail).toMatchObject({ template: 'already_registered', recipient: EMAIL, secrets: {} })
    expect(await allRows('taken')).not.toBe(before)
    const counts = await forBrand(database().db, 'taken').transaction(async (tx) => {
      const of = (userId: number) =>
        Promise.all(
          (['identifier', 'credential', 'profile', 'one_time_code', 'currency_account', 'security_event'] as const).map(
            async (table) =>
              Number(
                (
                  await tx
                    .select(table)
                    .select(sql<number>`count(*)`.as('n'))
                    .where(sql.ref(`${table}.account_id`), '=', userId)
                    .executeTakeFirstOrThrow()
                ).n,
              ),
          ),
        )
      return { known: await of(known.userId), unknown: await of(unknown.userId) }
    })
    expect(counts.known).toEqual(counts.unknown)
    expect(counts.known).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('SEC-4: nothing that the registrant of a taken address can try afterwards gives it away', async () => {
    const { accounts, visitor } = await activePlayer('probe')
    const probe = async (email: string) => {
      const { userId } = await accounts.registerByEmail(visitor, newPlayer(), {
        email,
        password: 'another fine password',
      })
      const tries = [
        () => accounts.signIn(visitor, { login: email, password: 'another fine password' }),
        () => accounts.signIn(visitor, { login: String(userId), password: 'another fine password' }),
        () => accounts.signIn(visitor, { login: email, password: 'not the password' }),
        ...Array.from({ length: 6 }, () => () => accounts.activateByCode(visitor, userId, 'nocode')),
        () => accounts.resendActivation(visitor, userId),
        () => accounts.requestPasswordReset(visitor, email),
        ...Array.from(
          { length: 6 },
          () => () => accounts.resetPassword(visitor, { login: email, code: 'nocode' }, 'yet another one'),
        ),
      ]
      const codes: string[] = []
      for (const attempt of tries)
        codes.push(
          await attempt().then(
            () => 'done',
            (error: { code: string }) => error.code,
          ),
        )
      return codes
    }
    const known = await probe(EMAIL)
    expect(known).toEqual(await probe('unknown@mail.example'))
    expect(known.slice(0, 3)).toEqual(['sign_in.not_activated', 'sign_in.not_activated', 'sign_in.wrong_credentials'])
    expect(known.at(-1)).toBe('activation.too_many_attempts')
  })

  test('SEC-4: only who knows the password of a proven account is spared the second comparison', async () => {
    const real = createPasswords({ memoryKib: 8, passes: 1, concurrency: 4, maxWaiting: 256 })
    let compared = 0
    const passwords: Passwords = {
      ...real,
      verify: (stored, password) => {
        compared += 1
        return real.verify(stored, password)
      },
    }
    const { accounts, visitor, lastSecrets } = setUpAccounts(database(), { brandId: 'compared', passwords })
    const owner = await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: 'the first password' })
    const comparisons = async (login: string, password: string) => {
      compared = 0
      await accounts.signIn(visitor, { login, password }).catch(() => null)
      return compared
    }
    expect(await comparisons(EMAIL, 'the first password')).toBe(2)
    expect(await comparisons(String(owner.userId), 'the first password')).toBe(2)
    await accounts.activateByLink(visitor, lastSecrets().token)
    const claim = await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: 'a claim of others' })
    expect(await comparisons(EMAIL, 'a claim of others')).toBe(2)
    expect(await comparisons(String(claim.userId), 'a claim of others')).toBe(2)
    expect(await comparisons(EMAIL, 'not the password')).toBe(2)
    expect(await comparisons('nobody@mail.example', 'not the password')).toBe(2)
    expect(await comparisons(EMAIL, 'the first password')).toBe(1)
    expect(await comparisons(String(owner.userId), 'the first password')).toBe(1)
  })

  test('an address belongs to the first player who proves it; the other claims are void', async () => {
    const { accounts, visitor, lastSecrets } = setUpAccounts(database(), { brandId: 'claims' })
    const first = await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: 'the first password' })
    const firstToken = lastSecrets().token
    const second = await accounts.registerByEmail(visitor, newPlayer(), {
      email: EMAIL,
      password: 'the second password',
    })
    expect((await accounts.activateByLink(visitor, lastSecrets().token)).accountId).toBe(second.userId)
    await expect(accounts.activateByLink(visitor, firstToken)).rejects.toMatchObject({ code: 'activation.invalid' })
    expect((await accounts.signIn(visitor, { login: EMAIL, password: 'the second password' })).accountId).toBe(
      second.userId,
    )
    const loser = accounts.signIn(visitor, { login: String(first.userId), password: 'the first password' })
    await expect(loser).rejects.toMatchObject({ code: 'sign_in.not_activated' })
  })

  test('one-click registration tells number and password once and signs in; both sign in again later', async () => {
    const { accounts, visitor } = setUpAccounts(database(), { brandId: 'click' })
    const player = newPlayer({ registeredBy: 'fast_reg' })
    const { userId, password, session } = await accounts.registerAtOnce(visitor, player)
    expect(password).toHaveLength(16)
    expect(await accounts.findSession('click', session.token)).toMatchObject({ accountId: userId })
    expect((await accounts.signIn(visitor, { login: String(userId), password })).accountId).toBe(userId)
    expect(await allRows('click')).not.toContain(password)
  })
})
