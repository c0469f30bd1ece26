import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forBrand } from '#server/db/for-brand.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { searchPlayers } from '#server/studio/desk/player-cards.ts'
import { recordSql } from '#tools/bench/loads/recorded-sql.ts'
import { plansOf } from './plan-nodes.ts'

const BRAND = 'plans'
const PLAYERS = 100_000
const FIRST = 10_204_080
const TENANT = 'livery_tenant'
const LARGE = ['account', 'identifier', 'player_name', 'profile']

const place = await throwAwayDatabase()

describe.skipIf(!place)(`the search beside ${PLAYERS} players (PostgreSQL)`, { timeout: 120_000 }, () => {
  let open: { readonly database: OpenDatabase; readonly drop: () => Promise<void> } | undefined
  beforeAll(async () => {
    const made = await throwAwayDatabase()
    if (!made) throw new Error('the PostgreSQL server no longer answers')
    await made.create()
    const database = await openDatabase({ dataDir: null, databaseUrl: made.url, log: silentLog })
    open = { database, drop: made.drop }
    await seedPlayers(database)
  }, 180_000)
  afterAll(async () => {
    await open?.database.close()
    await open?.drop()
  })

  test.each([
    ['an account number', String(FIRST + 70_000), FIRST + 70_000],
    ['the beginning of an e-mail address', 'p70000@', FIRST + 70_000],
    ['a phone number', '+4917070000', FIRST + 70_000],
    ['a phone number without its plus', '49170 70000', FIRST + 70_000],
    ['a name', 'anna keller70000', FIRST + 70_000],
    ['a surname first', 'Keller70000 A', FIRST + 70_000],
  ])('OPS-6: finds a player by %s through indexes alone', async (_what, text, accountId) => {
    if (!open) throw new Error('there is no database')
    const { db } = open.database
    const found: number[] = []
    const statements = await recordSql(async () => {
      const { players } = await forBrand(db, BRAND).transaction((tx) => searchPlayers(tx, text))
      found.push(...players.map((player) => player.accountId))
    })
    expect(found).toEqual([accountId])
    const asked = statements.filter(({ text: words }) => /^select/.test(words) && !words.includes('set_config'))
    expect(asked.length).toBeGreaterThan(2)
    const plans = []
    for (const statement of asked) plans.push(...(await plansOf(db, BRAND, statement, TENANT)))
    const whole = plans.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
    expect(whole.filter((table) => LARGE.includes(table))).toEqual([])
    // An index of which only the brand is used is a table that is read from end to end by another name.
    for (const { 'Index Cond': bound, 'Relation Name': table } of plans)
      if (table && LARGE.includes(table) && bound !== undefined) expect(bound).toMatch(/account_id|value|name/)
  })
})

/** Players with names, an address and a phone number each, written as sets. */
async function seedPlayers({ db }: OpenDatabase): Promise<void> {
  const all = `from generate_series(0, ${PLAYERS - 1}) n`
  const statements = [
    `insert into account (brand_id, account_id, registered_by, state, created_at, activated_at)
      select '${BRAND}', ${FIRST} + n, 'fast_reg', 'active', now(), now() ${all}`,
    `insert into identifier (brand_id, account_id, kind, value, created_at)
      select '${BRAND}', ${FIRST} + n, 'email', 'p' || n || '@mail.example', now() ${all}
      union all select '${BRAND}', ${FIRST} + n, 'phone', '+49170' || n, now() ${all}`,
    `insert into profile (brand_id, account_id, language, fields, consents, updated_at)
      select '${BRAND}', ${FIRST} + n, 'en', jsonb_build_object('name', 'Anna', 'surname', 'Keller' || n), '{}', now() ${all}`,
  ]
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('livery.brand_id', ${BRAND}, true)`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
  await sql`analyze`.execute(db)
}
