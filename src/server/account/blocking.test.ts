import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { newPlayer, PASSWORD } from './account.test-support.ts'
import { blockAccount, unblockAccount } from './blocking.ts'
import { newAuthenticator } from './passkeys/authenticator.test-support.ts'
import { playerWithApp, playerWithTwoFactor } from './two-factor/two-factor.test-support.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const PHONE = '+5511912345678'
const BLOCKED = { code: 'sign_in.blocked' }

const change = ({ db }: OpenDatabase, brandId: string, accountId: number, deed = blockAccount) =>
  forBrand(db, brandId).transaction((tx) => deed(tx, { accountId, now: NOW }))

await describeOnQuickestEngine('a blocked account', (database) => {
  test('has no session, and lets nobody in until it is unblocked', async () => {
    const { accounts, visitor, userId, session, credentials } = await playerWithApp(database(), { brandId: 'blocked' })
    expect(await change(database(), 'blocked', userId)).toBeNull()
    expect(await accounts.findSession('blocked', session.token)).toBeUndefined()
    await expect(accounts.signIn(visitor, credentials)).rejects.toMatchObject(BLOCKED)
    const wrong = accounts.signIn(visitor, { ...credentials, password: 'not the password' })
    await expect(wrong).rejects.toMatchObject({ code: 'sign_in.wrong_credentials' })
    expect(await change(database(), 'blocked', userId)).toBe('other_state')
    expect(await change(database(), 'blocked', userId, unblockAccount)).toBeNull()
    expect((await accounts.signIn(visitor, credentials)).accountId).toBe(userId)
    expect(await change(database(), 'blocked', userId, unblockAccount)).toBe('other_state')
    expect(await change(database(), 'blocked', 1)).toBe('unknown')
  })

  test('is not entered by a second step that was under way, a code or a passkey', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'steps-blocked' })
    const { accounts, visitor, userId, appCode } = scene
    const authId = await scene.askedFor()
    await change(database(), 'steps-blocked', userId)
    const finished = accounts.finishSignIn(visitor, authId, appCode())
    await expect(finished).rejects.toMatchObject({ code: 'two_factor.expired' })

    const owner = await playerWithApp(database(), { brandId: 'ways-blocked' })
    const phone = newAuthenticator('https://red.example')
    const asked = { secret: PASSWORD, siteName: 'Red' }
    await owner.accounts.addPasskey(
      owner.visitor,
      owner.player,
      phone.make(await owner.accounts.startPasskey(owner.visitor, owner.player, asked)),
    )
    await forBrand(database().db, 'ways-blocked').transaction((tx) =>
      tx
        .insert('identifier', {
          ...{ account_id: owner.userId, kind: 'phone', value: PHONE },
          ...{ created_at: NOW, verified_at: NOW },
        })
        .execute(),
    )
    await change(database(), 'ways-blocked', owner.userId)
    const signed = phone.use(await owner.accounts.startPasskeySignIn(owner.visitor))
    await expect(owner.accounts.finishPasskeySignIn(owner.visitor, signed)).rejects.toMatchObject(BLOCKED)
    await owner.accounts.sendSignInCode(owner.visitor, PHONE)
    const { code } = owner.lastSecrets()
    await expect(owner.accounts.signInByCode(owner.visitor, PHONE, code)).rejects.toMatchObject(BLOCKED)
  })

  test('that is blocked while somebody signs in has no session afterwards', async () => {
    const { accounts, visitor, userId, credentials } = await playerWithApp(database(), { brandId: 'race' })
    const entering = Array.from({ length: 6 }, () => accounts.signIn({ ...visitor, browser: undefined }, credentials))
    const [blocked, ...entered] = await Promise.allSettled([change(database(), 'race', userId), ...entering])
    expect(blocked).toMatchObject({ status: 'fulfilled', value: null })
    for (const { status, ...outcome } of entered)
      if (status === 'rejected') expect(outcome).toMatchObject({ reason: BLOCKED })
    const live = await forBrand(database().db, 'race').transaction((tx) =>
      tx.select('session').select('session_id').where('ended_at', 'is', null).execute(),
    )
    expect(live).toEqual([])
  })

  test('keeps its address from others, and only an open account is blocked', async () => {
    const { accounts, visitor, userId, lastSecrets } = await playerWithApp(database(), { brandId: 'kept' })
    await change(database(), 'kept', userId)
    const again = { email: 'anna@mail.example', password: PASSWORD }
    const { userId: claimed } = await accounts.registerByEmail(visitor, newPlayer(), again)
    expect(lastSecrets().code).toBe('')
    expect(await change(database(), 'kept', claimed)).toBe('other_state')
  })
})
