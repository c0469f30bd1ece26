import { sql } from 'kysely'
import type { StatementQuery } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lostSince, signedInMs } from './limit-uses.ts'

/** Over which time a statement counts. */
export type StatementPeriod = StatementQuery['period']

/** What a player has moved in one currency, in minor units. */
export interface StatementRow {
  readonly currency: string
  readonly depositedMinor: number
  /** With what was refunded. */
  readonly withdrawnMinor: number
  readonly stakedMinor: number
  readonly returnedMinor: number
}

/** What a player has moved since a moment, and for how long they were there. */
export interface Statement {
  /** Null for all time. */
  readonly since: Date | null
  readonly rows: readonly StatementRow[]
  /** Null where sessions are not kept for so long. */
  readonly signedInMs: number | null
}

const DAY_MS = 86_400_000
const DAYS: Readonly<Record<StatementPeriod, number | null>> = { day: 1, week: 7, month: 30, year: 365, all: null }
/** Sessions that are over are removed some time after. */
const SESSIONS_KEPT_DAYS = 30
const EVER = new Date(0)

/** Reads deposits, withdrawals, stakes and returns of a player over a period; open stakes count as staked (RTS 1B, 1C). */
export async function readStatement(
  tx: BrandTransaction,
  { accountId, period, now }: { readonly accountId: number; readonly period: StatementPeriod; readonly now: Date },
): Promise<Statement> {
  const days = DAYS[period]
  const since = days === null ? EVER : new Date(now.getTime() - days * DAY_MS)
  const payments = await paidSince(tx, accountId, since)
  const staked = await lostSince(tx, { accountId, since, isGross: true })
  const lost = await lostSince(tx, { accountId, since })
  const minorOf = (parts: typeof staked, currency: string) =>
    parts.find((part) => part.currency === currency)?.minor ?? 0
  const currencies = new Set([...payments, ...staked, ...lost].map(({ currency }) => currency))
  const rows = [...currencies].sort().map((currency) => {
    const paid = payments.find((row) => row.currency === currency)
    const stakedMinor = minorOf(staked, currency)
    return {
      ...{ currency, depositedMinor: paid?.depositedMinor ?? 0, withdrawnMinor: paid?.withdrawnMinor ?? 0 },
      ...{ stakedMinor, returnedMinor: stakedMinor - minorOf(lost, currency) },
    }
  })
  const isKept = days !== null && days <= SESSIONS_KEPT_DAYS
  return {
    since: days === null ? null : since,
    rows,
    signedInMs: isKept ? await signedInMs(tx, { accountId, since }) : null,
  }
}

/** What has arrived, and what was paid out or refunded, by currency. */
function paidSince(tx: BrandTransaction, accountId: number, since: Date) {
  return tx
    .select('payment')
    .select('currency')
    .select(
      sql<number>`coalesce(sum(arrived_minor) filter (where direction = 'deposit'), 0)::int8`.as('depositedMinor'),
    )
    .select(
      sql<number>`sum(case when direction = 'deposit' then refunded_minor when state = 'paid' then amount_minor else 0 end)::int8`.as(
        'withdrawnMinor',
      ),
    )
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .groupBy('currency')
    .execute()
}
