import { beforeEach, expect, test } from 'vitest'
import { appCodeAt } from '#server/wiring/http/app-code.ts'
import { describeOnQuickestEngine } from '../../db/engines.test-support.ts'
import { OWNER, PASSWORD, type StudioScene, sender, setUpStudio } from './studio-access.test-support.ts'

const failure = (code: string) => expect.objectContaining({ code })

await describeOnQuickestEngine('an authenticator app', (database) => {
  let studio: StudioScene
  beforeEach(async () => {
    studio = await setUpStudio(database())
  })
  const signIn = (email: string, password = PASSWORD, code?: string) =>
    studio.access.signIn(sender(), { email, password, ...(code === undefined ? {} : { code }) })
  const acts = async () => {
    const rows = await studio.door.transaction((tx) => tx.selectFrom('studio.act').select(['act', 'account']).execute())
    return rows.map(({ act, account }) => `${act} ${account}`)
  }
  const switchOn = async () => {
    const claimed = await studio.claim()
    const owner = await studio.operator(claimed)
    const { secret, uri } = await studio.access.startTotp(owner)
    expect(uri).toContain(`secret=${secret}`)
    const change = { code: appCodeAt(secret, studio.now()) }
    const account = await studio.access.changeTotp(sender(claimed.session.token), owner, change)
    expect(account.hasSecondFactor).toBe(true)
    return { owner, secret, claimed }
  }

  test('is asked for once it is confirmed, and each code counts once', async () => {
    const { secret, claimed, owner } = await switchOn()
    expect(await studio.access.findOperator(claimed.session.token)).not.toBeNull()
    expect(await signIn(OWNER.email)).toBe('code-needed')
    const confirmed = appCodeAt(secret, studio.now())
    await expect(signIn(OWNER.email, PASSWORD, confirmed)).rejects.toEqual(failure('access.wrong_code'))
    studio.wait(30_000)
    const code = appCodeAt(secret, studio.now())
    expect(await signIn(OWNER.email, PASSWORD, code)).toMatchObject({ account: { hasSecondFactor: true } })
    await expect(signIn(OWNER.email, PASSWORD, code)).rejects.toEqual(failure('access.wrong_code'))
    await expect(studio.access.startTotp(owner)).rejects.toEqual(failure('request.invalid'))
    const stored = await studio.door.transaction((tx) => tx.selectFrom('studio.account').selectAll().execute())
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  test('lets one of two in who use the same code at once', async () => {
    const { secret } = await switchOn()
    studio.wait(60_000)
    const code = appCodeAt(secret, studio.now())
    const both = await Promise.allSettled([1, 2].map(() => signIn(OWNER.email, PASSWORD, code)))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('stops taking codes after ten wrong ones, from wherever they come', async () => {
    const { secret } = await switchOn()
    const body = { email: OWNER.email, password: PASSWORD }
    studio.wait(60_000)
    for (let times = 0; times < 10; times++)
      await expect(
        studio.access.signIn(sender(undefined, `10.1.0.${times}`), { ...body, code: 'abcdef' }),
      ).rejects.toEqual(failure('access.wrong_code'))
    const code = appCodeAt(secret, studio.now())
    await expect(studio.access.signIn(sender(), { ...body, code })).rejects.toEqual(failure('access.too_many'))
  })

  test('is switched off by the password', async () => {
    const { owner } = await switchOn()
    const off = (password: string) => studio.access.changeTotp(sender(), owner, { password })
    await expect(off('wrong password')).rejects.toEqual(failure('access.wrong_password'))
    expect(await off(PASSWORD)).toMatchObject({ hasSecondFactor: false })
    expect(await signIn(OWNER.email)).not.toBe('code-needed')
    expect(await acts()).toContain('account.second-factor-off Anna Lind')
  })

  test('ends the other sessions of its account, and needs a code or a password', async () => {
    const other = (await studio.claim()).session.token
    const own = await signIn(OWNER.email)
    if (own === 'code-needed') throw new Error('nobody asked for a code')
    const owner = await studio.operator(own)
    const { secret } = await studio.access.startTotp(owner)
    for (const body of [{}, { code: '123456', password: PASSWORD }])
      await expect(studio.access.changeTotp(sender(), owner, body)).rejects.toEqual(failure('request.invalid'))
    const code = appCodeAt(secret, studio.now())
    await studio.access.changeTotp(sender(own.session.token), owner, { code })
    expect(await studio.access.findOperator(other)).toBeNull()
    expect(await studio.access.findOperator(own.session.token)).not.toBeNull()
  })
})
