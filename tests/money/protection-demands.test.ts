import { expect, test } from 'vitest'
import { AppError } from '#calls/app-error.ts'
import type { LimitPeriod } from '#machines/protection/limits/limit-change.rules.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { MONEY_PATHS } from '#server/money/money-guard.ts'
import { createCashier } from '#server/payments/payments.test-support.ts'
import { createLimitGuard, type LimitSections } from '#server/protection/limits/limit-guard.ts'
import { createLimits } from '#server/protection/limits/limits.service.ts'
import { keepAct } from '#server/protection/protection-acts.ts'
import { countTalks, talksAtDesk } from '#server/protection/protection-talks.ts'
import { makePlayer, sectionsOf } from './guarded-players.ts'

await describeOnQuickestEngine('what a licence asks of a player before money moves', (database) => {
  async function scene(brandId: string, changes: Partial<LimitSections['responsible']>) {
    const base = sectionsOf('neutral')
    const config = { ...base, responsible: { ...base.responsible, ...changes } }
    const guard = createLimitGuard({ sections: async () => config })
    const cashier = createCashier(database().db, brandId, { guard })
    const limits = createLimits({
      db: database().db,
      clock: cashier.now,
      site: async () => ({ config, hash: 'c0ffee' }),
      endMailings: async () => undefined,
      endSessions: async () => undefined,
      brandsOfGroup: async () => [],
    })
    const accountId = await cashier.newPlayer(0)
    await makePlayer(cashier.door, accountId, { responsible: base.responsible, now: cashier.now() })
    const player = { brandId, accountId }
    const setLimit = (period: LimitPeriod, amountMinor: number | null) =>
      limits.setLimit(player, { kind: 'deposit', period, currency: 'EUR', amountIn: () => amountMinor }).then(
        () => null,
        (error: unknown) => {
          if (error instanceof AppError) return { code: error.code, ...error.params }
          throw error
        },
      )
    return {
      ...cashier,
      ...{ limits, player, accountId, responsible: config.responsible as { fundsProtection?: string } },
      ask: (path: (typeof MONEY_PATHS)[number], amountMinor = 100) =>
        cashier.door.transaction((tx) =>
          guard(tx, { path, accountId, currency: 'EUR', amountMinor, now: cashier.now() }),
        ),
      setLimit,
      setMonth: (amountMinor: number | null) => setLimit('month', amountMinor),
      waiting: () =>
        cashier.door.transaction(async (tx) => {
          const rows = await talksAtDesk(tx, { isDone: false, most: 10 })
          expect(await countTalks(tx)).toBe(rows.length)
          return rows.map(({ kind, detail }) => ({ kind, ...detail }))
        }),
      talk: (agreedMinor: number | null) =>
        cashier.door.transaction((tx) => {
          const detail = { agreedMinor, operator: 'Ines', reason: 'has a regular income' }
          return keepAct(tx, { accountId, kind: 'contacted', detail, configuration: 'operator', now: cashier.now() })
        }),
    }
  }

  test('RG-14: who is not identified moves no money in by any path, and does once they are', async () => {
    const { ask, door, accountId, now } = await scene('demand-identity', { isIdentityNeeded: true })
    for (const path of MONEY_PATHS) expect(await ask(path)).toEqual({ reason: 'protection.identity_needed' })
    const row = { account_id: accountId, changed_at: now(), document_type: null, fields: null }
    await door.transaction((tx) => tx.insert('identification', { ...row, state: 'checking' }).execute())
    expect(await ask('bet')).toEqual({ reason: 'protection.identity_needed' })
    await door.transaction((tx) =>
      tx.update('identification', { state: 'verified' }).where('account_id', '=', accountId).execute(),
    )
    for (const path of MONEY_PATHS) expect(await ask(path)).toBeNull()
  })

  test('RG-14: how far funds are protected is acknowledged before the first deposit, and again after a change', async () => {
    const { ask, limits, player, responsible } = await scene('demand-funds', { fundsProtection: 'medium' })
    const unread = (protection: string) => ({ reason: 'protection.funds_unacknowledged', params: { protection } })
    expect(await ask('deposit', 0)).toEqual(unread('medium'))
    // What is there may be staked.
    expect(await ask('bet')).toBeNull()
    await expect(limits.acknowledgeFunds(player, 'high')).rejects.toMatchObject({ code: 'protection.funds_changed' })
    await limits.acknowledgeFunds(player, 'medium')
    expect(await ask('deposit')).toBeNull()
    responsible.fundsProtection = 'not_protected'
    expect(await ask('deposit')).toEqual(unread('not_protected'))
    await limits.acknowledgeFunds(player, 'not_protected')
    expect(await ask('deposit')).toBeNull()
  })

  test('RG-14: a deposit limit above what the operator speaks about is set, and the player waits at the desk until they were spoken with', async () => {
    const { setMonth, waiting, talk } = await scene('demand-contact', { contactAboveMinor: 50_000 })
    expect(await setMonth(50_000)).toBeNull()
    expect(await waiting()).toEqual([])
    expect(await setMonth(40_000)).toBeNull()
    expect(await setMonth(50_001)).toBeNull()
    expect(await setMonth(50_001)).toBeNull()
    expect(await waiting()).toEqual([{ kind: 'contact_asked', wantedMinor: 50_001, currency: 'EUR' }])
    await talk(60_000)
    expect(await waiting()).toEqual([])
    expect(await setMonth(60_000)).toBeNull()
    expect(await waiting()).toEqual([])
    expect(await setMonth(60_001)).toBeNull()
    expect(await waiting()).toMatchObject([{ wantedMinor: 60_001 }])
  })

  test('RG-14: where the operator speaks first, a high limit is set only as far as was agreed', async () => {
    const { setMonth, waiting, talk, limits, player } = await scene('demand-contact-first', {
      ...{ contactAboveMinor: 35_000, contactAboveYoungMinor: 15_000, youngBelowAge: 24, isContactFirst: true },
    })
    expect(await setMonth(35_000)).toBeNull()
    const refused = { code: 'protection.contact_needed', limit: '350.00 EUR' }
    expect(await setMonth(40_000)).toEqual(refused)
    expect((await limits.readLimits(player)).limits).toMatchObject([{ amount: 35_000, waiting: null }])
    expect(await waiting()).toMatchObject([{ wantedMinor: 40_000 }])
    await talk(0)
    expect(await setMonth(40_000)).toEqual(refused)
    await talk(40_000)
    expect(await setMonth(40_001)).toEqual(refused)
    expect(await setMonth(null)).toEqual(refused)
    expect(await setMonth(40_000)).toBeNull()
    expect((await limits.readLimits(player)).limits).toMatchObject([{ amount: 35_000, waiting: { amount: 40_000 } }])
    await talk(null)
    expect(await setMonth(null)).toBeNull()
  })

  test('RG-10: a lower limit holds at once, however high it still is and whatever came of a talk', async () => {
    const { setMonth, waiting, talk, limits, player } = await scene('demand-contact-lower', {
      ...{ contactAboveMinor: 35_000, isContactFirst: true },
    })
    await talk(60_000)
    expect(await setMonth(60_000)).toBeNull()
    await talk(0)
    expect(await setMonth(55_000)).toBeNull()
    expect((await limits.readLimits(player)).limits).toMatchObject([{ amount: 55_000, waiting: null }])
    expect(await waiting()).toEqual([])
    expect(await setMonth(60_000)).toMatchObject({ code: 'protection.contact_needed' })
  })

  test('RG-14: a limit a day or a week is judged by what it allows in a month, unless another one bounds the month', async () => {
    const changes = { contactAboveMinor: 35_000, isContactFirst: true }
    const refused = { code: 'protection.contact_needed', limit: '350.00 EUR' }
    const { setLimit, waiting, limits, player } = await scene('demand-contact-week', changes)
    expect(await setLimit('day', 1152)).toEqual(refused)
    expect(await setLimit('week', 8047)).toEqual(refused)
    expect(await waiting()).toMatchObject([{ wantedMinor: 35_004 }])
    expect(await setLimit('week', 8046)).toBeNull()
    // The week allows no more than it did, however much a day does.
    expect(await setLimit('day', 8046)).toBeNull()
    expect(await setLimit('week', null)).toEqual(refused)
    expect(await setLimit('week', 9000)).toEqual(refused)
    expect(await setLimit('month', 30_000)).toBeNull()
    expect(await setLimit('week', 9000)).toBeNull()
    expect((await limits.readLimits(player)).limits).toMatchObject([
      { period: 'day', amount: 8046 },
      { period: 'month', amount: 30_000 },
      { period: 'week', amount: 8046, waiting: { amount: 9000 } },
    ])
  })

  test('RG-14: two raises that need no talk alone do not come to one that does', async () => {
    const changes = { contactAboveMinor: 35_000, isContactFirst: true }
    const { setLimit } = await scene('demand-contact-two', changes)
    expect([await setLimit('week', 5000), await setLimit('month', 30_000)]).toEqual([null, null])
    expect(await setLimit('month', 90_000)).toBeNull()
    expect(await setLimit('week', 20_000)).toMatchObject({ code: 'protection.contact_needed' })
    expect(await setLimit('week', 7000)).toBeNull()
  })

  test('RG-14: a player is young until the birthday on which they are not', async () => {
    const at = async (birthday: string) => {
      const { setMonth, door, accountId } = await scene(`demand-young-${birthday}`, {
        ...{ contactAboveMinor: 35_000, contactAboveYoungMinor: 15_000, youngBelowAge: 24, isContactFirst: true },
      })
      await door.transaction((tx) => tx.update('profile', { birthday }).where('account_id', '=', accountId).execute())
      return setMonth(20_000)
    }
    // The clock of these tests is at 1 March 2026.
    expect(await at('2002-03-02')).toEqual({ code: 'protection.contact_needed', limit: '150.00 EUR' })
    expect(await at('2002-03-01')).toBeNull()
  })
})
