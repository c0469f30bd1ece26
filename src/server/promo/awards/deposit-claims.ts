import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { PromoPorts, PromoSections } from '../promo-ports.ts'
import { fundClaim } from './award-life.ts'
import { lockPromoAccounts } from './award-money.ts'
import { lockForPoints } from './award-points.ts'
import { lockAward } from './award-rows.ts'

const MOST = 200

/** Gives what was promised for deposits that have arrived since, by whatever way they were booked; one deposit brings each campaign's
 *  bonus once. @returns how many bonuses were given or cancelled */
export async function fundClaims(
  tx: BrandTransaction,
  of: { readonly accountId?: number | undefined; readonly sections: PromoSections; readonly now: Date } & Pick<
    PromoPorts,
    'freeRounds'
  >,
): Promise<number> {
  const { sections, freeRounds, now } = of
  const due = await dueClaims(tx, of.accountId)
  for (const { award_id: awardId, account_id: accountId, currency, minor: depositMinor, country, terms } of due) {
    // The accounts are locked before the award, as by every stake.
    await lockForPoints(tx, terms, { accountId, now })
    await lockPromoAccounts(tx, { accountId, currency, now })
    const award = await lockAward(tx, accountId, awardId)
    if (award?.state !== 'claimed') continue
    const player = { accountId, currency: award.currency, country }
    const named = { id: award.campaign_id, campaign: award.terms }
    await fundClaim(tx, { player, named, sections, freeRounds, now, cause: award.cause, awardId, depositMinor })
  }
  return due.length
}

/** Claims with the first deposit that fits them. */
function dueClaims(tx: BrandTransaction, accountId: number | undefined) {
  return (
    tx
      .select('promo_award')
      .innerJoin('payment', (join) =>
        join
          .onRef('payment.brand_id', '=', 'promo_award.brand_id')
          .onRef('payment.account_id', '=', 'promo_award.account_id')
          .onRef('payment.currency', '=', 'promo_award.currency'),
      )
      .distinctOn('promo_award.award_id')
      .select(['promo_award.award_id', 'promo_award.account_id', 'promo_award.currency', 'payment.country'])
      .select(['payment.arrived_minor as minor', 'promo_award.terms'])
      .$narrowType<{ minor: number }>()
      .where('promo_award.state', '=', 'claimed')
      .where(sql<boolean>`promo_award.terms -> 'trigger' ->> 'on' not in ('bets', 'losses', 'day')`)
      .where('payment.direction', '=', 'deposit')
      .where('payment.state', '=', 'succeeded')
      .where('payment.arrived_minor', 'is not', null)
      .whereRef('payment.changed_at', '>=', 'promo_award.made_at')
      // A promise whose time is over waits for its end, and not for a deposit of the next day.
      .whereRef('payment.changed_at', '<', 'promo_award.expires_at')
      .where(sql<boolean>`(promo_award.terms -> 'trigger' ->> 'depositNumber')::int in (0, payment.deposit_number)`)
      .$if(accountId !== undefined, (query) => query.where('promo_award.account_id', '=', accountId ?? 0))
      .orderBy('promo_award.award_id')
      .orderBy('payment.payment_id')
      .limit(MOST)
      .execute()
  )
}
