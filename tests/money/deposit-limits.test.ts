import { expect, test } from 'vitest'
import type { LimitPeriod } from '#machines/protection/limits/limit-change.rules.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createCashier, START } from '#server/payments/payments.test-support.ts'
import { createLimitGuard, type LimitSections } from '#server/protection/limits/limit-guard.ts'
import { createLimits } from '#server/protection/limits/limits.service.ts'
import { baseSection } from '#server/site/base-section.ts'

const AGREED = JSON.stringify({ 'agree-policy': { version: '1', acceptedAt: START.toISOString() } })

await describeOnQuickestEngine('limits on deposits', (database) => {
  /** A cashier that asks the guard, and a player with so much cash who limits themselves. */
  async function sceneWith(brandId: string, minor = 0, changes: Partial<LimitSections['responsible']> = {}) {
    const config = {
      global: { ...baseSection('global'), timeZone: 'Europe/London' },
      responsible: { ...(baseSection('responsible') as LimitSections['responsible']), ...changes },
    }
    const cashier = createCashier(database().db, brandId, { guard: createLimitGuard({ sections: async () => config }) })
    const limits = createLimits({
      db: database().db,
      clock: cashier.now,
      site: async () => ({ config, hash: 'c0ffee' }),
      endMailings: async () => undefined,
      endSessions: async () => undefined,
      brandsOfGroup: async () => [],
    })
    const accountId = await cashier.newPlayer(minor)
    const row = {
      account_id: accountId,
      country: null,
      language: 'en',
      birthday: null,
      fields: '{}',
      updated_at: START,
    }
    await cashier.door.transaction((tx) => tx.insert('profile', { ...row, consents: AGREED }).execute())
    const player = { brandId, accountId }
    return {
      ...cashier,
      ...{ limits, player, accountId },
      set: (period: LimitPeriod, amount: number) =>
        limits.setLimit(player, { kind: 'deposit', period, currency: 'EUR', amountIn: () => amount }),
      deposit: (amount: number) => cashier.begin(accountId, 'deposit', { amount }),
      refusal: (amount: number) =>
        cashier.begin(accountId, 'deposit', { amount }).then(
          () => null,
          ({ code, params }) => ({ code, ...params }),
        ),
    }
  }

  test.each([
    ['day', '02.03.2026 00:00'],
    ['week', '02.03.2026 00:00'],
    ['month', '01.04.2026 00:00'],
  ] as const)(
    'RG-9, RG-13: a limit per %s counts what is paid in, and tells what is left and until when',
    async (period, until) => {
      const scene = await sceneWith(`deposits-${period}`)
      await scene.set(period, 10_000)
      const first = await scene.deposit(60)
      expect(await scene.refusal(40.01)).toEqual({ code: 'protection.deposit_limit', left: '40.00 EUR', until })
      await scene.act(first, 'pay')
      const { limits } = await scene.limits.readLimits(scene.player)
      expect(limits).toMatchObject([{ kind: 'deposit', used: 6000, left: 4000 }])
      expect(await scene.refusal(40)).toBeNull()
      scene.wait(Date.parse('2026-04-01T00:00:00Z') - START.getTime())
      expect(await scene.refusal(100)).toBeNull()
    },
  )

  test('RG-9: a deposit that fails makes room again; a refund and a withdrawal do not', async () => {
    const scene = await sceneWith('deposits-gross')
    await scene.set('day', 10_000)
    const refused = await scene.deposit(100)
    expect(await scene.refusal(5)).toMatchObject({ code: 'protection.deposit_limit' })
    await scene.act(refused, 'decline')
    const paid = await scene.deposit(100)
    await scene.act(paid, 'pay')
    await scene.payments.refund(scene.brandId, { paymentId: paid.payment_id, amountMinor: 5000, reason: 'asked for' })
    const out = await scene.begin(scene.accountId, 'withdrawal', { amount: 50 })
    await scene.act(out, 'pay')
    expect(await scene.refusal(5)).toMatchObject({ left: '0.00 EUR' })
    expect(await scene.breaks()).toEqual([])
  })

  test('RG-9, PAY-12: a disputed deposit is in no statement until its dispute is won, and makes no room below a limit', async () => {
    const scene = await sceneWith('deposits-disputed')
    await scene.set('day', 20_000)
    const [won, lost] = [await scene.deposit(100), await scene.deposit(60)]
    await scene.act(won, 'pay')
    await scene.act(lost, 'pay')
    const deposited = async () => {
      const { rows } = await scene.limits.readStatement(scene.player, 'all')
      expect(rows).toMatchObject([{ currency: 'EUR', withdrawnMinor: 0, stakedMinor: 0 }])
      return rows[0]?.depositedMinor
    }
    expect(await deposited()).toBe(16_000)
    await scene.act(won, 'dispute')
    await scene.act(lost, 'dispute')
    expect(await deposited()).toBe(0)
    expect(await scene.refusal(40.01)).toMatchObject({ code: 'protection.deposit_limit', left: '40.00 EUR' })
    await scene.act(won, 'win_dispute')
    await scene.act(lost, 'lose_dispute')
    expect(await deposited()).toBe(10_000)
    expect(await scene.refusal(40.01)).toMatchObject({ code: 'protection.deposit_limit', left: '40.00 EUR' })
    expect(await scene.breaks()).toEqual([])
  })

  test('RG-8, RG-9: deposits that come at once do not pass a limit together', { timeout: 60_000 }, async () => {
    const scene = await sceneWith('deposits-race')
    await scene.set('day', 10_000)
    const refusals = await Promise.all(Array.from({ length: 50 }, () => scene.refusal(30)))
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(3)
  })

  test('RG-11, RG-13: a break closes deposits, and withdrawals stay open', async () => {
    const scene = await sceneWith('deposits-break', 10_000)
    await scene.limits.takeBreak(scene.player, { kind: 'time_out', hours: 24 })
    expect(await scene.refusal(50)).toEqual({ code: 'protection.time_out', until: '02.03.2026 12:00' })
    expect(await scene.begin(scene.accountId, 'withdrawal')).toMatchObject({ state: 'sent' })
  })

  test('limits that have to be set are asked for before anything is paid in or staked, and each of them', async () => {
    const scene = await sceneWith('deposits-required', 0, { requiredLimits: ['deposit_day', 'deposit_week'] })
    const stake = () =>
      scene.door.transaction((tx) =>
        scene.ports.guard(tx, {
          ...{ path: 'bet', accountId: scene.accountId, currency: 'EUR', amountMinor: 100, now: scene.now() },
        }),
      )
    expect(await scene.refusal(50)).toEqual({ code: 'protection.limit_needed' })
    await scene.set('day', 10_000)
    expect(await scene.refusal(50)).toEqual({ code: 'protection.limit_needed' })
    expect(await stake()).toEqual({ reason: 'protection.limit_needed' })
    await scene.set('week', 20_000)
    expect(await scene.refusal(50)).toBeNull()
    expect(await stake()).toBeNull()
  })
})
