import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { PASSWORD } from '../account.test-support.ts'
import { playerWithApp, playerWithTwoFactor } from '../two-factor/two-factor.test-support.ts'
import { type AuthenticatorLies, newAuthenticator } from './authenticator.test-support.ts'
import { PASSKEY_CHALLENGE_LIVES_MS } from './passkey-challenge.ts'
import { MOST_PASSKEYS } from './passkeys.ts'

const ORIGIN = 'https://red.example'
const asked = (secret: string) => ({ secret, siteName: 'Red' })

/** A signed-in player who has made a passkey; the session was renewed. */
async function playerWithPasskey(database: OpenDatabase, options: Parameters<typeof playerWithApp>[1]) {
  const scene = await playerWithApp(database, options)
  const phone = newAuthenticator(ORIGIN)
  const { accounts, visitor, userId } = scene
  const made = phone.make(await accounts.startPasskey(visitor, scene.player, asked(PASSWORD)))
  const session = await accounts.addPasskey(visitor, scene.player, made)
  return {
    ...scene,
    phone,
    made,
    session,
    former: scene.session,
    player: { accountId: userId, token: session.token },
    signIn: async (lies?: AuthenticatorLies) =>
      accounts.finishPasskeySignIn(visitor, phone.use(await accounts.startPasskeySignIn(visitor), lies)),
  }
}

await describeOnQuickestEngine('passkeys', (database) => {
  test('one is made by a signed-in player who confirms it; the session gets a new id, and the player is told', async () => {
    const { accounts, messages, userId, session, former, ...scene } = await playerWithPasskey(database(), {
      brandId: 'made',
    })
    expect(await accounts.findSession('made', former.token)).toBeUndefined()
    expect((await accounts.findSession('made', session.token))?.accountId).toBe(userId)
    expect(messages.at(-1)).toMatchObject({ template: 'passkey_added', kind: 'mail' })
    const { passkeys, confirmsBy } = await accounts.readPasskeys('made', userId)
    expect(confirmsBy).toBe('password')
    expect(passkeys).toMatchObject([{ name: 'My phone', device: 'Firefox', lastUsedAt: null, isBackedUp: true }])
    const again = await accounts.startPasskey(scene.visitor, scene.player, asked(PASSWORD))
    expect(again.excludeCredentials).toMatchObject([{ id: passkeys[0]?.passkeyId }])
    expect(again.rp).toEqual({ id: 'red.example', name: 'Red' })
  })

  test('it signs in with a new session, and the use is written down', async () => {
    const { accounts, userId, session: former, signIn } = await playerWithPasskey(database(), { brandId: 'used' })
    const session = await signIn()
    expect(session.accountId).toBe(userId)
    expect((await accounts.findSession('used', session.token))?.accountId).toBe(userId)
    expect(session.token).not.toBe(former.token)
    expect((await accounts.readPasskeys('used', userId)).passkeys[0]?.lastUsedAt).toBeInstanceOf(Date)
    const events = await forBrand(database().db, 'used').transaction((tx) =>
      tx.select('security_event').select(['kind', 'details']).orderBy('event_id').execute(),
    )
    expect(events.slice(-2)).toMatchObject([
      { kind: 'passkey.added' },
      { kind: 'sign_in.succeeded', details: { by: 'passkey' } },
    ])
  })

  test('SEC-4: whatever is wrong is answered alike, and lets nobody in', async () => {
    const { accounts, visitor, player, phone, signIn } = await playerWithPasskey(database(), { brandId: 'lies' })
    const lies: AuthenticatorLies[] = [
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
      { type: 'webauthn.create' },
      { isVerified: false },
      { user: 'somebody-else' },
    ]
    for (const lie of lies) await expect(signIn(lie)).rejects.toMatchObject({ code: 'passkey.wrong', params: {} })
    const stranger = newAuthenticator(ORIGIN)
    stranger.make(await accounts.startPasskey(visitor, player, asked(PASSWORD)))
    const unknown = accounts.finishPasskeySignIn(visitor, stranger.use(await accounts.startPasskeySignIn(visitor)))
    await expect(unknown).rejects.toMatchObject({ code: 'passkey.wrong', params: {} })
    const altered = phone.use(await accounts.startPasskeySignIn(visitor))
    const forged = {
      ...altered,
      authenticator_data: phone.use(await accounts.startPasskeySignIn(visitor)).authenticator_data,
    }
    await expect(accounts.finishPasskeySignIn(visitor, forged)).rejects.toMatchObject({ code: 'passkey.wrong' })
    await expect(signIn({ crossOrigin: true })).rejects.toMatchObject({ code: 'passkey.expired' })
  })

  test('a counter that does not increase gives a copy away', async () => {
    const { signIn } = await playerWithPasskey(database(), { brandId: 'copied' })
    await signIn({ count: 10 })
    await expect(signIn({ count: 10 })).rejects.toMatchObject({ code: 'passkey.wrong' })
    await expect(signIn({ count: 9 })).rejects.toMatchObject({ code: 'passkey.wrong' })
    await signIn({ count: 11 })
  })

  test('a challenge serves once, for a few minutes, in the browser that asked for it', async () => {
    const { accounts, visitor, phone, wait } = await playerWithPasskey(database(), { brandId: 'once' })
    const used = phone.use(await accounts.startPasskeySignIn(visitor))
    await accounts.finishPasskeySignIn(visitor, used)
    const finish = (from = visitor, signed = used) => accounts.finishPasskeySignIn(from, signed)
    await expect(finish()).rejects.toMatchObject({ code: 'passkey.expired' })
    const elsewhere = phone.use(await accounts.startPasskeySignIn(visitor))
    const thief = { ...visitor, browser: 'another browser' }
    await expect(finish(thief, elsewhere)).rejects.toMatchObject({ code: 'passkey.expired' })
    const late = phone.use(await accounts.startPasskeySignIn(visitor))
    wait(PASSKEY_CHALLENGE_LIVES_MS)
    await expect(finish(visitor, late)).rejects.toMatchObject({ code: 'passkey.expired' })
  })

  test('of two requests with the same signature one succeeds', async () => {
    const { accounts, visitor, phone } = await playerWithPasskey(database(), { brandId: 'twice' })
    const signed = phone.use(await accounts.startPasskeySignIn(visitor))
    const ends = await Promise.all(
      [1, 2].map(() =>
        accounts.finishPasskeySignIn(visitor, signed).then(
          () => 'in',
          (error) => error.code,
        ),
      ),
    )
    expect(ends.sort()).toEqual(['in', 'passkey.expired'])
  })

  test('nobody makes or removes one without confirming it, nor for the session of somebody else', async () => {
    const { accounts, visitor, player, phone, userId } = await playerWithPasskey(database(), { brandId: 'sure' })
    const passkeyId = phone.passkeyId()
    await expect(accounts.startPasskey(visitor, player, asked('wrong'))).rejects.toMatchObject({
      code: 'password.wrong',
    })
    const wrong = accounts.removePasskey(visitor, player, { passkeyId, secret: 'wrong' })
    await expect(wrong).rejects.toMatchObject({ code: 'password.wrong' })
    const other = await accounts.signIn(
      { ...visitor, device: 'Other' },
      { login: 'anna@mail.example', password: PASSWORD },
    )
    const begun = await accounts.startPasskey(visitor, player, asked(PASSWORD))
    const made = newAuthenticator(ORIGIN).make(begun)
    const elsewhere = accounts.addPasskey(visitor, { accountId: userId, token: other.token }, made)
    await expect(elsewhere).rejects.toMatchObject({ code: 'passkey.expired' })
    const unknown = accounts.removePasskey(visitor, player, { passkeyId: 'nothing', secret: PASSWORD })
    await expect(unknown).rejects.toMatchObject({ code: 'passkey.unknown' })
    const session = await accounts.removePasskey(visitor, player, { passkeyId, secret: PASSWORD })
    expect(session.token).not.toBe(player.token)
    expect((await accounts.readPasskeys('sure', userId)).passkeys).toEqual([])
  })

  test('where the second factor is on, a code confirms; the password does not', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'codes' })
    const { accounts, visitor, player } = scene
    await expect(accounts.startPasskey(visitor, player, asked(PASSWORD))).rejects.toMatchObject({
      code: 'two_factor.wrong',
    })
    const begun = await accounts.startPasskey(visitor, player, asked(scene.appCode()))
    await accounts.addPasskey(visitor, player, newAuthenticator(ORIGIN).make(begun))
    expect(await accounts.readPasskeys('codes', scene.userId)).toMatchObject({ confirmsBy: 'code' })
  })

  test('AUTH-16: at the second step a passkey of the account takes the place of the code', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'step' })
    const { accounts, visitor, askedFor } = scene
    const phone = newAuthenticator(ORIGIN)
    await expect(accounts.startPasskeyStep(visitor, await askedFor())).rejects.toMatchObject({ code: 'passkey.none' })
    await expect(accounts.startPasskeyStep(visitor, 'nothing')).rejects.toMatchObject({ code: 'two_factor.expired' })
    const begun = await accounts.startPasskey(visitor, scene.player, asked(scene.appCode()))
    await accounts.addPasskey(visitor, scene.player, phone.make(begun))
    const authId = await askedFor()
    const request = await accounts.startPasskeyStep(visitor, authId)
    expect(request.allowCredentials).toMatchObject([{ id: phone.passkeyId() }])
    const lie = accounts.finishPasskeyStep(visitor, authId, phone.use(request, { isVerified: false }))
    await expect(lie).rejects.toMatchObject({ code: 'two_factor.wrong', params: { left: 4 } })
    const anySite = phone.use(await accounts.startPasskeySignIn(visitor))
    await expect(accounts.finishPasskeyStep(visitor, authId, anySite)).rejects.toMatchObject({
      code: 'two_factor.wrong',
    })
    const signed = phone.use(await accounts.startPasskeyStep(visitor, authId))
    const session = await accounts.finishPasskeyStep(visitor, authId, signed)
    expect(session.accountId).toBe(scene.userId)
    await expect(accounts.finishPasskeyStep(visitor, authId, signed)).rejects.toMatchObject({
      code: 'two_factor.expired',
    })
  })

  test('the passkey of somebody else ends no second step', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'others' })
    const other = await playerWithPasskey(database(), { brandId: 'others', email: 'eve@mail.example' })
    const { accounts, visitor } = scene
    const begun = await accounts.startPasskey(visitor, scene.player, asked(scene.appCode()))
    await accounts.addPasskey(visitor, scene.player, newAuthenticator(ORIGIN).make(begun))
    const authId = await scene.askedFor()
    const signed = other.phone.use(await accounts.startPasskeyStep(visitor, authId))
    await expect(accounts.finishPasskeyStep(visitor, authId, signed)).rejects.toMatchObject({
      code: 'two_factor.wrong',
    })
  })

  test('on another host of the brand a passkey opens nothing', async () => {
    const { accounts, visitor, phone } = await playerWithPasskey(database(), { brandId: 'hosts' })
    const there = { ...visitor, origin: 'https://blue.example' }
    const request = await accounts.startPasskeySignIn(there)
    expect(request.rpId).toBe('blue.example')
    const signed = phone.use(request, { origin: 'https://blue.example' })
    await expect(accounts.finishPasskeySignIn(there, signed)).rejects.toMatchObject({ code: 'passkey.wrong' })
  })

  test('nobody takes the passkey of somebody else over by its id', async () => {
    const { accounts, visitor, phone, signIn, userId } = await playerWithPasskey(database(), { brandId: 'taken' })
    const eve = await playerWithApp(database(), { brandId: 'taken', email: 'eve@mail.example' })
    const begun = await eve.accounts.startPasskey(eve.visitor, eve.player, asked(PASSWORD))
    const made = newAuthenticator(ORIGIN).make(begun, 'Mine', { passkeyId: phone.passkeyId() })
    await expect(accounts.addPasskey(visitor, eve.player, made)).rejects.toMatchObject({ code: 'passkey.exists' })
    expect((await signIn()).accountId).toBe(userId)
  })

  test('an account has so many at most', async () => {
    const { accounts, visitor, player, made, userId } = await playerWithPasskey(database(), { brandId: 'many' })
    await forBrand(database().db, 'many').transaction(async (tx) => {
      const { brand_id: _brand, transports, ...row } = await tx.select('passkey').selectAll().executeTakeFirstOrThrow()
      const copies = Array.from({ length: MOST_PASSKEYS - 1 }, (_, n) => ({
        ...row,
        credential_id: `copy-${n}`,
        transports: JSON.stringify(transports),
      }))
      await tx.insert('passkey', copies).execute()
    })
    expect((await accounts.readPasskeys('many', userId)).passkeys.map(({ passkeyId }) => passkeyId)).toContain(made.id)
    await expect(accounts.startPasskey(visitor, player, asked(PASSWORD))).rejects.toMatchObject({
      code: 'passkey.too_many',
    })
  })

  test('SEC-6: failed sign-ins with one passkey are counted', async () => {
    const { signIn } = await playerWithPasskey(database(), { brandId: 'guarded', isGuarded: true })
    const ends: string[] = []
    for (let n = 0; n < 7; n++) ends.push(await signIn({ isVerified: false }).then(String, ({ code }) => code))
    expect(ends.filter((end) => end === 'passkey.wrong').length).toBeLessThanOrEqual(5)
    expect(ends.at(-1)).toBe('rate.limited')
  })
})
