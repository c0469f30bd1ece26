import { beforeEach, expect, test } from 'vitest'
import { type AuthenticatorLies, newAuthenticator } from '#server/account/passkeys/authenticator.test-support.ts'
import { describeOnQuickestEngine } from '../../db/engines.test-support.ts'
import { CHALLENGE_MS } from './passkey-rows.ts'
import { OWNER, PASSWORD, type StudioScene, sender, setUpStudio } from './studio-access.test-support.ts'

const ORIGIN = 'https://studio.operator.example'
const failure = (code: string) => expect.objectContaining({ code })
const at = (token?: string, origin = ORIGIN) => ({ ...sender(token), origin })

await describeOnQuickestEngine('passkeys of operators', (database) => {
  let studio: StudioScene
  beforeEach(async () => {
    studio = await setUpStudio(database())
  })

  /** An owner who has made a passkey. */
  async function ownerWithPasskey() {
    const { session } = await studio.claim()
    const operator = await studio.operator({ session } as never)
    const key = newAuthenticator(ORIGIN)
    const from = at(session.token)
    const made = key.make(await studio.access.startPasskey(from, operator, PASSWORD))
    const { passkeys } = await studio.access.addPasskey(from, operator, made)
    const signIn = async (lies?: AuthenticatorLies) =>
      studio.access.finishPasskeySignIn(at(), key.use(await studio.access.startPasskeySignIn(at()), lies))
    return { operator, key, from, made, passkeys, signIn }
  }

  test('OPS-19: one is made by the password and signs in without it, as both factors', async () => {
    const { passkeys, signIn, operator } = await ownerWithPasskey()
    expect(passkeys).toMatchObject([{ name: 'My phone', device: 'Test/1.0' }])
    const { account, session } = await signIn()
    expect(account).toMatchObject({ name: OWNER.name, passkeys: 1 })
    expect(await studio.access.findOperator(session.token)).toMatchObject({ accountId: operator.accountId })
    expect((await studio.access.listPasskeys(operator)).passkeys[0]?.lastUsedAt).toBe(studio.now().toISOString())
    const { acts } = await studio.access.listActs(operator, {})
    expect(acts[0]).toMatchObject({ act: 'account.signed-in', details: { by: 'passkey' } })
    expect(acts[1]).toMatchObject({ act: 'account.passkey-added' })
  })

  test('a stolen session makes and removes none without the password', async () => {
    const { operator, from, made } = await ownerWithPasskey()
    await expect(studio.access.startPasskey(from, operator, 'wrong')).rejects.toEqual(failure('access.wrong_password'))
    const remove = { id: made.id, password: 'wrong' }
    await expect(studio.access.removePasskey(from, operator, remove)).rejects.toEqual(failure('access.wrong_password'))
    await expect(studio.access.addPasskey(from, operator, made)).rejects.toEqual(failure('passkey.wrong'))
  })

  test('SEC-4: whatever is wrong is the same failure, and lets nobody in', async () => {
    const { signIn, key } = await ownerWithPasskey()
    const lies: AuthenticatorLies[] = [
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
      { type: 'webauthn.create' },
      { crossOrigin: true },
      { isVerified: false },
      { user: 'somebody-else' },
      { count: 1 },
    ]
    for (const lie of lies) await expect(signIn(lie), JSON.stringify(lie)).rejects.toEqual(failure('passkey.wrong'))
    const used = key.use(await studio.access.startPasskeySignIn(at()), { count: 50 })
    await studio.access.finishPasskeySignIn(at(), used)
    await expect(studio.access.finishPasskeySignIn(at(), used)).rejects.toEqual(failure('passkey.wrong'))
    const late = key.use(await studio.access.startPasskeySignIn(at()), { count: 60 })
    studio.wait(CHALLENGE_MS)
    await expect(studio.access.finishPasskeySignIn(at(), late)).rejects.toEqual(failure('passkey.wrong'))
    const elsewhere = at(undefined, 'https://other.operator.example')
    const other = key.use(await studio.access.startPasskeySignIn(elsewhere), { count: 70 })
    await expect(studio.access.finishPasskeySignIn(elsewhere, other)).rejects.toEqual(failure('passkey.wrong'))
  })

  test('a removed one, and one of a locked account, open nothing', async () => {
    const { operator, from, made, signIn } = await ownerWithPasskey()
    const { passkeys } = await studio.access.removePasskey(from, operator, { id: made.id, password: PASSWORD })
    expect(passkeys).toEqual([])
    await expect(signIn()).rejects.toEqual(failure('passkey.wrong'))
    await expect(studio.access.removePasskey(from, operator, { id: made.id, password: PASSWORD })).rejects.toEqual(
      failure('passkey.unknown'),
    )
    const ben = await studio.join('ben@operator.example', [{ role: 'viewer', scope: '*' }], operator)
    const key = newAuthenticator(ORIGIN)
    const person = await studio.operator(ben)
    const bens = at(ben.session.token)
    await studio.access.addPasskey(bens, person, key.make(await studio.access.startPasskey(bens, person, PASSWORD)))
    await studio.access.changeGrants(operator, { accountId: ben.account.id, grants: [] })
    const signed = key.use(await studio.access.startPasskeySignIn(at()))
    await expect(studio.access.finishPasskeySignIn(at(), signed)).rejects.toEqual(failure('passkey.wrong'))
  })
})
