import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lockPromoAccounts } from './award-money.ts'
import { lockAward } from './award-rows.ts'

/** Takes back a bonus that waits for the end of another one: no money has moved yet, and its budget is free again.
 *  @returns false when it has begun or ended */
export async function takeBackQueued(
  tx: BrandTransaction,
  of: {
    readonly accountId: number
    readonly awardId: number
    readonly state?: 'refused' | 'cancelled'
    readonly now: Date
  },
): Promise<boolean> {
  const { accountId, awardId, state = 'refused', now } = of
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
  await tx.update('promo_award', { state, ended_at: now, charged_minor: 0 }).where('award_id', '=', awardId).execute()
  return true
}

/** Whether the player of an award may be away: on a break, excluded here or by a register, or in any group of brands. The
 *  brand's own group is not known where a bonus ends; who waits for no reason begins with the next round of the brand, which knows it. */
export function maybeAway(now: Date) {
  return sql<boolean>`(
    exists (select from standing_break(promo_award.brand_id, promo_award.account_id, '', ${now}))
    or exists (
      select from person_mark own join shared_break shared on shared.mark = own.mark
      where own.brand_id = promo_award.brand_id and own.account_id = promo_award.account_id and shared.ends_at > ${now}
    )
  )`
}

/** Awards that wait for their turn though no other one is played through, since their players were away when it came.
 *  @param of.group `responsible.exclusionGroup` of the brand: who is excluded in it is still away */
export function waitingAwards(tx: BrandTransaction, { group, now }: { readonly group: string; readonly now: Date }) {
  return tx
    .select('promo_award')
    .select(['account_id', 'currency'])
    .distinct()
    .where('state', '=', 'queued')
    .where(
      sql<boolean>`not exists (select from standing_break(promo_award.brand_id, promo_award.account_id, ${group}, ${now}))`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('promo_award as other')
            .select('other.award_id')
            .whereRef('other.brand_id', '=', 'promo_award.brand_id')
            .whereRef('other.account_id', '=', 'promo_award.account_id')
            .whereRef('other.currency', '=', 'promo_award.currency')
            .where('other.state', '=', 'active'),
        ),
      ),
    )
    .orderBy('account_id')
    .limit(500)
    .execute()
}
