import { CompiledQuery, type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betOn, createScene, seen } from '#server/betting/betting.test-support.ts'
import { throwAwayDatabase } from '#server/db/engines.test-support.ts'
import { brandsWithBets } from '#server/db/for-brand.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables.ts'
import { type RecordedStatement, recordSql } from '#tools/bench/recorded-sql.ts'
import { seedBets } from '#tools/bench/seeded-bets.ts'

const BRAND = 'plans'
const BETS = 50_000
const GAMES = 2000
/** Of a thousand bets, how many are still open. */
const OPEN = 10
/** The first game of bet 990 and of every two thousandth after it, all of them open. */
const OPEN_GAME = 970
/** What grows for as long as a brand takes bets. */
const LARGE = ['bet', 'bet_leg', 'bet_event', 'bet_reservation', 'ledger_entry', 'ledger_transfer']

/** As which statements are sent unless another role is taken. */
const TENANT = 'livery_tenant'

const place = await throwAwayDatabase()

describe.skipIf(!place)(`statements beside ${BETS} bets (PostgreSQL)`, { timeout: 120_000 }, () => {
  let open: { readonly database: OpenDatabase; readonly drop: () => Promise<void> } | undefined
  beforeAll(async () => {
    const made = await throwAwayDatabase()
    if (!made) throw new Error('the PostgreSQL server is gone')
    await made.create()
    const database = await openDatabase({ dataDir: null, databaseUrl: made.url, log: silentLog })
    open = { database, drop: made.drop }
    await seedBets(database.db, { brandId: BRAND, bets: BETS, games: GAMES, openOfThousand: OPEN })
  }, 180_000)
  afterAll(async () => {
    await open?.database.close()
    await open?.drop()
  })

  /** The tables that a piece of work reads from end to end. */
  async function readWhole(work: (scene: ReturnType<typeof createScene>) => Promise<unknown>): Promise<string[]> {
    if (!open) throw new Error('there is no database')
    const { db } = open.database
    const scene = createScene(db, BRAND)
    const statements = await recordSql(() => work(scene))
    const found = new Set<string>()
    let role = TENANT
    const asked: string[] = []
    for (const statement of statements) {
      const { text } = statement
      role = /^set local role (\w+)/.exec(text)?.[1] ?? (text === 'commit' ? TENANT : role)
      if (!/^(with|select|update|insert)/.test(text)) continue
      asked.push(text)
      for (const table of await scansOf(db, statement, role)) found.add(table)
    }
    // Each piece of work below asks these tables for something.
    expect(asked.some((text) => /"bet(_leg)?"/.test(text))).toBe(true)
    return [...found].sort()
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
    const whole = await readWhole(async (scene) => {
      scene.price(17, '2.00')
      const request = { betGuid: scene.newGuid(), payload: betOn([seen(17, '2.00')]), currency: 'EUR' }
      expect((await scene.betting.placeBet(own, request)).kind).toBe('accepted')
    })
    expect(whole).toEqual([])
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

  test('LEDGER-4: the sweep of settlement reads the bets that may still change, and not those of former times', async () => {
    const whole = await readWhole(async (scene) => {
      scene.wait(3_600_000)
      await scene.betting.settleBets(BRAND)
    })
    expect(whole).not.toContain('bet')
  })

  test('BET-4, BET-10: a page of the history is read by indexes', async () => {
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

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

/** Which of the large tables PostgreSQL would read from end to end for a statement. */
async function scansOf(db: Kysely<Database>, { text, values }: RecordedStatement, role: string): Promise<string[]> {
  const rows = await db.transaction().execute(async (tx) => {
    await sql`select set_config('livery.brand_id', ${BRAND}, true)`.execute(tx)
    await sql`set local role ${sql.ref(role)}`.execute(tx)
    return (
      await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        CompiledQuery.raw(`explain (format json) ${text}`, [...values]),
      )
    ).rows
  })
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
  return rows
    .flatMap((row) => nodes(row['QUERY PLAN'][0].Plan))
    .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '')
}
