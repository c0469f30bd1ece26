import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { DAY_MS, newPlayer, PASSWORD, setUpAccounts } from './account.test-support.ts'

const EMAIL = 'anna@mail.example'

await describeOnQuickestEngine('what protects an account', (database) => {
  test('covers this account alone, and only sessions that are alive', async () => {
    const { accounts, visitor, lastSecrets, wait } = setUpAccounts(database(), { brandId: 'secure' })
    await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: PASSWORD })
    const { accountId, token } = await accounts.activateByLink(visitor, lastSecrets().token)
    const other = await accounts.registerAtOnce(visitor, newPlayer())
    const fresh = {
      passwordChangedAt: new Date('2026-03-01T12:00:00Z'),
      isEmailProved: true,
      isPhoneProved: false,
      isTwoFactorOn: false,
      isEmailFactorOn: false,
      isSecretQuestionSet: false,
      sessions: 1,
    }
    expect(await accounts.readSecurityState('secure', accountId)).toEqual(fresh)
    expect(await accounts.readSecurityState('secure', other.userId)).toMatchObject({ isEmailProved: false })
    await accounts.signIn(visitor, { login: EMAIL, password: PASSWORD })
    expect(await accounts.readSecurityState('secure', accountId)).toEqual({ ...fresh, sessions: 2 })
    wait(DAY_MS / 4)
    const session = await accounts.findSession('secure', token)
    if (!session) throw new Error('there is no session')
    const change = { oldPassword: PASSWORD, password: 'a better password', endsOthers: false }
    await accounts.changePassword(visitor, session, change)
    wait(DAY_MS / 4)
    expect(await accounts.readSecurityState('secure', accountId)).toEqual({
      ...fresh,
      passwordChangedAt: new Date('2026-03-01T18:00:00Z'),
    })
    await expect(accounts.readSecurityState('secure', 1)).rejects.toMatchObject({ code: 'access.denied' })
  })
})
