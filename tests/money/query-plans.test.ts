import { CompiledQuery, type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betOn, createScene, seen } from '#server/betting/betting.test-support.ts'
import { throwAwayDatabase } from '#server/db/engines.test-support.ts'
import { brandsWithBets } from '#server/db/for-brand.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables.ts'
import { type RecordedStatement, recordSql } from '#tools/bench/recorded-sql.ts'

const BRAND = 'plans'
const BETS = 50_000
/** One player has many bets, the others a few each. */
const PLAYERS = 500
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
    await seedBets(database.db)
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

/** Writes players, their requests, bets, outcomes, events and entries as sets, past the services that would take an hour for it. */
async function seedBets(db: Kysely<Database>): Promise<void> {
  const frozen = JSON.stringify({
    ...{ type: 'express', currency: 'EUR', exponent: 2, stakeMinor: 1000, tax: {}, legs: [0, 1] },
    rules: {
      rounding: 'half-up@1',
      deadHeat: 'places-by-tied@1',
      chain: 'smaller-of-unit-and-account@1',
      tax: 'none@1',
    },
  })
  const lost = JSON.stringify({ payoutMinor: 0, lines: 1, stakeTaxMinor: 0, payoutTaxMinor: 0, explanation: [] })
  const isOpen = `n % 1000 >= ${1000 - OPEN}`
  const player = `10204080 + case when n % 10 = 0 then 0 else n % ${PLAYERS} end`
  const at = `timestamptz '2025-04-01' + n * interval '5 minutes'`
  const statements = [
    `insert into account (brand_id, account_id, registered_by, state, created_at, activated_at)
      select '${BRAND}', 10204080 + n, 'fast_reg', 'active', now(), now() from generate_series(0, ${PLAYERS - 1}) n`,
    `insert into currency_account (brand_id, currency_account_id, account_id, currency, kind, is_active, created_at)
      select '${BRAND}', 9000 + n, 10204080 + n, 'EUR', 'cash', true, now() from generate_series(0, ${PLAYERS - 1}) n
      union all select '${BRAND}', 8000 + n, 10204080 + n, 'EUR', 'pending', false, now() from generate_series(0, ${PLAYERS - 1}) n
      union all select '${BRAND}', 1, null, 'EUR', 'house', false, now()
      union all select '${BRAND}', 2, null, 'EUR', 'tax', false, now()`,
    `insert into bet_reservation (brand_id, reservation_id, account_id, bet_guid, payload_hash, payload, currency, stake_minor, state,
        answer, due_at, expires_at, created_at, resolved_at)
      select '${BRAND}', n, ${player}, gen_random_uuid(), 'x', '{"betType": "express"}', 'EUR', 1000, 'accepted',
        '{"kind": "accepted"}', ${at}, ${at}, ${at}, ${at} from generate_series(1, ${BETS}) n`,
    `insert into bet (brand_id, bet_id, account_id, reservation_id, place, currency, stake_minor, possible_minor, stake_tax_minor,
        frozen, state, settlement, created_at, settled_at, revision)
      select '${BRAND}', 8000 + n, ${player}, n, 0, 'EUR', 1000, 4000, 0, '${frozen}',
        case when ${isOpen} then 'open' else 'lost' end, case when ${isOpen} then null else '${lost}'::jsonb end,
        ${at}, case when ${isOpen} then null else ${at} end, case when ${isOpen} then 0 else 1 end
      from generate_series(1, ${BETS}) n`,
    `insert into bet_leg (brand_id, bet_id, place, outcome_id, outcome_type_id, market_id, market_type_id, game_id, game_name, kind,
        starts_at, requested_odds, odds, epoch, seq, result, result_version)
      select '${BRAND}', 8000 + n, place, (n * (3 + place)) % ${GAMES}, 1, (n * (3 + place)) % ${GAMES}, 1,
        (n * (3 + place)) % ${GAMES}, 'One – Other', 3, ${at}, '2', '2', 'book', 1,
        case when ${isOpen} then null else '{"odds": "2", "result": "lose"}'::jsonb end, case when ${isOpen} then null else 1 end
      from generate_series(1, ${BETS}) n, generate_series(0, 1) place`,
    `insert into bet_event (brand_id, bet_id, sequence, kind, detail, at)
      select '${BRAND}', 8000 + n, 1, 'accepted', '{}', ${at} from generate_series(1, ${BETS}) n`,
    `insert into ledger_transfer (brand_id, transfer_id, kind, reference, created_at)
      select '${BRAND}', n, 'bet-hold', n::text, ${at} from generate_series(1, ${BETS}) n`,
    `insert into ledger_entry (brand_id, transfer_id, line, currency_account_id, currency, amount_minor, sequence, balance_minor)
      select '${BRAND}', n, line, case when line = 0 then 9000 + n % ${PLAYERS} else 8000 + n % ${PLAYERS} end, 'EUR',
        case when line = 0 then -1000 else 1000 end, 1 + n / ${PLAYERS}, 1000000
      from generate_series(1, ${BETS}) n, generate_series(0, 1) line`,
    `select setval(pg_get_serial_sequence('bet_reservation', 'reservation_id'), ${2 * BETS})`,
    `select setval(pg_get_serial_sequence('bet', 'bet_id'), ${2 * BETS})`,
    `select setval(pg_get_serial_sequence('ledger_transfer', 'transfer_id'), ${2 * BETS})`,
  ]
  await db.connection().execute(async (connection) => {
    await sql`reset role`.execute(connection)
    // Triggers would count each entry by itself.
    await sql`set session_replication_role = replica`.execute(connection)
    for (const statement of statements) await sql.raw(statement).execute(connection)
    await sql`set session_replication_role = origin`.execute(connection)
    await sql`analyze`.execute(connection)
    await sql`set role ${sql.ref(TENANT)}`.execute(connection)
  })
}
