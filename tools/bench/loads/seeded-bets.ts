import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables/tables.ts'

/** Bets that have come to a brand over half a year. */
export interface SeededBets {
  readonly brandId: string
  readonly bets: number
  readonly games: number
  /** Of a thousand bets, the last so many are open, and the others lost. */
  readonly openOfThousand: number
}

const PLAYERS = 500

/** Writes players, their requests, expresses of two outcomes, events and entries as sets, past the services that would take an hour
 *  for it: the first outcome of bet n is on game 3n, counted round. One player in ten has many bets, the others a few. */
export async function seedBets(
  db: Kysely<Database>,
  { brandId, bets, games, openOfThousand }: SeededBets,
): Promise<void> {
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
  const isOpen = `n % 1000 >= ${1000 - openOfThousand}`
  const player = `10204080 + case when n % 10 = 0 then 0 else n % ${PLAYERS} end`
  const at = `timestamptz '2025-04-01' + n * interval '5 minutes'`
  const statements = [
    `insert into account (brand_id, account_id, registered_by, state, created_at, activated_at)
      select '${brandId}', 10204080 + n, 'fast_reg', 'active', now(), now() from generate_series(0, ${PLAYERS - 1}) n`,
    `insert into currency_account (brand_id, currency_account_id, account_id, currency, kind, is_active, created_at)
      select '${brandId}', 9000 + n, 10204080 + n, 'EUR', 'cash', true, now() from generate_series(0, ${PLAYERS - 1}) n
      union all select '${brandId}', 8000 + n, 10204080 + n, 'EUR', 'pending', false, now() from generate_series(0, ${PLAYERS - 1}) n
      union all select '${brandId}', 1, null, 'EUR', 'house', false, now()
      union all select '${brandId}', 2, null, 'EUR', 'tax', false, now()`,
    `insert into bet_reservation (brand_id, reservation_id, account_id, bet_guid, payload_hash, payload, currency, stake_minor, state,
        answer, due_at, expires_at, created_at, resolved_at)
      select '${brandId}', n, ${player}, gen_random_uuid(), 'x', '{"betType": "express"}', 'EUR', 1000, 'accepted',
        '{"kind": "accepted"}', ${at}, ${at}, ${at}, ${at} from generate_series(1, ${bets}) n`,
    `insert into bet (brand_id, bet_id, account_id, reservation_id, place, currency, stake_minor, possible_minor, stake_tax_minor,
        frozen, state, settlement, created_at, settled_at, revision)
      select '${brandId}', 8000 + n, ${player}, n, 0, 'EUR', 1000, 4000, 0, '${frozen}',
        case when ${isOpen} then 'open' else 'lost' end, case when ${isOpen} then null else '${lost}'::jsonb end,
        ${at}, case when ${isOpen} then null else ${at} end, case when ${isOpen} then 0 else 1 end
      from generate_series(1, ${bets}) n`,
    `insert into bet_leg (brand_id, bet_id, place, outcome_id, outcome_type_id, market_id, market_type_id, game_id, game_name, kind,
        starts_at, requested_odds, odds, epoch, seq, result, result_version)
      select '${brandId}', 8000 + n, place, (n * (3 + place)) % ${games}, 1, (n * (3 + place)) % ${games}, 1,
        (n * (3 + place)) % ${games}, 'One – Other', 3, ${at}, '2', '2', 'book', 1,
        case when ${isOpen} then null else '{"odds": "2", "result": "lose"}'::jsonb end, case when ${isOpen} then null else 1 end
      from generate_series(1, ${bets}) n, generate_series(0, 1) place`,
    `insert into bet_event (brand_id, bet_id, sequence, kind, detail, at)
      select '${brandId}', 8000 + n, 1, 'accepted', '{}', ${at} from generate_series(1, ${bets}) n`,
    `insert into ledger_transfer (brand_id, transfer_id, kind, reference, created_at)
      select '${brandId}', n, 'bet-hold', n::text, ${at} from generate_series(1, ${bets}) n`,
    `insert into ledger_entry (brand_id, transfer_id, line, currency_account_id, currency, amount_minor, sequence, balance_minor)
      select '${brandId}', n, line, case when line = 0 then 9000 + n % ${PLAYERS} else 8000 + n % ${PLAYERS} end, 'EUR',
        case when line = 0 then -1000 else 1000 end, 1 + n / ${PLAYERS}, 1000000
      from generate_series(1, ${bets}) n, generate_series(0, 1) line`,
    `select setval(pg_get_serial_sequence('bet_reservation', 'reservation_id'), ${2 * bets})`,
    `select setval(pg_get_serial_sequence('bet', 'bet_id'), ${2 * bets})`,
    `select setval(pg_get_serial_sequence('ledger_transfer', 'transfer_id'), ${2 * bets})`,
  ]
  await db.connection().execute(async (connection) => {
    await sql`reset role`.execute(connection)
    // Triggers would count each entry by itself.
    await sql`set session_replication_role = replica`.execute(connection)
    for (const statement of statements) await sql.raw(statement).execute(connection)
    await sql`set session_replication_role = origin`.execute(connection)
    await sql`analyze`.execute(connection)
    await sql`set role livery_tenant`.execute(connection)
  })
}
