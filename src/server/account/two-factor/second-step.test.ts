import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { PASSWORD } from '../account.test-support.ts'
import { FEW_RECOVERY_CODES } from './recovery-letter.ts'
import { CHALLENGE_ATTEMPTS, CHALLENGE_LIVES_MS } from './sign-in-challenge.ts'
import { TOTP_STEP_MS } from './totp.ts'
import { playerWithTwoFactor } from './two-factor.test-support.ts'

await describeOnQuickestEngine('the second step of a sign-in', (database) => {
  test('AUTH-16: a right password opens no session; the code does, once', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'steps' })
    const { accounts, visitor, userId, appCode } = scene
    const before = await accounts.listSessions('steps', {
      ...scene.session,
      createdAt: new Date(),
      lastSeenAt: new Date(),
    })
    const authId = await scene.askedFor()
    expect(authId).toMatch(/^[\w-]{43}$/)
    const code = appCode()
    const session = await accounts.finishSignIn({ ...visitor, formerToken: scene.session.token }, authId, code)
    expect(session.accountId).toBe(userId)
    expect(before).toHaveLength(1)
    expect(await accounts.findSession('steps', scene.session.token)).toBeUndefined()
    expect((await accounts.findSession('steps', session.token))?.accountId).toBe(userId)
    await expect(accounts.finishSignIn(visitor, authId, code)).rejects.toMatchObject({ code: 'two_factor.expired' })
    const replayed = accounts.finishSignIn(visitor, await scene.askedFor(), code)
    await expect(replayed).rejects.toMatchObject({ code: 'two_factor.wrong' })
  })

  test('a recovery code lets in once', async () => {
    const { accounts, visitor, askedFor, recoveryCodes } = await playerWithTwoFactor(database(), {
      brandId: 'recovery',
    })
    const code = recoveryCodes[3] ?? ''
    await accounts.finishSignIn(visitor, await askedFor(), code)
    await expect(accounts.finishSignIn(visitor, await askedFor(), code)).rejects.toMatchObject({
      code: 'two_factor.wrong',
      params: { left: CHALLENGE_ATTEMPTS - 1 },
    })
  })

  test('a player who uses a recovery code is notified, and asked to make new ones when few are left', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'told' })
    const { accounts, visitor, player, askedFor, recoveryCodes, messages } = scene
    const before = messages.length
    for (const code of recoveryCodes.slice(0, 6)) await accounts.finishSignIn(visitor, await askedFor(), code)
    await accounts.proveTwoFactor(visitor, player, recoveryCodes[6] ?? '')
    const told = messages.slice(before).map(({ template, recipient, params }) => [template, recipient, params.left])
    const to = 'anna@mail.example'
    expect(told.slice(0, 2)).toEqual([
      ['recovery_code_used', to, 9],
      ['recovery_code_used', to, 8],
    ])
    expect(told.slice(-2)).toEqual([
      ['recovery_code_used', to, 4],
      ['recovery_codes_low', to, FEW_RECOVERY_CODES],
    ])
  })

  test('a clock that is a step wrong does no harm; two steps do', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'drift' })
    scene.wait(10 * TOTP_STEP_MS)
    const { accounts, visitor, askedFor, appCode } = scene
    await expect(accounts.finishSignIn(visitor, await askedFor(), appCode(-2))).rejects.toMatchObject({
      code: 'two_factor.wrong',
    })
    await expect(accounts.finishSignIn(visitor, await askedFor(), appCode(2))).rejects.toMatchObject({
      code: 'two_factor.wrong',
    })
    await accounts.finishSignIn(visitor, await askedFor(), appCode(-1))
    await accounts.finishSignIn(visitor, await askedFor(), appCode(1))
  })

  test.each(['app', 'recovery'] as const)('of two requests with the same %s code one succeeds', async (by) => {
    const scene = await playerWithTwoFactor(database(), { brandId: `twice-${by}` })
    const { accounts, visitor, askedFor } = scene
    const code = by === 'app' ? scene.appCode() : (scene.recoveryCodes[0] ?? '')
    const authIds = [await askedFor(), await askedFor()]
    const ends = await Promise.all(
      authIds.map((authId) =>
        accounts.finishSignIn(visitor, authId, code).then(
          () => 'in',
          (error) => error.code,
        ),
      ),
    )
    expect(ends.sort()).toEqual(['in', 'two_factor.wrong'])
  })

  test('after five wrong codes the sign-in has to start again, even with the right one', async () => {
    const { accounts, visitor, askedFor, appCode } = await playerWithTwoFactor(database(), { brandId: 'locked' })
    const authId = await askedFor()
    const attempt = (code: string) => accounts.finishSignIn(visitor, authId, code).catch((error) => error)
    for (let left = CHALLENGE_ATTEMPTS - 1; left > 0; left--) {
      expect(await attempt('nothing')).toMatchObject({ code: 'two_factor.wrong', params: { left } })
    }
    expect(await attempt('nothing')).toMatchObject({ code: 'two_factor.locked' })
    expect(await attempt(appCode())).toMatchObject({ code: 'two_factor.locked' })
    await accounts.finishSignIn(visitor, await askedFor(), appCode())
  })

  test('SEC-6: starting the sign-in again does not buy endless tries', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'limited', isGuarded: true })
    const { accounts, visitor, askedFor } = scene
    const ends: string[] = []
    for (let n = 0; n < 12; n++) {
      const from = { ...visitor, address: `10.0.9.${n}` }
      const end = await accounts.finishSignIn(from, await askedFor(from), 'nothing').catch((error) => error.code)
      ends.push(end)
    }
    expect(ends.slice(0, 10)).toEqual(Array(10).fill('two_factor.wrong'))
    expect(ends.slice(10)).toEqual(['rate.limited', 'rate.limited'])
  })

  test('it is over after five minutes, and when the password is reset', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'over' })
    const { accounts, visitor, askedFor, appCode, wait } = scene
    const late = await askedFor()
    wait(CHALLENGE_LIVES_MS)
    await expect(accounts.finishSignIn(visitor, late, appCode())).rejects.toMatchObject({ code: 'two_factor.expired' })
    const outdated = await askedFor()
    wait(1000)
    await accounts.requestPasswordReset(visitor, 'anna@mail.example')
    await accounts.resetPassword(visitor, { token: scene.lastSecrets().token }, 'a better password')
    const refused = accounts.finishSignIn(visitor, outdated, appCode())
    await expect(refused).rejects.toMatchObject({ code: 'two_factor.expired' })
  })

  test('SEC-4: before the password is right nothing tells that there is a second factor', async () => {
    const { accounts, visitor } = await playerWithTwoFactor(database(), { brandId: 'silent' })
    const errorOf = (login: string) =>
      accounts.signIn(visitor, { login, password: `not ${PASSWORD}` }).catch((error) => error)
    const [known, unknown] = [await errorOf('anna@mail.example'), await errorOf('nobody@mail.example')]
    expect({ code: known.code, params: known.params }).toEqual({ code: unknown.code, params: unknown.params })
    const rows = await forBrand(database().db, 'silent').transaction((tx) =>
      tx.select('sign_in_challenge').selectAll().execute(),
    )
    expect(rows).toEqual([])
  })

  test('tenancy: a sign-in of one brand is not finished at another', async () => {
    const { accounts, visitor, askedFor, appCode } = await playerWithTwoFactor(database(), { brandId: 'here' })
    const authId = await askedFor()
    const elsewhere = accounts.finishSignIn({ ...visitor, brandId: 'there' }, authId, appCode())
    await expect(elsewhere).rejects.toMatchObject({ code: 'two_factor.expired' })
  })
})
