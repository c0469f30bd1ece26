import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { playerWithApp, playerWithTwoFactor } from './two-factor.test-support.ts'
import { PROOF_LIVES_MS } from './two-factor.ts'

await describeOnQuickestEngine('two-factor authentication', (database) => {
  const rowsOf = (brandId: string) =>
    forBrand(database().db, brandId).transaction(async (tx) => ({
      secrets: await tx.select('two_factor').selectAll().execute(),
      codes: await tx.select('recovery_code').selectAll().execute(),
      events: (await tx.select('security_event').select('kind').orderBy('event_id').execute()).map(({ kind }) => kind),
    }))

  test('TFA-1: a secret comes as a picture, a link and a code; it lies sealed in the database', async () => {
    const { scan } = await playerWithApp(database(), { brandId: 'offer' })
    const { qrCodeUrl, qrLink, code } = await scan()
    expect(code).toMatch(/^[A-Z2-7]{32}$/)
    expect(qrLink).toContain(`otpauth://totp/Red:anna%40mail.example?secret=${code}&issuer=Red`)
    const picture = Buffer.from(qrCodeUrl.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
    expect(picture).toMatch(/^<svg[\s\S]*<\/svg>$/)
    expect(JSON.stringify(await rowsOf('offer'))).not.toContain(code)
    expect((await scan()).code).not.toBe(code)
  })

  test('TFA-3: it is switched on by a code of the app, and by no other', async () => {
    const scene = await playerWithApp(database(), { brandId: 'enable' })
    const { accounts, visitor, player, appCode } = scene
    const enable = (code: string) =>
      accounts.enableTwoFactor(visitor, player, { appCode: code, isSmsRequired: false }).catch((error) => error.code)
    expect(await enable('123456')).toBe('two_factor.expired')
    await scene.scan()
    const wrong = appCode() === '123456' ? '123457' : '123456'
    for (const code of [wrong, '', 'abcdef', `${appCode()}0`]) expect(await enable(code)).toBe('two_factor.wrong')
    expect((await accounts.readTwoFactor('enable', player.accountId)).isOn).toBe(false)
    const enabled = await accounts.enableTwoFactor(visitor, player, { appCode: appCode(), isSmsRequired: false })
    expect(new Set(enabled.recoveryCodes).size).toBe(10)
    expect(await accounts.readTwoFactor('enable', player.accountId)).toEqual({
      isOn: true,
      recoveryCodesLeft: 10,
      hasPhone: false,
    })
    const { codes, events } = await rowsOf('enable')
    expect(JSON.stringify(codes)).not.toContain(enabled.recoveryCodes[0])
    expect(events.filter((kind) => kind.startsWith('two_factor'))).toEqual([
      ...Array(4).fill('two_factor.refused'),
      'two_factor.enabled',
    ])
    const again = accounts.offerSecret(visitor, { ...player, token: enabled.session.token }, 'Red')
    await expect(again).rejects.toMatchObject({ code: 'two_factor.already_on' })
  })

  test('SEC-2: switching on renews the session and ends the others; switching off renews it too', async () => {
    const scene = await playerWithApp(database(), { brandId: 'renewed' })
    const { accounts, visitor, session, player } = scene
    const other = await accounts.signIn(visitor, scene.credentials)
    await scene.scan()
    const request = { appCode: scene.appCode(), isSmsRequired: false }
    const on = (await accounts.enableTwoFactor(visitor, player, request)).session
    const isAlive = async (token: string) => (await accounts.findSession('renewed', token)) !== undefined
    expect(on.sessionId).toBe(session.sessionId)
    expect([await isAlive(session.token), await isAlive(other.token), await isAlive(on.token)]).toEqual([
      false,
      false,
      true,
    ])
    const now = { ...player, token: on.token }
    const hash = await accounts.proveTwoFactor(visitor, now, scene.appCode(1))
    const off = await accounts.disableTwoFactor(visitor, now, hash)
    expect([await isAlive(on.token), await isAlive(off.token)]).toEqual([false, true])
  })

  test('the player is written to when it is switched on and when it is switched off', async () => {
    const { accounts, visitor, player, appCode, messages } = await playerWithTwoFactor(database(), { brandId: 'told' })
    expect(messages.at(-1)).toMatchObject({ kind: 'mail', recipient: 'anna@mail.example', template: 'two_factor_on' })
    const hash = await accounts.proveTwoFactor(visitor, player, appCode())
    await accounts.disableTwoFactor(visitor, player, hash)
    expect(messages.at(-1)).toMatchObject({ kind: 'mail', template: 'two_factor_off' })
  })

  test('TFA-5: a proof is good once, for its session, and for five minutes', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'proof' })
    const { accounts, visitor, player, recoveryCodes, wait } = scene
    const disable = (hash: string, by = player) =>
      accounts.disableTwoFactor(visitor, by, hash).then(
        () => 'off',
        (error) => error.code,
      )
    expect(await disable('no-such-proof')).toBe('two_factor.proof_expired')
    const late = await accounts.proveTwoFactor(visitor, player, scene.appCode())
    wait(PROOF_LIVES_MS)
    expect(await disable(late)).toBe('two_factor.proof_expired')
    const hash = await accounts.proveTwoFactor(visitor, player, recoveryCodes[0] ?? '')
    const other = await accounts.finishSignIn(visitor, await scene.askedFor(), scene.appCode())
    expect(await disable(hash, { ...player, token: other.token })).toBe('two_factor.proof_expired')
    expect(await Promise.all([disable(hash), disable(hash)])).toContain('off')
    expect((await accounts.readTwoFactor('proof', player.accountId)).isOn).toBe(false)
    expect((await rowsOf('proof')).codes).toEqual([])
  })

  test('a code of the app is taken once; a wrong one gives no proof', async () => {
    const { accounts, visitor, player, appCode } = await playerWithTwoFactor(database(), { brandId: 'once' })
    const code = appCode()
    await accounts.proveTwoFactor(visitor, player, code)
    for (const tried of [code, '000000', 'abcd-efgh-jkmn-pqrs']) {
      await expect(accounts.proveTwoFactor(visitor, player, tried)).rejects.toMatchObject({ code: 'two_factor.wrong' })
    }
  })

  test('new recovery codes void the former ones', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'anew' })
    const { accounts, visitor, player, recoveryCodes } = scene
    const [first = '', second = ''] = recoveryCodes
    const hash = await accounts.proveTwoFactor(visitor, player, first.toUpperCase().replaceAll('-', ' '))
    const fresh = await accounts.renewCodes(visitor, player, hash)
    expect(fresh.filter((code) => recoveryCodes.includes(code))).toEqual([])
    await expect(accounts.proveTwoFactor(visitor, player, second)).rejects.toMatchObject({ code: 'two_factor.wrong' })
    await accounts.proveTwoFactor(visitor, player, fresh[0] ?? '')
    expect((await accounts.readTwoFactor('anew', player.accountId)).recoveryCodesLeft).toBe(9)
  })

  test('TFA-4, TFA-6, TFA-7: where it is asked for, the code that was sent to the phone has to be right', async () => {
    const scene = await playerWithApp(database(), { brandId: 'sms' })
    const { accounts, visitor, player, appCode, messages } = scene
    await scene.scan()
    await expect(accounts.sendTwoFactorSms(visitor, player)).rejects.toMatchObject({ code: 'two_factor.no_phone' })
    const identifier = { account_id: player.accountId, kind: 'phone', value: '+4915112345678' } as const
    const now = new Date('2026-03-01T12:00:00Z')
    await forBrand(database().db, 'sms').transaction((tx) =>
      tx.insert('identifier', { ...identifier, created_at: now, verified_at: now }).execute(),
    )
    expect(await accounts.sendTwoFactorSms(visitor, player)).toEqual({
      codeLength: 6,
      retryAfterSeconds: 60,
      lifetimeSeconds: 600,
    })
    expect(messages.at(-1)).toMatchObject({ kind: 'sms', recipient: '+4915112345678', template: 'two_factor_code' })
    const smsCode = messages.at(-1)?.secrets?.code ?? ''
    const enable = (sms?: string) =>
      accounts.enableTwoFactor(visitor, player, { appCode: appCode(), smsCode: sms, isSmsRequired: true })
    const wrong = smsCode === '000000' ? '111111' : '000000'
    await expect(enable()).rejects.toMatchObject({ code: 'two_factor.sms_wrong' })
    await expect(enable(wrong)).rejects.toMatchObject({ code: 'two_factor.sms_wrong' })
    expect((await enable(smsCode)).recoveryCodes).toHaveLength(10)
  })

  test('SEC-6: wrong codes of a signed-in player are limited', async () => {
    const scene = await playerWithTwoFactor(database(), { brandId: 'limited', isGuarded: true })
    const { accounts, visitor, player } = scene
    const tryWrong = () => accounts.proveTwoFactor(visitor, player, 'wrong').catch((error) => error.code)
    for (let n = 0; n < 10; n++) expect(await tryWrong()).toBe('two_factor.wrong')
    expect(await tryWrong()).toBe('rate.limited')
  })
})
