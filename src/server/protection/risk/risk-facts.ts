import { sql } from 'kysely'
import type { RiskFacts } from '#machines/protection/risk/risk-signs.rules.ts'
import type { GlobalConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { inCurrency, signedInMs } from '../limits/limit-uses.ts'
import { pastMs } from '../limits/statements.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const MONTH_MS = 28 * DAY_MS
/** Postings by which a stake begins, each once a stake. */
const STAKES = ['bet-hold', 'casino-bet', 'lottery-stake'] as const

/** Whose facts are read, and until when. */
export interface RiskOf {
  readonly accountId: number
  readonly global: Pick<GlobalConfig, 'currencies' | 'defaultCurrency' | 'timeZone'>
  readonly now: Date
}

/** Reads what signs of risk go by: five statements, each by the player's own rows of four weeks. */
export async function riskFacts(tx: BrandTransaction, of: RiskOf): Promise<RiskFacts> {
  const week = new Date(of.now.getTime() - WEEK_MS)
  const month = new Date(of.now.getTime() - MONTH_MS)
  const [sessionMs = 0] = await signedInMs(tx, of.accountId, [week])
  return {
    ...(await paymentFacts(tx, of, { week, month })),
    depositsADay: await depositsADay(tx, of, month),
    raises: await raises(tx, of.accountId, month),
    ...(await stakeFacts(tx, of, month)),
    signedInMs: sessionMs + (await pastMs(tx, of.accountId, week)),
  }
}

async function paymentFacts(
  tx: BrandTransaction,
  { accountId, global }: RiskOf,
  { week, month }: { readonly week: Date; readonly month: Date },
) {
  const arrived = sql`coalesce(sum(arrived_minor) filter`
  const rows = await tx
    .select('payment')
    .select('currency')
    .select([
      sql<number>`${arrived} (where direction = 'deposit' and created_at >= ${week}), 0)::int8`.as('weekMinor'),
      sql<number>`${arrived} (where direction = 'deposit' and created_at < ${week}), 0)::int8`.as('beforeMinor'),
      sql<number>`count(*) filter (where direction = 'deposit' and state in ('refused', 'failed') and created_at >= ${week})::int`.as(
        'refused',
      ),
      sql<number>`count(*) filter (where direction = 'withdrawal' and state = 'cancelled')::int`.as('cancelled'),
    ])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', month)
    .groupBy('currency')
    .execute()
  const { currencies, defaultCurrency: to } = global
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    weekMinor: sum(({ currency: from, weekMinor }) => inCurrency(weekMinor, { from, to, currencies })),
    beforeMinor: sum(({ currency: from, beforeMinor }) => inCurrency(beforeMinor, { from, to, currencies })),
    refusedDeposits: sum(({ refused }) => refused),
    cancelledWithdrawals: sum(({ cancelled }) => cancelled),
  }
}

async function depositsADay(tx: BrandTransaction, { accountId, global }: RiskOf, since: Date): Promise<number> {
  const row = await tx
    .select('payment')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('direction', '=', 'deposit')
    .where('arrived_minor', '>', 0)
    .where('created_at', '>=', since)
    .groupBy(sql`date_trunc('day', created_at at time zone ${global.timeZone}::text)`)
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.count ?? 0
}

async function raises(tx: BrandTransaction, accountId: number, since: Date): Promise<number> {
  const row = await tx
    .select('protection_act')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('kind', '=', 'raise_asked')
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return row.count
}

async function stakeFacts(tx: BrandTransaction, { accountId, global }: RiskOf, since: Date) {
  const hour = sql`extract(hour from ledger_transfer.created_at at time zone ${global.timeZone}::text)`
  const row = await tx
    .select('currency_account')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'currency_account.brand_id')
        .onRef('ledger_entry.currency_account_id', '=', 'currency_account.currency_account_id'),
    )
    .innerJoin('ledger_transfer', (join) =>
      join
        .onRef('ledger_transfer.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('ledger_transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
    )
    .select([
      sql<number>`count(distinct ledger_transfer.transfer_id)::int`.as('stakes'),
      sql<number>`count(distinct ledger_transfer.transfer_id) filter (where ${hour} < 5)::int`.as('nightStakes'),
    ])
    .where('currency_account.account_id', '=', accountId)
    .where('currency_account.kind', 'in', ['cash', 'bonus', 'advance'])
    .where('ledger_transfer.kind', 'in', STAKES)
    .where('ledger_transfer.created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return row
}
