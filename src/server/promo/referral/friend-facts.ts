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
  { asks, sections, now }: { readonly asks: ReferralAsks; readonly sections: ReferralSections; readonly now: Date },
): Promise<FriendRecord> {
  const { account_id: accountId, registered_at: registeredAt, qualified_at: qualifiedAt } = row
  const hasQualified = qualifiedAt !== null
  return {
    registeredAt: registeredAt.getTime(),
    depositedMinor: hasQualified ? 0 : together(await deposited(tx, accountId), sections),
    stakedMinor: hasQualified ? 0 : together(await asks.staked(tx, accountId, registeredAt), sections),
    isVerified: hasQualified || (await isVerified(tx, accountId)),
    isKeptAway: await asks.isKeptAway(tx, accountId, now),
    isRemoved: row.removed_at !== null,
    isVoid: row.void_reason !== null || (await hasDispute(tx, accountId)),
    qualifiedAt: qualifiedAt?.getTime() ?? null,
  }
}

/** What a player has paid in and was not given back, by currency. */
function deposited(tx: BrandTransaction, accountId: number) {
  return tx
    .select('payment')
    .select('currency')
    .select(sql<number>`sum(arrived_minor - refunded_minor)::int8`.as('minor'))
    .where('account_id', '=', accountId)
    .where('direction', '=', 'deposit')
    .where('state', 'in', ['succeeded', 'refunded'])
    .where('arrived_minor', 'is not', null)
    .groupBy('currency')
    .execute()
}

async function isVerified(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const row = await tx.select('identification').select('state').where('account_id', '=', accountId).executeTakeFirst()
  return row?.state === 'verified'
}

/** Whether the bank of a player has taken a deposit back, or is about to. */
export async function hasDispute(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const row = await tx
    .select('payment_dispute')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.brand_id', '=', 'payment_dispute.brand_id')
        .onRef('payment.payment_id', '=', 'payment_dispute.payment_id'),
    )
    .select('payment_dispute.payment_id')
    .where('payment.account_id', '=', accountId)
    .where('payment_dispute.state', 'in', ['open', 'lost'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
