import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lockPromoAccounts } from './award-money.ts'
import { lockAward } from './award-rows.ts'

/** Takes back a bonus that waits for the end of another one: no money has moved yet, and its budget is free again.
 *  @returns false when it has begun or ended */
export async function takeBackQueued(
  tx: BrandTransaction,
  { accountId, awardId, now }: { readonly accountId: number; readonly awardId: number; readonly now: Date },
): Promise<boolean> {
  const known = await tx.select('promo_award').select('currency').where('award_id', '=', awardId).executeTakeFirst()
  // The accounts are locked before the award, as by every stake.
  if (known) await lockPromoAccounts(tx, { accountId, currency: known.currency, now })
  const award = await lockAward(tx, accountId, awardId)
  if (award?.state !== 'queued') return false
  await tx
    .update('promo_budget', {
      charged_minor: sql<number>`greatest(0, charged_minor - ${award.charged_minor})` as unknown as number,
    })
    .where('campaign_id', '=', award.campaign_id)
    .execute()
  await tx
    .update('promo_award', { state: 'refused', ended_at: now, charged_minor: 0 })
    .where('award_id', '=', awardId)
    .execute()
  return true
}
