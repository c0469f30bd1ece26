import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { postTransfer } from './ledger.ts'

const [BRAND, PLAYERS] = ['few', 10_000]
const NOW = new Date('2026-03-01T12:00:00Z')

await describeOnEachEngine('accounts beside those of many players', (database) => {
  test('asking for the accounts of one player and posting between them reads no other account, before the database has counted its rows', async () => {
    const { db } = database()
    const door = forBrand(db, BRAND)
    const first = await seedPlayers(db)
    const read = () =>
      door.transaction(async (tx) => {
        const accountId = first + 700
        const before = await accountsRead(tx)
        const accounts = await tx.call('bet_accounts', accountId, 'EUR', ['bonus', 'promo'], NOW)
        const idOf = (of: string) => accounts.find(({ kind }) => kind === of)?.currency_account_id ?? 0
        const entries = [
          { currencyAccountId: idOf('promo'), currency: 'EUR', amountMinor: -100 },
          { currencyAccountId: idOf('bonus'), currency: 'EUR', amountMinor: 100 },
        ]
        await postTransfer(tx, { kind: 'test', reference: crypto.randomUUID(), entries, now: NOW })
        return { read: (await accountsRead(tx)) - before, kinds: accounts.map(({ kind }) => kind).sort() }
      })
    // More often than the database tries a plan before it keeps one.
    for (let times = 0; times < 8; times += 1) {
      const { read: rows, kinds } = await read()
      expect(kinds).toEqual(['bonus', 'cash', 'promo'])
      expect(rows).toBeGreaterThan(0)
      expect(rows).toBeLessThan(60)
    }
  })
})

/** Players with an account in euros each, whose numbers follow each other. @returns the first */
function seedPlayers(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('livery.brand_id', ${BRAND}, true)`.execute(trx)
    await sql`insert into account (brand_id, registered_by, state, created_at, activated_at)
      select ${BRAND}, 'fast_reg', 'active', ${NOW}::timestamptz, ${NOW}::timestamptz from generate_series(1, ${PLAYERS}::int)`.execute(
      trx,
    )
    await sql`insert into currency_account (brand_id, account_id, kind, currency, is_active, created_at)
      select brand_id, account_id, 'cash', 'EUR', true, created_at from account where brand_id = ${BRAND}`.execute(trx)
    const { rows } = await sql<{ first: number }>`
      select min(account_id) as first from account where brand_id = ${BRAND}`.execute(trx)
    return Number(rows[0]?.first)
  })
}

/** Rows of accounts that the transaction has read so far, by an index or without one. */
async function accountsRead(tx: BrandTransaction): Promise<number> {
  const rows = sql<number>`(
    select coalesce(idx_tup_fetch, 0) + seq_tup_read from pg_stat_xact_user_tables where relname = 'currency_account')::int8`
  const row = await tx.select('account').select(rows.as('n')).limit(1).executeTakeFirstOrThrow()
  return row.n
}
