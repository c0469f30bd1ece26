import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { listCurrencyAccounts, openFirstAccount } from './currency-accounts.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

await describeOnEachEngine('the ledger', (database) => {
  async function openPlayer(tx: BrandTransaction, currency = 'BRL') {
    const row = { registered_by: 'fast_reg', state: 'active', created_at: NOW, activated_at: NOW } as const
    const { account_id: accountId } = await tx.insert('account', row).returning('account_id').executeTakeFirstOrThrow()
    return { accountId, cash: await openFirstAccount(tx, { accountId, currency, now: NOW }) }
  }
  async function openHouse(tx: BrandTransaction, currency = 'BRL') {
    const row = { account_id: null, currency, kind: 'house', is_active: false, created_at: NOW } as const
    const { currency_account_id } = await tx
      .insert('currency_account', row)
      .returning('currency_account_id')
      .executeTakeFirstOrThrow()
    return currency_account_id
  }
  async function move(
    tx: BrandTransaction,
    reference: string,
    entries: readonly [account: number, currency: string, minor: number][],
  ) {
    const row = { kind: 'deposit', reference, created_at: NOW }
    const { transfer_id } = await tx.insert('ledger_transfer', row).returning('transfer_id').executeTakeFirstOrThrow()
    const lines = entries.map(([currency_account_id, currency, amount_minor], line) => ({
      transfer_id,
      line,
      currency_account_id,
      currency,
      amount_minor,
    }))
    await tx.insert('ledger_entry', lines).execute()
  }
  const door = (brandId: string) => forBrand(database().db, brandId)

  test('a balance is the fold of the entries, 0 for a new player', async () => {
    const { accountId, cash, house } = await door('fold').transaction(async (tx) => ({
      ...(await openPlayer(tx)),
      house: await openHouse(tx),
    }))
    const balance = () =>
      door('fold').transaction(async (tx) => (await listCurrencyAccounts(tx, accountId))[0]?.balanceMinor)
    expect(await balance()).toBe(0)
    await door('fold').transaction((tx) =>
      move(tx, 'd1', [
        [cash, 'BRL', 1050],
        [house, 'BRL', -1050],
      ]),
    )
    await door('fold').transaction((tx) =>
      move(tx, 'd2', [
        [cash, 'BRL', -50],
        [house, 'BRL', 50],
      ]),
    )
    expect(await balance()).toBe(1000)
  })

  test('LEDGER-1: a transfer that does not sum to zero in each currency is refused', async () => {
    const ledger = door('zero')
    const { cash, house, euro } = await ledger.transaction(async (tx) => ({
      ...(await openPlayer(tx)),
      house: await openHouse(tx),
      euro: await openHouse(tx, 'EUR'),
    }))
    const lopsided = ledger.transaction((tx) =>
      move(tx, 'd1', [
        [cash, 'BRL', 100],
        [house, 'BRL', -99],
      ]),
    )
    await expect(lopsided).rejects.toMatchObject({ code: '23514' })
    const mixed = ledger.transaction((tx) =>
      move(tx, 'd2', [
        [cash, 'BRL', 100],
        [euro, 'EUR', -100],
      ]),
    )
    await expect(mixed).rejects.toMatchObject({ code: '23514' })
    const wrongCurrency = ledger.transaction((tx) =>
      move(tx, 'd3', [
        [cash, 'EUR', 100],
        [euro, 'EUR', -100],
      ]),
    )
    await expect(wrongCurrency).rejects.toMatchObject({ code: '23503' })
    expect(await ledger.transaction((tx) => tx.select('ledger_entry').selectAll().execute())).toEqual([])
  })

  test('LEDGER-1: entries are append-only, for the services and for the owner of the tables', async () => {
    const ledger = door('append')
    const { cash, house } = await ledger.transaction(async (tx) => ({
      ...(await openPlayer(tx)),
      house: await openHouse(tx),
    }))
    await ledger.transaction((tx) =>
      move(tx, 'd1', [
        [cash, 'BRL', 100],
        [house, 'BRL', -100],
      ]),
    )
    await expect(
      ledger.transaction((tx) => tx.update('ledger_entry', { amount_minor: 1 }).execute()),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(ledger.transaction((tx) => tx.delete('ledger_transfer').execute())).rejects.toMatchObject({
      code: '42501',
    })
    const asOwner = (statement: string) =>
      database()
        .db.transaction()
        .execute(async (trx) => {
          await sql`set local role none`.execute(trx)
          await sql.raw(statement).execute(trx)
        })
    for (const statement of [
      'delete from ledger_entry',
      'truncate ledger_entry',
      'update ledger_transfer set kind = kind',
    ]) {
      await expect(asOwner(statement)).rejects.toMatchObject({ code: '23001' })
    }
  })

  test('the same movement is not booked twice', async () => {
    const ledger = door('twice')
    const { cash, house } = await ledger.transaction(async (tx) => ({
      ...(await openPlayer(tx)),
      house: await openHouse(tx),
    }))
    const book = () =>
      ledger.transaction((tx) =>
        move(tx, 'same', [
          [cash, 'BRL', 100],
          [house, 'BRL', -100],
        ]),
      )
    await book()
    await expect(book()).rejects.toMatchObject({ code: '23505' })
  })

  test('a player has one account of a kind and currency, and one active account', async () => {
    const accounts = door('single')
    const { accountId } = await accounts.transaction((tx) => openPlayer(tx))
    const second = (currency: string) =>
      accounts.transaction((tx) => openFirstAccount(tx, { accountId, currency, now: NOW }))
    await expect(second('brl')).rejects.toMatchObject({ code: '23505' })
    await expect(second('EUR')).rejects.toMatchObject({ code: '23505' })
  })
})
