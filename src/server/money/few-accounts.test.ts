import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { postTransfer } from './ledger.ts'

const [PLAYERS, CHUNK] = [10_000, 2000]
const NOW = new Date('2026-03-01T12:00:00Z')

await describeOnEachEngine('accounts beside those of many players', (database) => {
  test('asking for the accounts of one player and posting between them reads no other account, before the database has counted its rows', async () => {
    const { db } = database()
    const door = forBrand(db, 'few')
    const ids: number[] = []
    for (let chunk = 0; chunk < PLAYERS; chunk += CHUNK) ids.push(...(await door.transaction(seedPlayers)))
    const read = () =>
      door.transaction(async (tx) => {
        const accountId = ids[700] ?? 0
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

/** Players with an account in euros each. @returns their numbers */
async function seedPlayers(tx: BrandTransaction): Promise<number[]> {
  const player = { registered_by: 'fast_reg', state: 'active', created_at: NOW, activated_at: NOW } as const
  const made = await tx.insert('account', Array(CHUNK).fill(player)).returning('account_id as id').execute()
  const account = { kind: 'cash', currency: 'EUR', is_active: true, created_at: NOW } as const
  await tx
    .insert(
      'currency_account',
      made.map(({ id }) => ({ ...account, account_id: id })),
    )
    .execute()
  return made.map(({ id }) => id)
}

/** Rows of accounts that the transaction has read so far, by an index or without one. */
async function accountsRead(tx: BrandTransaction): Promise<number> {
  const rows = sql<number>`(
    select coalesce(idx_tup_fetch, 0) + seq_tup_read from pg_stat_xact_user_tables where relname = 'currency_account')::int8`
  const row = await tx.select('account').select(rows.as('n')).limit(1).executeTakeFirstOrThrow()
  return row.n
}
