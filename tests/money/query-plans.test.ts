import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betOn, createScene, seen } from '#server/betting/betting.test-support.ts'
import { brandsWithBets } from '#server/db/for-brand.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { createLimitGuard } from '#server/protection/limits/limit-guard.ts'
import { recordSql } from '#tools/bench/loads/recorded-sql.ts'
import { seedBets } from '#tools/bench/loads/seeded-bets.ts'
import { sectionsOf } from './guarded-players.ts'
import { type Plan, plansOf } from './plan-nodes.ts'

const BRAND = 'plans'
const BETS = 50_000
const GAMES = 2000
/** Of a thousand bets, how many are still open. */
const OPEN = 10
/** The first game of bet 990 and of every two thousandth after it, all of them open. */
const OPEN_GAME = 970
/** Those of bet 991, open too, and of bet 1167, which was lost. */
const [FORGOTTEN_GAME, CORRECTED_GAME] = [973, 1501]
/** When the last of the bets came. */
const SEEDED_UNTIL = Date.UTC(2025, 3, 1) + BETS * 300_000
/** What grows for as long as a brand takes bets. */
const LARGE = ['bet', 'bet_leg', 'bet_event', 'bet_reservation', 'ledger_entry', 'ledger_transfer']

/** What grows with every player who takes a break, and every answer of a register. */
const PROTECTING = [
  'player_break',
  'shared_break',
  'person_mark',
  'register_answer',
  'false_match',
  'identifier',
  'profile',
  'protection_act',
]
// Above all numbers that the engine gives, so that the first player is still the one who bets.
const [PLAYERS, FIRST_PLAYER] = [20_000, 5_000_000_000]

/** How long it is waited until the server has counted, in milliseconds. */
const COUNTED = { timeout: 25_000, interval: 500 }

/** As which statements are sent unless another role is taken. */
const TENANT = 'livery_tenant'

const place = await throwAwayDatabase()

describe.skipIf(!place)(`statements beside ${BETS} bets (PostgreSQL)`, { timeout: 120_000 }, () => {
  let open: { readonly database: OpenDatabase; readonly drop: () => Promise<void> } | undefined
  beforeAll(async () => {
    const made = await throwAwayDatabase()
    if (!made) throw new Error('the PostgreSQL server no longer answers')
    await made.create()
    const database = await openDatabase({ dataDir: null, databaseUrl: made.url, log: silentLog })
    open = { database, drop: made.drop }
    await seedBets(database.db, { brandId: BRAND, bets: BETS, games: GAMES, openOfThousand: OPEN })
  }, 180_000)
  afterAll(async () => {
    await open?.database.close()
    await open?.drop()
  })

  /** How PostgreSQL would answer the statements of a piece of work, node by node. */
  async function explain(work: (scene: ReturnType<typeof createScene>) => Promise<unknown>) {
    if (!open) throw new Error('there is no database')
    const { db } = open.database
    const scene = createScene(db, BRAND)
    const statements = await recordSql(() => work(scene))
    let role = TENANT
    const [asked, plans]: [string[], Plan[]] = [[], []]
    for (const statement of statements) {
      const { text } = statement
      role = /^set local role (\w+)/.exec(text)?.[1] ?? (text === 'commit' ? TENANT : role)
      if (!/^(with|select|update|insert)/.test(text)) continue
      asked.push(text)
      plans.push(...(await plansOf(db, BRAND, statement, role)))
    }
    // Each piece of work below asks these tables for something.
    expect(asked.some((text) => /"bet(_leg|_accept)?"/.test(text))).toBe(true)
    return { plans }
  }
  /** The large tables that a piece of work reads from end to end. */
  async function readWhole(
    work: (scene: ReturnType<typeof createScene>) => Promise<unknown>,
    large: readonly string[] = LARGE,
  ): Promise<string[]> {
    const { plans } = await explain(work)
    const tables = plans.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
    return [...new Set(tables.filter((table) => large.includes(table)))].sort()
  }
  /** How often the large tables were read from end to end, by functions of the database too, and how many bets were written, as far as
   *  the server has counted: it counts what a connection does up to ten seconds later. */
  async function counted() {
    if (!open) throw new Error('there is no database')
    const { rows } = await sql<{ name: string; whole: number; written: number }>`
      select relname as name, seq_scan as whole, n_tup_ins as written from pg_stat_user_tables`.execute(
      open.database.db,
    )
    const large = rows.filter(({ name }) => LARGE.includes(name))
    return {
      whole: Object.fromEntries(large.map(({ name, whole }) => [name, whole])),
      bets: rows.find(({ name }) => name === 'bet')?.written ?? 0,
    }
  }
  /** Breaks, marks and answers of as many players as a large brand has. */
  async function seedBreaks(): Promise<void> {
    if (!open) throw new Error('there is no database')
    await open.database.db.transaction().execute(async (tx) => {
      await sql`select set_config('livery.brand_id', ${BRAND}, true)`.execute(tx)
      const made = sql`select account_id from account where brand_id = ${BRAND} and registered_by = 'email_reg'`
      await sql`insert into account (brand_id, account_id, registered_by, state, created_at)
        select ${BRAND}, ${FIRST_PLAYER}::bigint + number, 'email_reg', 'active', now() from generate_series(1, ${PLAYERS}) as number`.execute(
        tx,
      )
      await sql`insert into profile (brand_id, account_id, language, fields, consents, updated_at)
        select ${BRAND}, account_id, 'en', '{}', '{}', now() from (${made}) as player`.execute(tx)
      await sql`insert into identifier (brand_id, account_id, kind, value, created_at, verified_at)
        select ${BRAND}, account_id, 'email', account_id || '@example.com', now(), now() from (${made}) as player`.execute(
        tx,
      )
      await sql`insert into person_mark (brand_id, account_id, kind, mark)
        select ${BRAND}, account_id, 'person', md5(account_id::text) from (${made}) as player`.execute(tx)
      await sql`insert into player_break (brand_id, account_id, kind, starts_at, ends_at)
        select ${BRAND}, account_id, 'exclusion', now(), now() + interval '1 year' from (${made}) as player`.execute(tx)
      await sql`insert into shared_break (brand_id, break_id, mark, exclusion_group, kind, starts_at, ends_at)
        select brand_id, break_id, md5(account_id::text), 'operator', kind, starts_at, ends_at from player_break`.execute(
        tx,
      )
      await sql`insert into register_answer (brand_id, register, mark, outcome, asked_at)
        select ${BRAND}, 'gamstop', md5(account_id::text), 'clear', now() from (${made}) as player`.execute(tx)
      await sql`insert into false_match (brand_id, mark, address_mark, operator, reason, at)
        select ${BRAND}, md5(account_id::text), md5(account_id || '@'), 'Ines', 'test', now() from (${made}) as player`.execute(
        tx,
      )
      await sql`insert into protection_act (brand_id, account_id, kind, detail, configuration, at)
        select ${BRAND}, account_id, 'limit_set', '{}', '', now() from (${made}) as player`.execute(tx)
    })
    for (const table of ['account', ...PROTECTING]) await sql`analyze ${sql.table(table)}`.execute(open.database.db)
  }
  const bettor = async () => {
    if (!open) throw new Error('there is no database')
    const row = await open.database.db.transaction().execute(async (tx) => {
      await sql`select set_config('livery.brand_id', ${BRAND}, true)`.execute(tx)
      return tx.selectFrom('account').select('account_id').orderBy('account_id').executeTakeFirstOrThrow()
    })
    return { brandId: BRAND, accountId: row.account_id }
  }

  test('PLACE-6: a bet is placed by indexes, its limits too', async () => {
    const own = await bettor()
    await expect.poll(async () => (await counted()).bets, COUNTED).toBeGreaterThanOrEqual(BETS)
    const before = await counted()
    const whole = await readWhole(async (scene) => {
      scene.price(17, '2.00')
      const request = { betGuid: scene.newGuid(), payload: betOn([seen(17, '2.00')]), currency: 'EUR' }
      expect((await scene.betting.placeBet(own, request)).kind).toBe('accepted')
    })
    expect(whole).toEqual([])
    await expect.poll(async () => (await counted()).bets, COUNTED).toBeGreaterThan(before.bets)
    expect((await counted()).whole).toEqual(before.whole)
  })

  test('RG-8, RG-11: what keeps a player from betting is found by indexes among many breaks, marks and answers', async () => {
    const own = await bettor()
    await seedBreaks()
    const base = sectionsOf('gb')
    const config = { ...base, responsible: { ...base.responsible, registers: {} } }
    const guard = createLimitGuard({ sections: async () => config })
    let answers = 0
    const work = async (scene: ReturnType<typeof createScene>) => {
      Object.assign(scene.ports, {
        mayStake: async (...asked: Parameters<typeof guard>) => {
          answers += 1
          await guard(...asked)
          return null
        },
      })
      scene.price(17, '2.00')
      const request = { betGuid: crypto.randomUUID(), payload: betOn([seen(17, '2.00')]), currency: 'EUR' }
      expect((await scene.betting.placeBet(own, request)).kind).toBe('accepted')
    }
    const { plans } = await explain(work)
    expect(answers).toBe(1)
    // The functions of breaks are written out in the plan, so that what they read is seen.
    const read = new Set(plans.map((node) => node['Relation Name']))
    for (const table of ['player_break', 'shared_break', 'person_mark', 'register_answer'])
      expect(read, table).toContain(table)
    expect(plans.map((node) => node['Index Name'])).toContain('register_answer_mark')
    // An index that is read for a whole brand is no better than the table.
    for (const { 'Relation Name': table = '', 'Index Name': index, 'Index Cond': condition } of plans)
      if (PROTECTING.includes(table)) expect(condition, `${table} ${index}`).toMatch(/mark|account_id/)
    expect(await readWhole(work, PROTECTING)).toEqual([])
  })

  test('LEDGER-4: a round of settlement is read by indexes, with a game that has changed', async () => {
    const settled: number[] = []
    const whole = await readWhole(async (scene) => {
      expect(await brandsWithBets(scene.ports.db)).toEqual([BRAND])
      scene.end(OPEN_GAME, 0, 1)
      settled.push((await scene.betting.settleBets(BRAND)).settled)
    })
    expect(settled[0]).toBeGreaterThan(0)
    expect(whole).toEqual([])
  })

  test('LEDGER-4: the sweep of settlement reads what waits and what was put right, by indexes, also when all was settled lately', async () => {
    const settled: number[] = []
    let corrected = 0
    const whole = await readWhole(async (scene) => {
      const soon = { revision: 99, swept_at: new Date(0) }
      await scene.door.transaction((tx) =>
        tx
          .insert('bet_settling', soon)
          .onConflict((conflict) => conflict.column('brand_id').doUpdateSet(soon))
          .execute(),
      )
      // The first result of a game that nobody was told of, and the second one of another.
      scene.end(FORGOTTEN_GAME, 0, 1)
      for (const away of [1, 0]) scene.end(CORRECTED_GAME, 0, away)
      // Back to when the last bets came: all of them were settled within the time of corrections.
      scene.wait(SEEDED_UNTIL - scene.now().getTime() + 3_600_000)
      settled.push((await scene.betting.settleBets(BRAND)).settled)
      const put = await scene.door.transaction((tx) =>
        tx
          .select('bet_leg')
          .select('bet_id')
          .where('game_id', '=', CORRECTED_GAME)
          .where('result_version', '=', 2)
          .execute(),
      )
      corrected = put.length
    })
    expect(settled[0]).toBeGreaterThan(0)
    expect(corrected).toBeGreaterThan(0)
    expect(whole).toEqual([])
  })

  test('the days of a history are found by the index, and not by reading all bets of the player', async () => {
    const own = await bettor()
    let total = 0
    const { plans } = await explain(async (scene) => {
      scene.sections.coupon = { ...scene.sections.coupon, historyDays: 365 }
      total = (await scene.betting.readHistory(own, { dateFrom: '2025-05-01', dateTo: '2025-05-02' })).total
    })
    expect(total).toBeGreaterThan(0)
    const conditions = plans.flatMap((node) => {
      const isOfHistory = /^bet(_reservation)?_account$/.test(node['Index Name'] ?? '')
      return isOfHistory ? [`${node['Index Name']} ${node['Index Cond']}`] : []
    })
    // For the page and for the count, of bets and of requests.
    expect(
      conditions.filter((condition) => /^bet_account .*created_at >= .*created_at < /.test(condition)),
    ).toHaveLength(2)
    expect(
      conditions.filter((condition) => /^bet_reservation_account .*created_at >= .*created_at < /.test(condition)),
    ).toHaveLength(2)
  })

  test('a page of the history is read by indexes', async () => {
    const own = await bettor()
    const pages: number[] = []
    const whole = await readWhole(async (scene) => {
      scene.sections.coupon = { ...scene.sections.coupon, historyDays: 365 }
      const query = { dateFrom: '2025-04-01', dateTo: '2026-03-01' }
      for (const page_number of [1, 3])
        pages.push((await scene.betting.readHistory(own, { ...query, page_number })).bets.length)
      await scene.betting.clearHistory(own)
    })
    expect(pages).toEqual([50, 50])
    expect(whole).toEqual([])
  })

  test('a table that is read from end to end is noticed', async () => {
    const whole = await readWhole((scene) =>
      scene.door.transaction((tx) => tx.select('bet').select('bet_id').where('possible_minor', '=', 1).execute()),
    )
    expect(whole).toEqual(['bet'])
  })
})
