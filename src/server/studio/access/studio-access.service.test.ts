import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnQuickestEngine } from '../../db/engines.test-support.ts'
import { OWNER, PASSWORD, type StudioScene, sender, setUpStudio } from './studio-access.test-support.ts'

const HOUR_MS = 3_600_000
const failure = (code: string) => expect.objectContaining({ code })
const EDITOR = [{ role: 'editor', scope: 'harbour' }] as const

await describeOnQuickestEngine('access to the studio', (database) => {
  let studio: StudioScene
  beforeEach(async () => {
    studio = await setUpStudio(database())
  })
  const signIn = (email: string, password = PASSWORD) => studio.access.signIn(sender(), { email, password })
  const acts = async () => {
    const rows = await studio.door.transaction((tx) =>
      tx.selectFrom('studio.act').select(['act', 'account']).orderBy('sequence').execute(),
    )
    return rows.map(({ act, account }) => `${act} ${account}`)
  }

  describe('the link of the first owner', () => {
    test('makes the owner once, and is stored as a hash alone', async () => {
      const link = await studio.access.makeOwnerLink()
      const token = link?.token ?? ''
      const stored = await studio.door.transaction((tx) => tx.selectFrom('studio.invitation').selectAll().execute())
      expect(JSON.stringify(stored)).not.toContain(token)
      const { account, session } = await studio.access.claim(sender(), { ...OWNER, token })
      expect(account).toMatchObject({
        name: 'Anna Lind',
        grants: [{ role: 'owner', scope: '*' }],
        hasSecondFactor: false,
      })
      expect(await studio.access.findOperator(session.token)).toMatchObject({ accountId: account.id })
      await expect(studio.access.claim(sender(), { ...OWNER, token })).rejects.toEqual(failure('access.link_used'))
      expect(await studio.access.makeOwnerLink()).toBeNull()
      expect(await acts()).toEqual(['studio.claimed Anna Lind'])
    })

    test('is void after 24 hours, and once another was made', async () => {
      const first = (await studio.access.makeOwnerLink())?.token ?? ''
      const second = (await studio.access.makeOwnerLink())?.token ?? ''
      await expect(studio.access.claim(sender(), { ...OWNER, token: first })).rejects.toEqual(
        failure('access.link_used'),
      )
      studio.wait(24 * HOUR_MS)
      await expect(studio.access.claim(sender(), { ...OWNER, token: second })).rejects.toEqual(
        failure('access.link_used'),
      )
    })

    test('lets one of two in who use it at once', async () => {
      const token = (await studio.access.makeOwnerLink())?.token ?? ''
      const both = await Promise.allSettled(
        ['a', 'b'].map((name) => studio.access.claim(sender(), { ...OWNER, token, name, email: `${name}@x.example` })),
      )
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    test.each([
      ['a common password', { password: 'password12345' }, 'access.password_common'],
      ['a password with the address in it', { password: 'it is anna of course' }, 'access.password_common'],
      ['a short password', { password: 'eleven char' }, 'request.invalid'],
      ['no name', { name: '   ' }, 'request.invalid'],
      ['the name of commands', { name: 'Command Line' }, 'request.invalid'],
    ])('refuses %s and can be used again', async (_what, change, code) => {
      const token = (await studio.access.makeOwnerLink())?.token ?? ''
      await expect(studio.access.claim(sender(), { ...OWNER, ...change, token })).rejects.toEqual(failure(code))
      await studio.access.claim(sender(), { ...OWNER, token })
    })
  })

  describe('signing in', () => {
    test('goes by address, whatever its case, and the password', async () => {
      await studio.claim()
      expect(await signIn('ANNA@OPERATOR.EXAMPLE')).toMatchObject({
        account: { lastSignInAt: studio.now().toISOString() },
      })
      expect(await acts()).toEqual(['studio.claimed Anna Lind', 'account.signed-in Anna Lind'])
    })

    test('tells an unknown address, a wrong password and a locked account the same, after the same work', async () => {
      const owner = await studio.operator(await studio.claim())
      const joined = await studio.join('ben@operator.example', EDITOR, owner)
      await studio.access.changeGrants(owner, { accountId: joined.account.id, grants: [] })
      await studio.tamper("update studio.account set totp_secret = 'sealed' where name = 'ben'")
      studio.verified.length = 0
      for (const [email, password] of [
        ['nobody@operator.example', PASSWORD],
        [OWNER.email, 'wrong password indeed'],
        ['ben@operator.example', PASSWORD],
      ] as const) {
        await expect(signIn(email, password)).rejects.toEqual(failure('access.wrong_password'))
      }
      expect(studio.verified).toHaveLength(3)
      expect(studio.verified[0]).toBeUndefined()
    })

    test('counts wrong tries by account and network, and forgets right ones', async () => {
      await studio.claim()
      for (let times = 0; times < 12; times++) await signIn(OWNER.email)
      for (let times = 0; times < 10; times++)
        await expect(signIn(OWNER.email.toUpperCase(), 'wrong password')).rejects.toEqual(
          failure('access.wrong_password'),
        )
      await expect(signIn(OWNER.email)).rejects.toMatchObject({ code: 'access.too_many', params: { seconds: 900 } })
      const elsewhere = sender(undefined, '10.0.0.2')
      await studio.access.signIn(elsewhere, { email: OWNER.email, password: PASSWORD })
      studio.wait(15 * 60_000)
      await signIn(OWNER.email)
    })

    test('counts wrong tries of a network at all accounts together', async () => {
      const codes: string[] = []
      for (let times = 0; times < 51; times++)
        await signIn(`nobody${times}@x.example`).catch(({ code }: { code: string }) => codes.push(code))
      expect(new Set(codes.slice(0, 50))).toEqual(new Set(['access.wrong_password']))
      expect(codes[50]).toBe('access.too_many')
    })
  })

  describe('a session', () => {
    test('ends after an hour without a request, and after twelve hours in any case', async () => {
      const { session } = await studio.claim()
      for (let hours = 0; hours < 12; hours += 0.5) {
        expect(await studio.access.findOperator(session.token), `${hours} h`).not.toBeNull()
        studio.wait(HOUR_MS / 2)
      }
      expect(await studio.access.findOperator(session.token)).toBeNull()
      const again = await signIn(OWNER.email)
      if (again === 'code-needed') throw new Error('nobody asked for a code')
      studio.wait(HOUR_MS)
      expect(await studio.access.findOperator(again.session.token)).toBeNull()
    })

    test('is none of an account that may do nothing', async () => {
      const { session } = await studio.claim()
      await studio.tamper('delete from studio.grant_of_account')
      expect(await studio.access.findOperator(session.token)).toBeNull()
    })

    test('is written once a minute at most, and stored as a hash alone', async () => {
      const { session } = await studio.claim()
      const read = () => studio.door.transaction((tx) => tx.selectFrom('studio.session').selectAll().execute())
      expect(JSON.stringify(await read())).not.toContain(session.token)
      const start = studio.now()
      studio.wait(59_000)
      await studio.access.findOperator(session.token)
      expect((await read())[0]?.last_used_at).toEqual(start)
      studio.wait(1000)
      await studio.access.findOperator(session.token)
      expect((await read())[0]?.last_used_at).toEqual(studio.now())
    })

    test('ends when its operator signs out, and when the same browser signs in', async () => {
      const { session } = await studio.claim()
      const again = await studio.access.signIn(sender(session.token), { email: OWNER.email, password: PASSWORD })
      expect(await studio.access.findOperator(session.token)).toBeNull()
      if (again === 'code-needed') throw new Error('nobody asked for a code')
      await studio.access.signOut(await studio.operator(again), again.session.token)
      expect(await studio.access.findOperator(again.session.token)).toBeNull()
      expect((await acts()).at(-1)).toBe('account.signed-out Anna Lind')
    })
  })

  test('a brand reads nothing of it', async () => {
    const asBrand = sql`select count(*) from studio.account`.execute(database().db)
    await expect(asBrand).rejects.toThrow(/permission denied/)
  })

  test('every change is an act of the log', async () => {
    const owner = await studio.operator(await studio.claim())
    const { account } = await studio.join('ben@operator.example', EDITOR, owner)
    await studio.access.changeGrants(owner, { accountId: account.id, grants: [{ role: 'viewer', scope: '*' }] })
    await studio.access.changeGrants(owner, { accountId: account.id, grants: [] })
    expect(await acts()).toEqual([
      'studio.claimed Anna Lind',
      'account.invited Anna Lind',
      'account.joined ben',
      'account.grants-changed Anna Lind',
      'account.locked Anna Lind',
    ])
  })
})
