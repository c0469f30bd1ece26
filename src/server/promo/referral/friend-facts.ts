import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { FriendRecord } from '#machines/promo/referral/earning.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { ReferralTable } from '#server/db/tables/referral-tables.ts'
import type { ReferralAsks, ReferralSections } from './referral-ports.ts'
import { together } from './referral-terms.ts'

/** A friend as the database has them. */
export type ReferralRow = Selectable<ReferralTable>

/** What is known of a friend now (REF-7). */
export async function friendRecord(
  tx: BrandTransaction,
  row: ReferralRow,
  of: {
    readonly asks: ReferralAsks
    readonly sections: ReferralSections
    readonly now: Date
    /** Whether the friend does not count, where that is known. */
    readonly isVoid?: boolean
  },
): Promise<FriendRecord> {
  const { asks, sections, now, isVoid } = of
  const { account_id: accountId, registered_at: registeredAt, qualified_at: qualifiedAt } = row
  const hasQualified = qualifiedAt !== null
  return {
    registeredAt: registeredAt.getTime(),
    depositedMinor: hasQualified ? 0 : together(await depositedBy(tx, [accountId]), sections),
    stakedMinor: hasQualified ? 0 : together(await asks.staked(tx, accountId, registeredAt), sections),
    isVerified: hasQualified || (await isVerified(tx, accountId)),
    isKeptAway: await isKeptAway(tx, asks, accountId, now),
    isRemoved: row.removed_at !== null,
    isVoid: isVoid ?? (row.void_reason !== null || (await hasDispute(tx, accountId))),
    qualifiedAt: qualifiedAt?.getTime() ?? null,
  }
}

/** Whether a player may not play now. */
export async function isKeptAway(
  tx: BrandTransaction,
  { keptAway }: Pick<ReferralAsks, 'keptAway'>,
  accountId: number,
  now: Date,
): Promise<boolean> {
  return (await keptAway(tx, [accountId], now)).has(accountId)
}

/** What players have paid in and were not given back, each by currency. */
export function depositedBy(tx: BrandTransaction, accountIds: readonly number[]) {
  return tx
    .select('payment')
    .select(['account_id as accountId', 'currency'])
    .select(sql<number>`sum(arrived_minor - refunded_minor)::int8`.as('minor'))
    .where(sql<boolean>`account_id = any (${accountIds}::bigint[])`)
    .where('direction', '=', 'deposit')
    .where('state', 'in', ['succeeded', 'refunded'])
    .where('arrived_minor', 'is not', null)
    .groupBy(['account_id', 'currency'])
    .execute()
}

async function isVerified(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const row = await tx.select('identification').select('state').where('account_id', '=', accountId).executeTakeFirst()
  return row?.state === 'verified'
}

/** Whether the bank of a player has taken a deposit back, or is about to. */
export async function hasDispute(tx: BrandTransaction, accountId: number): Promise<boolean> {
  return (await disputedAmong(tx, [accountId])).has(accountId)
}

/** The players among some with such a deposit. */
export async function disputedAmong(tx: BrandTransaction, accountIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx
    .select('payment_dispute')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.brand_id', '=', 'payment_dispute.brand_id')
        .onRef('payment.payment_id', '=', 'payment_dispute.payment_id'),
    )
    .select('payment.account_id as accountId')
    .distinct()
    .where(sql<boolean>`payment.account_id = any (${accountIds}::bigint[])`)
    .where('payment_dispute.state', 'in', ['open', 'lost'])
    .execute()
  return new Set(rows.map(({ accountId }) => accountId))
}
