import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnEachEngine } from './engines.test-support.ts'
import { countGrownTables } from './grown-tables.ts'

const [BRAND, PLAYERS] = ['grown', 3000]
const NOW = new Date('2026-03-01T12:00:00Z')

await describeOnEachEngine('tables that grow', (database) => {
  async function addPlayers(): Promise<void> {
    await database()
      .db.transaction()
      .execute(async (trx) => {
        await sql`select set_config('livery.brand_id', ${BRAND}, true)`.execute(trx)
        await sql`insert into account (brand_id, registered_by, state, created_at, activated_at)
          select ${BRAND}, 'fast_reg', 'active', ${NOW}::timestamptz, ${NOW}::timestamptz
          from generate_series(1, ${PLAYERS}::int)`.execute(trx)
      })
  }
  async function knownRows(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select reltuples::int8 as n from pg_class where oid = 'account'::regclass`.execute(database().db)
    return Number(rows[0]?.n)
  }

  test('are counted, and again once they have doubled; those that stay as they are, are not', async () => {
    const { db } = database()
    await addPlayers()
    expect(await knownRows()).toBeLessThan(PLAYERS)
    expect(await countGrownTables(db)).toContain('public.account')
    expect(await knownRows()).toBeGreaterThan(0.9 * PLAYERS)
    expect(await countGrownTables(db)).toEqual([])
    for (let times = 0; times < 2; times += 1) await addPlayers()
    expect(await countGrownTables(db)).toEqual(['public.account'])
    expect(await knownRows()).toBeGreaterThan(2.7 * PLAYERS)
  })
})
