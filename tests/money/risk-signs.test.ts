import { expect, test } from 'vitest'
import { lockWallet, moveFunds } from '#server/casino/wallet/wallet-money.ts'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { createCashier } from '#server/payments/payments.test-support.ts'
import { keepAct } from '#server/protection/protection-acts.ts'
import { talksAtDesk } from '#server/protection/protection-talks.ts'
import { riskFacts } from '#server/protection/risk/risk-facts.ts'
import { watchRisks } from '#server/protection/risk/risk-watch.ts'
import { makePlayer, sectionsOf } from './guarded-players.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

await describeOnEachEngine('signs of risk', (database) => {
  async function scene(brandId: string, of: { readonly isRiskWatched?: boolean; readonly depositsADay?: number } = {}) {
    const base = sectionsOf('neutral')
    const watched = { isRiskWatched: of.isRiskWatched ?? true, riskSignsAtLeast: 2, riskReviewDays: 30 }
    const { riskBounds } = base.responsible
    const bounds = { ...riskBounds, depositsADay: of.depositsADay ?? riskBounds.depositsADay }
    const responsible = { ...base.responsible, ...watched, riskBounds: bounds }
    const config = { ...base, responsible }
    const cashier = createCashier(database().db, brandId)
    const accountId = await cashier.newPlayer(100_000)
    await makePlayer(cashier.door, accountId, { responsible, now: cashier.now() })
    const seen = async () =>
      cashier.door.transaction((tx) =>
        tx.update('session', { last_seen_at: cashier.now() }).where('account_id', '=', accountId).execute(),
      )
    const failures: unknown[] = []
    return {
      ...{ ...cashier, accountId, config, failures, seen },
      pay: async (amount: number) => cashier.act(await cashier.begin(accountId, 'deposit', { amount }), 'pay'),
      facts: () =>
        cashier.door.transaction((tx) => riskFacts(tx, { accountId, global: config.global, now: cashier.now() })),
      watch: async () => {
        await seen()
        const ports = { db: database().db, clock: cashier.now, failed: (error: unknown) => failures.push(error) }
        const site = async () => ({ config, hash: 'c0ffee' })
        return watchRisks({ ...ports, site }, new Date(cashier.now().getTime() - HOUR_MS))
      },
      waiting: () => cashier.door.transaction((tx) => talksAtDesk(tx, { isDone: false, most: 10 })),
      /** Stakes a euro at a game. */
      stake: () =>
        cashier.door.transaction(async (tx) => {
          const [now, currency] = [cashier.now(), 'EUR']
          const accounts = await lockWallet(tx, { accountId, currency, hasBonuses: false, now })
          if (!accounts) throw new Error('the player has no account')
          const reference = crypto.randomUUID()
          await moveFunds(tx, accounts, { kind: 'casino-bet', reference, currency, funds: { cash: -100 }, now })
        }),
      note: (kind: 'raise_asked' | 'risk_reviewed', detail = {}) =>
        cashier.door.transaction((tx) =>
          keepAct(tx, { accountId, kind, detail, configuration: 'c0ffee', now: cashier.now() }),
        ),
    }
  }

  test('RG-14: a brand says itself how many deposits of a day are a sign', async () => {
    const { pay, note, watch, waiting } = await scene('risk-bounds', { depositsADay: 2 })
    for (let wish = 0; wish < 3; wish += 1) await note('raise_asked')
    await pay(20)
    expect(await watch()).toBe(0)
    await pay(20)
    expect(await watch()).toBe(1)
    expect(await waiting()).toMatchObject([{ detail: { signs: 'deposits_often limits_raised' } }])
  })

  test('RG-14: who shows enough signs of risk waits for a talk once, and again when the talk has worn off', async () => {
    const { pay, note, watch, waiting, wait, accountId, failures } = await scene('risk-talk')
    for (let deposit = 0; deposit < 5; deposit += 1) await pay(20)
    expect(await watch()).toBe(0)
    for (let wish = 0; wish < 3; wish += 1) await note('raise_asked')
    expect(await watch()).toBe(1)
    expect(await waiting()).toMatchObject([
      { account_id: accountId, kind: 'risk_noticed', detail: { signs: 'deposits_often limits_raised' } },
    ])
    expect(await watch()).toBe(0)
    await note('risk_reviewed', { outcome: 'clear', operator: 'Ines', reason: 'spoke on the phone' })
    expect(await waiting()).toEqual([])
    expect(await watch()).toBe(0)
    wait(31 * DAY_MS)
    for (let deposit = 0; deposit < 5; deposit += 1) await pay(20)
    for (let wish = 0; wish < 3; wish += 1) await note('raise_asked')
    expect(await watch()).toBe(1)
    expect(await waiting()).toHaveLength(1)
    expect(failures).toEqual([])
  })

  test('RG-14: two processes that judge at once notice a player once', async () => {
    const { pay, note, watch, waiting } = await scene('risk-twice')
    for (let deposit = 0; deposit < 5; deposit += 1) await pay(20)
    for (let wish = 0; wish < 3; wish += 1) await note('raise_asked')
    const noticed = await Promise.all([watch(), watch(), watch()])
    expect(noticed.reduce((sum, one) => sum + one)).toBe(1)
    expect(await waiting()).toHaveLength(1)
  })

  test('a brand that does not watch judges nobody', async () => {
    const { pay, note, watch, waiting } = await scene('risk-off', { isRiskWatched: false })
    for (let deposit = 0; deposit < 5; deposit += 1) await pay(20)
    for (let wish = 0; wish < 3; wish += 1) await note('raise_asked')
    expect(await watch()).toBe(0)
    expect(await waiting()).toEqual([])
  })

  test('RG-14: what signs go by is read from payments, stakes, wishes and sessions of the last weeks alone', async () => {
    const { pay, note, facts, wait, begin, act, accountId, stake } = await scene('risk-facts')
    await pay(50)
    await note('raise_asked')
    wait(30 * DAY_MS)
    expect(await facts()).toMatchObject({ weekMinor: 0, beforeMinor: 0, raises: 0, depositsADay: 0 })
    await pay(30)
    wait(8 * DAY_MS)
    await pay(70)
    await pay(80)
    for (let refused = 0; refused < 2; refused += 1)
      await act(await begin(accountId, 'deposit', { amount: 10 }), 'decline')
    await note('raise_asked')
    expect(await facts()).toMatchObject({
      ...{ weekMinor: 15_000, beforeMinor: 3000, depositsADay: 2, refusedDeposits: 2, raises: 1 },
      ...{ stakes: 0, nightStakes: 0, cancelledWithdrawals: 0 },
    })
    // 12:00 in UTC is 13:00 or 14:00 where the brand is.
    for (let stakes = 0; stakes < 3; stakes += 1) await stake()
    wait(12 * HOUR_MS)
    for (let stakes = 0; stakes < 2; stakes += 1) await stake()
    wait(6 * HOUR_MS)
    await stake()
    expect(await facts()).toMatchObject({ stakes: 6, nightStakes: 2 })
  })
})
