import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import type { StudioGrant } from '#schemas'
import { describeOnQuickestEngine } from '../../db/engines.test-support.ts'
import { lockAccess } from './account-rows.ts'
import { OWNER, PASSWORD, type StudioScene, sender, setUpStudio, tokenOf } from './studio-access.test-support.ts'

const HOUR_MS = 3_600_000
const ORIGIN = 'http://studio.localhost:3000'
const OWNERS: readonly StudioGrant[] = [{ role: 'owner', scope: '*' }]
const EDITOR: readonly StudioGrant[] = [{ role: 'editor', scope: 'harbour' }]
const failure = (code: string) => expect.objectContaining({ code })

await describeOnQuickestEngine('colleagues', (database) => {
  let studio: StudioScene
  beforeEach(async () => {
    studio = await setUpStudio(database())
  })
  const invite = async (email: string, grants = EDITOR) => {
    const owner = await studio.operator(await studio.claim())
    const body = { email, grants: [...grants] as [StudioGrant] }
    return { owner, ...(await studio.access.invite(owner, body, ORIGIN)) }
  }
  const join = (link: string, name = 'Ben Okafor') =>
    studio.access.join(sender(), { token: tokenOf(link), name, password: PASSWORD })

  test('an invitation makes one account with its grants, for 72 hours', async () => {
    const { link, expiresAt, owner } = await invite('ben@operator.example')
    expect(link).toMatch(/^http:\/\/studio\.localhost:3000\/join#[\w-]{43}$/)
    expect(Date.parse(expiresAt) - studio.now().getTime()).toBe(72 * HOUR_MS)
    studio.wait(72 * HOUR_MS - 1)
    const { account, session } = await join(link)
    expect(account).toMatchObject({ name: 'Ben Okafor', email: 'ben@operator.example', grants: EDITOR })
    expect(await studio.access.findOperator(session.token)).toMatchObject({ grants: EDITOR })
    await expect(join(link)).rejects.toEqual(failure('access.link_used'))
    const names = (await studio.access.listAccounts(owner)).map(({ name }) => name)
    expect(names).toEqual(['Anna Lind', 'Ben Okafor'])
  })

  test('an invitation is void after 72 hours, and once another was sent to the address', async () => {
    const { link, owner } = await invite('ben@operator.example')
    const again = await studio.access.invite(
      owner,
      { email: 'BEN@operator.example', grants: [...EDITOR] as [StudioGrant] },
      ORIGIN,
    )
    await expect(join(link)).rejects.toEqual(failure('access.link_used'))
    studio.wait(72 * HOUR_MS)
    await expect(join(again.link)).rejects.toEqual(failure('access.link_used'))
  })

  test('links are good for what they were made for', async () => {
    const owner = (await studio.access.makeOwnerLink())?.token ?? ''
    await expect(join(`#${owner}`)).rejects.toEqual(failure('access.link_used'))
    const { link } = await invite('ben@operator.example')
    await expect(studio.access.claim(sender(), { ...OWNER, token: tokenOf(link) })).rejects.toEqual(
      failure('access.link_used'),
    )
  })

  test('an address has one account, whatever its case', async () => {
    const { owner } = await invite('ben@operator.example')
    const body = { email: OWNER.email.toUpperCase(), grants: [...EDITOR] as [StudioGrant] }
    await expect(studio.access.invite(owner, body, ORIGIN)).rejects.toEqual(failure('access.email_taken'))
  })

  test('who is locked loses the sessions, and comes back by a new invitation with another password', async () => {
    const { link, owner } = await invite('ben@operator.example')
    const { account, session } = await join(link)
    await studio.access.changeGrants(owner, { accountId: account.id, grants: [] })
    expect(await studio.access.findOperator(session.token)).toBeNull()
    const body = { email: account.email, grants: [{ role: 'viewer', scope: 'harbour' }] as [StudioGrant] }
    const again = await studio.access.invite(owner, body, ORIGIN)
    const back = await studio.access.join(sender(), {
      token: tokenOf(again.link),
      name: 'Ben',
      password: 'another quiet harbour',
    })
    expect(back.account).toMatchObject({ id: account.id, grants: body.grants, hasSecondFactor: false })
    const signIn = (password: string) => studio.access.signIn(sender(), { email: account.email, password })
    await expect(signIn(PASSWORD)).rejects.toEqual(failure('access.wrong_password'))
    expect(await signIn('another quiet harbour')).toMatchObject({ account: { id: account.id } })
  })

  test('new grants count at once in open sessions, and repeated ones once', async () => {
    const { link, owner } = await invite('ben@operator.example')
    const { account, session } = await join(link)
    const grants: StudioGrant[] = [
      { role: 'publisher', scope: 'harbour' },
      { role: 'publisher', scope: 'harbour' },
    ]
    await studio.access.changeGrants(owner, { accountId: account.id, grants })
    expect(await studio.access.findOperator(session.token)).toMatchObject({ grants: [grants[0]] })
  })

  test('the last owner stays one, also when two owners lock each other at once', async () => {
    const { owner } = await invite('x@operator.example')
    const lock = { accountId: owner.accountId, grants: [] }
    await expect(studio.access.changeGrants(owner, lock)).rejects.toEqual(failure('access.last_owner'))
    const other = await studio.operator(await studio.join('eve@operator.example', OWNERS, owner))
    const both = await Promise.allSettled([
      studio.access.changeGrants(other, lock),
      studio.access.changeGrants(owner, { accountId: other.accountId, grants: [] }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('changes of accounts wait for one another', async () => {
    const { owner } = await invite('x@operator.example')
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const holder = studio.door.transaction(async (tx) => {
      await lockAccess(tx)
      hold()
      await isReleased
    })
    await isHeld
    const ends: string[] = []
    const grants = [...OWNERS, ...EDITOR]
    const change = studio.access
      .changeGrants(owner, { accountId: owner.accountId, grants })
      .then(() => ends.push('change'))
    await delay(150)
    ends.push('holder')
    release()
    await Promise.all([holder, change])
    expect(ends).toEqual(['holder', 'change'])
  })

  test('invitations are void once an owner is one no more', async () => {
    const { owner, link } = await invite('ben@operator.example')
    const other = await studio.operator(await studio.join('eve@operator.example', OWNERS, owner))
    await studio.access.changeGrants(other, { accountId: owner.accountId, grants: [...EDITOR] })
    await expect(join(link)).rejects.toEqual(failure('access.link_used'))
  })

  test('only an owner of everything has to do with accounts', async () => {
    const { owner } = await invite('x@operator.example')
    const others: StudioGrant[][] = [
      [{ role: 'owner', scope: 'harbour' }],
      [{ role: 'publisher', scope: '*' }],
      [{ role: 'viewer', scope: '*' }],
    ]
    for (const [index, grants] of others.entries()) {
      const ben = await studio.operator(await studio.join(`ben${index}@operator.example`, grants, owner))
      const forbidden = failure('access.forbidden')
      await expect(studio.access.listAccounts(ben)).rejects.toEqual(forbidden)
      const body = { email: 'y@operator.example', grants: [...OWNERS] as [StudioGrant] }
      await expect(studio.access.invite(ben, body, ORIGIN)).rejects.toEqual(forbidden)
      const change = { accountId: ben.accountId, grants: [...OWNERS] }
      await expect(studio.access.changeGrants(ben, change)).rejects.toEqual(forbidden)
    }
    const unknown = { accountId: 999_999, grants: [] }
    await expect(studio.access.changeGrants(owner, unknown)).rejects.toEqual(failure('request.invalid'))
  })
})
