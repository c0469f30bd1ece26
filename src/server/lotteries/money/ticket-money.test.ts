import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { listCurrencyAccounts, openFirstAccount } from '#server/money/currency-accounts.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { closePool, poolAccounts } from './pool-accounts.ts'
import { newTicketIds, settleTickets, takeTicketStake } from './ticket-money.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const EUR = { currency: 'EUR', now: NOW }

await describeOnQuickestEngine('the money of tickets', (database) => {
  async function scene(brandId: string, guard = async () => null as never) {
    const door = forBrand(database().db, brandId)
    const accountId = await door.transaction(async (tx) => {
      const row = { registered_by: 'fast_reg', state: 'active', created_at: NOW, activated_at: NOW } as const
      const { account_id: id } = await tx.insert('account', row).returning('account_id').executeTakeFirstOrThrow()
      await openFirstAccount(tx, { accountId: id, ...EUR })
      await correctBalance(tx, { accountId: id, ...EUR, amountMinor: 1000, reference: 'first', reason: 'test' })
      return id
    })
    const ports = { guard }
    const buy = (amountMinor: number) =>
      door.transaction(async (tx) => {
        const [ticketId = 0] = await newTicketIds(tx, 1)
        const of = { ticketId, accountId, ...EUR, gameId: 'lotto', amountMinor }
        return { ...of, funds: await takeTicketStake(tx, ports, of) }
      })
    const settle = (ticket: Awaited<ReturnType<typeof buy>>, amountMinor: number, isRefund = false) =>
      door.transaction((tx) => settleTickets(tx, ports, [{ ...ticket, amountMinor, isRefund }]))
    const held = async () => {
      const [cash] = await door.transaction((tx) => listCurrencyAccounts(tx, accountId))
      const ids = await door.transaction((tx) => poolAccounts(tx, 'EUR', NOW))
      const rows = await door.transaction((tx) =>
        tx
          .select('ledger_entry')
          .select(({ fn }) => ['currency_account_id as id', fn.sum<string>('amount_minor').as('sum')])
          .groupBy('currency_account_id')
          .execute(),
      )
      const sumOf = (id: number) => Number(rows.find((row) => row.id === id)?.sum ?? 0)
      return {
        cash: cash?.balanceMinor,
        pool: sumOf(ids.lottery_pool),
        jackpot: sumOf(ids.lottery_jackpot),
        breakage: sumOf(ids.lottery_breakage),
      }
    }
    return { door, buy, settle, held }
  }

  test('LOT-7: a price goes to the pool, a win comes out of it once, and the rest is put by', async () => {
    const { door, buy, settle, held } = await scene('ticket-money')
    const [first, second] = [await buy(200), await buy(100)]
    expect(await held()).toMatchObject({ cash: 700, pool: 300 })
    for (let times = 0; times < 2; times += 1) await settle(first, 250)
    await settle(second, 0)
    const closing = { reference: 'lotto/1', ...EUR, jackpotMinor: 30, breakageMinor: 1, houseMinor: 19 }
    for (let times = 0; times < 2; times += 1) await door.transaction((tx) => closePool(tx, closing))
    expect(await held()).toEqual({ cash: 950, pool: 0, jackpot: 30, breakage: 1 })
    expect((await door.transaction(proveLedger)).breaks).toEqual([])
  })

  test('LOT-7: a ticket is given back whole, and one that nobody can pay is not taken', async () => {
    const { buy, settle, held } = await scene('ticket-back')
    const ticket = await buy(1000)
    await expect(buy(1)).rejects.toMatchObject({ code: 'balance.too_low' })
    await settle(ticket, 1000, true)
    expect(await held()).toMatchObject({ cash: 1000, pool: 0 })
  })

  test('RG-8: what protection refuses is not taken', async () => {
    const refused = async () => ({ reason: 'protection.time_out', params: { until: 'x' } }) as never
    const { buy, held } = await scene('ticket-guard', refused)
    await expect(buy(100)).rejects.toMatchObject({ code: 'protection.time_out' })
    expect(await held()).toMatchObject({ cash: 1000, pool: 0 })
  })
})
