import { sql } from 'kysely'
import type { StatementQuery } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lostIn, signedInMs } from './limit-uses.ts'

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
  readonly signedInMs: number
}

const DAY_MS = 86_400_000
const DAYS: Readonly<Record<StatementPeriod, number | null>> = { day: 1, week: 7, month: 30, year: 365, all: null }
const EVER = new Date(0)

/** Reads deposits, withdrawals, stakes and returns of a player over a period; open stakes count as staked (RTS 1B, 1C). */
export async function readStatement(
  tx: BrandTransaction,
  { accountId, period, now }: { readonly accountId: number; readonly period: StatementPeriod; readonly now: Date },
): Promise<Statement> {
  const days = DAYS[period]
  const since = days === null ? EVER : new Date(now.getTime() - days * DAY_MS)
  const payments = await paidSince(tx, accountId, since)
  const [staked = [], lost = []] = await lostIn(tx, accountId, [{ since, isGross: true }, { since }])
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
  const [keptMs = 0] = await signedInMs(tx, accountId, [since])
  return {
    since: days === null ? null : since,
    rows,
    signedInMs: keptMs + (await pastMs(tx, accountId, since)),
  }
}

/** How long the player was signed in since a moment by sessions that are kept no more. */
export async function pastMs(tx: BrandTransaction, accountId: number, since: Date): Promise<number> {
  const row = await tx
    .select('past_session')
    .select(
      sql<number>`coalesce(sum(extract(epoch from ended_at - greatest(started_at, ${since}::timestamptz)) * 1000), 0)::int8`.as(
        'ms',
      ),
    )
    .where('account_id', '=', accountId)
    .where('ended_at', '>', since)
    .executeTakeFirst()
  return row?.ms ?? 0
}

/** What has arrived and was not taken back by a dispute, and what was paid out or refunded, by currency. */
function paidSince(tx: BrandTransaction, accountId: number, since: Date) {
  return tx
    .select('payment')
    .leftJoinLateral(
      sql<{ readonly minor: number }>`(
        select sum(cash_minor + owed_minor) as minor from payment_dispute
        where payment_dispute.brand_id = payment.brand_id and payment_dispute.payment_id = payment.payment_id
          and payment_dispute.state <> 'won'
      )`.as<'disputed'>('disputed'),
      (join) => join.onTrue(),
    )
    .select('currency')
    .select(
      sql<number>`coalesce(sum(arrived_minor - coalesce(disputed.minor, 0)) filter (where direction = 'deposit'), 0)::int8`.as(
        'depositedMinor',
      ),
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
