import { beforeEach, expect, test } from 'vitest'
import { describeOnQuickestEngine } from '../../db/engines.test-support.ts'
import type { StudioLetter } from './access-ports.ts'
import { helpIn, PASSWORD_LINK_MS } from './own-password.ts'
import { OWNER, PASSWORD, type StudioScene, sender, setUpStudio, tokenOf } from './studio-access.test-support.ts'

const ORIGIN = 'http://studio.localhost:3000'
const NEW_PASSWORD = 'eleven grey herons wade'
const EMAIL = 'anna@operator.example'
const failure = (code: string) => expect.objectContaining({ code })

await describeOnQuickestEngine('passwords of operators', (database) => {
  let studio: StudioScene
  let mails: StudioLetter[]
  beforeEach(async () => {
    mails = []
    studio = await setUpStudio(database(), mails)
  })
  const signIn = (password: string) => studio.access.signIn(sender(), { email: EMAIL, password })

  test('one is changed by the present one; all other sessions end, and a mail says so', async () => {
    const { session } = await studio.claim()
    const here = await signIn(PASSWORD)
    if (here === 'code-needed') throw new Error('no second factor was made')
    const operator = await studio.operator(here)
    const from = sender(here.session.token)
    await expect(
      studio.access.changePassword(from, operator, { current: 'wrong', password: NEW_PASSWORD }),
    ).rejects.toEqual(failure('access.wrong_password'))
    await studio.access.changePassword(from, operator, { current: PASSWORD, password: NEW_PASSWORD })
    await studio.access.settleMails()
    expect(await studio.access.findOperator(session.token)).toBeNull()
    expect(await studio.access.findOperator(here.session.token)).not.toBeNull()
    await expect(signIn(PASSWORD)).rejects.toEqual(failure('access.wrong_password'))
    expect(await signIn(NEW_PASSWORD)).toMatchObject({ account: { name: OWNER.name } })
    expect(mails).toMatchObject([{ kind: 'password_changed', to: OWNER.email }])
    const { acts } = await studio.access.listActs(operator, {})
    expect(acts.map(({ act }) => act)).toContain('account.password-changed')
  })

  test('a forgotten one is replaced by a mailed link, once and within an hour; it signs nobody in', async () => {
    const { session } = await studio.claim()
    await studio.access.forgetPassword(sender(), EMAIL.toUpperCase(), ORIGIN)
    await studio.access.settleMails()
    const [{ link = '', to, expiresAt } = { to: '' }] = mails
    expect(to).toBe(OWNER.email)
    expect(link).toMatch(/^http:\/\/studio\.localhost:3000\/reset#[\w-]{43}$/)
    expect(expiresAt?.getTime()).toBe(studio.now().getTime() + PASSWORD_LINK_MS)
    const body = { token: tokenOf(link), password: NEW_PASSWORD }
    await studio.access.resetPassword(body)
    await expect(studio.access.resetPassword(body)).rejects.toEqual(failure('access.link_used'))
    expect(await studio.access.findOperator(session.token)).toBeNull()
    expect(await signIn(NEW_PASSWORD)).toMatchObject({ account: { name: OWNER.name } })
  })

  test('a link is void after an hour, and once another was made', async () => {
    await studio.claim()
    for (const _ of [1, 2]) await studio.access.forgetPassword(sender(), EMAIL, ORIGIN)
    await studio.access.settleMails()
    const [first, second] = mails.map(({ link = '' }) => tokenOf(link))
    const reset = (token = '') => studio.access.resetPassword({ token, password: NEW_PASSWORD })
    await expect(reset(first)).rejects.toEqual(failure('access.link_used'))
    studio.wait(PASSWORD_LINK_MS)
    await expect(reset(second)).rejects.toEqual(failure('access.link_used'))
  })

  test('SEC-4: an address without an account gets the same answer and no mail, and so does a locked account', async () => {
    const owner = await studio.operator(await studio.claim())
    const { account } = await studio.join('ben@operator.example', [{ role: 'editor', scope: 'pier' }], owner)
    await studio.access.changeGrants(owner, { accountId: account.id, grants: [] })
    mails.length = 0
    const answers = ['nobody@operator.example', 'ben@operator.example', EMAIL].map((email) =>
      studio.access.forgetPassword(sender(), email, ORIGIN),
    )
    expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined])
    await studio.access.settleMails()
    expect(mails.map(({ to }) => to)).toEqual([OWNER.email])
  })

  test('links are asked for five times an hour for one address, whether or not it has an account', async () => {
    await studio.claim()
    for (const email of [EMAIL, 'nobody@operator.example']) {
      for (let count = 0; count < 5; count += 1) await studio.access.forgetPassword(sender(), email, ORIGIN)
      await expect(studio.access.forgetPassword(sender(), email, ORIGIN)).rejects.toEqual(failure('access.too_many'))
    }
    await studio.access.settleMails()
    expect(mails).toHaveLength(5)
  })

  test('the command makes a link for a sole owner and takes lost factors off', async () => {
    const owner = await studio.operator(await studio.claim())
    const help = (email: string, withoutFactors: boolean) =>
      studio.door.transaction((tx) => helpIn(tx, { email, withoutFactors, now: studio.now() }))
    expect(await help('nobody@operator.example', false)).toBeNull()
    const made = await help(EMAIL, true)
    await studio.access.resetPassword({ token: made?.token ?? '', password: NEW_PASSWORD })
    expect(await signIn(NEW_PASSWORD)).toMatchObject({ account: { hasSecondFactor: false } })
    const { acts, isWhole } = await studio.access.listActs(owner, {})
    expect(isWhole).toBe(true)
    expect(acts.filter(({ account }) => account === 'command line').map(({ act }) => act)).toEqual([
      'account.password-link',
      'account.factors-removed',
    ])
  })
})
