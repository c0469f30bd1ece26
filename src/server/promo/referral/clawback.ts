import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { ReferralVoid } from '#server/db/tables/referral-tables.ts'
import { hasDispute, type ReferralRow } from './friend-facts.ts'
import { moveReferral } from './referral-money.ts'

/** Takes back all that was earned of a friend who does not count, and gives it back once the friend counts again: a dispute was won.
 *  What was transferred already is owed by what is earned next (REF-7). @returns whether the friend does not count */
export async function settleClawback(tx: BrandTransaction, row: ReferralRow, now: Date): Promise<boolean> {
  const isVoid = row.void_reason !== null || (await hasDispute(tx, row.account_id))
  if (isVoid === row.clawed_minor > 0) return isVoid
  const { earnedMinor, currency } = await earnedOf(tx, row)
  const amountMinor = isVoid ? earnedMinor : row.clawed_minor
  if (amountMinor === 0) return isVoid
  const count = isVoid ? row.claw_count + 1 : row.claw_count
  if (row.referrer_id !== null)
    await moveReferral(
      tx,
      { accountId: row.referrer_id, currency },
      {
        kind: isVoid ? 'clawback' : 'clawbackUndone',
        reference: `${row.account_id}/${count}`,
        amountMinor: isVoid ? -amountMinor : amountMinor,
        now,
      },
    )
  await tx
    .update('referral', { clawed_minor: isVoid ? amountMinor : 0, claw_count: count })
    .where('account_id', '=', row.account_id)
    .execute()
  return isVoid
}

/** What was earned of a friend in total, in the currency of who earned it. */
async function earnedOf(
  tx: BrandTransaction,
  { account_id }: ReferralRow,
): Promise<{ readonly earnedMinor: number; readonly currency: string }> {
  const row = await tx
    .select('referral_earning')
    .select('currency')
    .select(sql<number>`sum(earned_minor)::int8`.as('earnedMinor'))
    .where('account_id', '=', account_id)
    .groupBy('currency')
    .executeTakeFirst()
  return row ?? { earnedMinor: 0, currency: '' }
}

/** Settles what is to be taken back of a referrer's friends, before the referrer transfers anything. */
export async function settleFriendsOf(tx: BrandTransaction, referrerId: number, now: Date): Promise<void> {
  const rows = await tx
    .select('referral')
    .selectAll('referral')
    .where('referrer_id', '=', referrerId)
    .orderBy('account_id')
    .forUpdate()
    .execute()
  for (const row of rows) await settleClawback(tx, row, now)
}

/** Finds that a friend does not count, for good: what was earned of them is taken back.
 *  @returns false when there is no such friend, or it was found before */
export async function voidFriend(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly reason: ReferralVoid; readonly note?: string; readonly now: Date },
): Promise<boolean> {
  const { accountId, reason, note, now } = of
  const row = await tx
    .select('referral')
    .selectAll('referral')
    .where('account_id', '=', accountId)
    .where('void_reason', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const changes = { void_reason: reason, void_note: note === undefined ? null : storableText(note), count_at: null }
  await tx.update('referral', changes).where('account_id', '=', accountId).execute()
  await settleClawback(tx, { ...row, ...changes }, now)
  return true
}
