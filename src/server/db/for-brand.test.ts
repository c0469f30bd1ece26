import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnEachEngine } from './engines.test-support.ts'
import { type BrandTransaction, brandsWithDueMessages, forBrand } from './for-brand.ts'
import { sqlState } from './sql-state.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

function newAccount(tx: BrandTransaction) {
  return tx
    .insert('account', { registered_by: 'fast_reg', state: 'active', created_at: NOW, activated_at: NOW })
    .returning('account_id')
    .executeTakeFirstOrThrow()
}

await describeOnEachEngine('forBrand', (database) => {
  test('tenancy: rows written through one brand are not seen, changed or deleted through another', async () => {
    const { db } = database()
    const red = forBrand(db, 'wall-red')
    const blue = forBrand(db, 'wall-blue')
    const { account_id } = await red.transaction(newAccount)
    expect(account_id).toBeGreaterThanOrEqual(10_204_080)
    await blue.transaction(async (tx) => {
      expect(await tx.select('account').selectAll().execute()).toEqual([])
      expect((await tx.update('account', { state: 'closed' }).executeTakeFirst()).numUpdatedRows).toBe(0n)
      expect((await tx.delete('account').executeTakeFirst()).numDeletedRows).toBe(0n)
    })
    const rows = await red.transaction((tx) => tx.select('account').selectAll().execute())
    expect(rows).toEqual([
      {
        brand_id: 'wall-red',
        closed_at: null,
        account_id,
        registered_by: 'fast_reg',
        state: 'active',
        created_at: NOW,
        activated_at: NOW,
      },
    ])
  })

  test('tenancy: a raw query without a brand sees no row and can write none', async () => {
    const { db } = database()
    await forBrand(db, 'raw').transaction(newAccount)
    expect(await db.selectFrom('account').selectAll().execute()).toEqual([])
    const insert = db
      .insertInto('account')
      .values({ brand_id: 'raw', registered_by: 'x', state: 'active', created_at: NOW, activated_at: null })
    await expect(insert.execute()).rejects.toMatchObject({ code: '42501' })
  })

  test('tenancy: a raw query inside the door of one brand reaches no other, not even by naming it', async () => {
    const { db } = database()
    await forBrand(db, 'theirs').transaction(newAccount)
    await forBrand(db, 'ours').transaction(async (tx) => {
      await newAccount(tx)
      const joined = await tx
        .select('account')
        .innerJoin('account as other', (join) => join.onTrue())
        .select('other.brand_id')
        .execute()
      expect(joined).toEqual([{ brand_id: 'ours' }])
    })
    const foreign = forBrand(db, 'ours').transaction((tx) =>
      tx
        .insert('account', { registered_by: 'x', state: 'active', created_at: NOW, activated_at: null })
        .values({ brand_id: 'theirs', registered_by: 'x', state: 'active', created_at: NOW, activated_at: null })
        .execute(),
    )
    await expect(foreign).rejects.toMatchObject({ code: '42501' })
  })

  test('tenancy: a row cannot belong to an account of another brand', async () => {
    const { db } = database()
    const { account_id } = await forBrand(db, 'owner').transaction(newAccount)
    const stolen = forBrand(db, 'thief').transaction((tx) =>
      tx.insert('credential', { account_id, password_hash: 'x', changed_at: NOW }).execute(),
    )
    await expect(stolen).rejects.toMatchObject({ code: '23503' })
  })

  test('tenancy: every table has row-level security forced and brand_id first in its primary key and unique indexes', async () => {
    const { db } = database()
    const { rows: open } = await sql`
      select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> 'livery_migration' and not (relrowsecurity and relforcerowsecurity)`.execute(db)
    expect(open).toEqual([])
    const { rows: indexes } = await sql<{ name: string; first: string }>`
      select c.relname as name, a.attname as first from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_class t on t.oid = i.indrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where i.indisunique and t.relnamespace = 'public'::regnamespace and t.relname <> 'livery_migration'`.execute(db)
    expect(indexes.length).toBeGreaterThan(15)
    expect(indexes.filter(({ first }) => first !== 'brand_id')).toEqual([])
  })

  test('a failed transaction leaves nothing, and its afterCommit does not run', async () => {
    const door = forBrand(database().db, 'failing')
    const told: string[] = []
    const failing = door.transaction(async (tx) => {
      tx.afterCommit(() => told.push('failed'))
      await newAccount(tx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await door.transaction(async (tx) => tx.afterCommit(() => told.push('committed')))
    expect(await door.transaction((tx) => tx.select('account').selectAll().execute())).toEqual([])
    expect(told).toEqual(['committed'])
  })

  test('a swallowed error does not let a transaction seem committed with its rows', async () => {
    const door = forBrand(database().db, 'swallow')
    const swallowing = door.transaction(async (tx) => {
      const { account_id } = await newAccount(tx)
      const row = { account_id, password_hash: 'x', changed_at: NOW }
      await tx.insert('credential', row).execute()
      await tx
        .insert('credential', row)
        .execute()
        .catch((error: unknown) => expect(sqlState(error)).toBe('23505'))
    })
    await swallowing.catch(() => undefined)
    expect(await door.transaction((tx) => tx.select('account').selectAll().execute())).toEqual([])
  })

  test('a transaction inside another is refused instead of waiting for itself', async () => {
    const door = forBrand(database().db, 'nested')
    const nested = door.transaction(() => door.transaction(async () => 1))
    await expect(nested).rejects.toThrow('already open')
  })

  test('work that outlives the transaction it was started in may open its own', async () => {
    const door = forBrand(database().db, 'outlive')
    const over = Promise.withResolvers<void>()
    const later = await door.transaction(async () => ({
      work: over.promise.then(() => door.transaction(async () => 'done')),
    }))
    over.resolve()
    expect(await later.work).toBe('done')
  })

  test('int8 beyond the safe integers is refused, within them it is a number', async () => {
    const { db } = database()
    const { rows } = await sql`select 9007199254740991::int8 as most, '2024-02-29'::date as day`.execute(db)
    expect(rows).toEqual([{ most: Number.MAX_SAFE_INTEGER, day: '2024-02-29' }])
    await expect(sql`select 9007199254740992::int8 as n`.execute(db)).rejects.toThrow('not a safe integer')
    expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
  })

  test('concurrent read-modify-write transactions come out exact', async () => {
    const door = forBrand(database().db, 'counter')
    const { account_id } = await door.transaction(newAccount)
    await door.transaction((tx) =>
      tx
        .insert('profile', {
          account_id,
          language: 'en',
          country: null,
          birthday: null,
          fields: '{"n":0}',
          consents: '{}',
          updated_at: NOW,
        })
        .execute(),
    )
    const add = () =>
      door.transaction(async (tx) => {
        const row = await tx
          .select('profile')
          .select('fields')
          .where('account_id', '=', account_id)
          .forUpdate()
          .executeTakeFirstOrThrow()
        const fields = JSON.stringify({ n: Number(row.fields.n) + 1 })
        await tx.update('profile', { fields }).where('account_id', '=', account_id).execute()
      })
    await Promise.all(Array.from({ length: 40 }, add))
    const row = await door.transaction((tx) => tx.select('profile').select('fields').executeTakeFirstOrThrow())
    expect(row.fields).toEqual({ n: 40 })
  })

  test('a deadlock is run again, both transactions succeed', async ({ skip }) => {
    const { db, kind } = database()
    skip(kind === 'embedded', 'the embedded engine runs one transaction at a time')
    const door = forBrand(db, 'deadlock')
    const a = await door.transaction(newAccount)
    const b = await door.transaction(newAccount)
    const bothHoldOne = Promise.withResolvers<void>()
    let runs = 0
    const lockBoth = (first: number, second: number) =>
      door.transaction(async (tx) => {
        await tx.update('account', { registered_by: 'x' }).where('account_id', '=', first).execute()
        runs++
        if (runs === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await tx.update('account', { registered_by: 'y' }).where('account_id', '=', second).execute()
      })
    await Promise.all([lockBoth(a.account_id, b.account_id), lockBoth(b.account_id, a.account_id)])
    // The one that is run again may meet the other before that has got its second row, and be sent back once more.
    expect(runs).toBeGreaterThan(2)
  })

  test('the system role learns which brands have due messages and can read nothing else', async () => {
    const { db } = database()
    const message = {
      kind: 'mail',
      recipient: 'a@b.example',
      template: 'welcome',
      language: 'en',
      params: '{}',
      secrets: null,
      state: 'queued',
      attempts: 0,
      created_at: NOW,
      sent_at: null,
      last_error: null,
    } as const
    await forBrand(db, 'due').transaction((tx) => tx.insert('outbox', { ...message, next_attempt_at: NOW }).execute())
    await forBrand(db, 'later').transaction((tx) =>
      tx.insert('outbox', { ...message, next_attempt_at: new Date(NOW.getTime() + 1) }).execute(),
    )
    expect(await brandsWithDueMessages(db, NOW)).toEqual(['due'])
    const peek = db.transaction().execute(async (trx) => {
      await sql`set local role livery_system`.execute(trx)
      await sql`select recipient from outbox`.execute(trx)
    })
    await expect(peek).rejects.toMatchObject({ code: '42501' })
  })
})
