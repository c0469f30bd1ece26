import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { PromoPorts, PromoSections } from '../promo-ports.ts'
import { paysDebts, settleDebts } from './award-debts.ts'
import { fundClaim } from './award-life.ts'
import { lockPromoAccounts } from './award-money.ts'
import { lockForPoints } from './award-points.ts'
import { lockAward } from './award-rows.ts'
import { awardAmounts } from './award-terms.ts'

const MOST = 200

/** What bonuses on deposits are given with. */
interface FundingClaims extends Pick<PromoPorts, 'freeRounds' | 'guard'> {
  /** Whose; those of all players when left out. */
  readonly accountId?: number | undefined
  readonly sections: PromoSections
  readonly now: Date
}

/** Gives what was promised for deposits that have arrived since, by whatever way they were booked; one deposit brings each campaign's
 *  bonus once. A player who may not play now, for a break or an exclusion, is given nothing: the promise waits, as long as it holds.
 *  @returns how many bonuses were given or cancelled */
export async function fundClaims(tx: BrandTransaction, of: FundingClaims): Promise<number> {
  let funded = 0
  for (let after = 0; ; ) {
    const due = await dueClaims(tx, of.accountId, after)
    for (const claim of due) if (await fundDue(tx, claim, of)) funded += 1
    if (due.length < MOST) return funded
    after = due.at(-1)?.award_id ?? after
  }
}

async function fundDue(
  tx: BrandTransaction,
  due: Awaited<ReturnType<typeof dueClaims>>[number],
  { sections, freeRounds, guard, now }: FundingClaims,
): Promise<boolean> {
  const { award_id: awardId, account_id: accountId, currency, minor: depositMinor, payment_id: paymentId, terms } = due
  if (await guard(tx, { path: 'casino', accountId, currency, amountMinor: 0, now })) return false
  // The accounts are locked before the award, as by every stake.
  await lockForPoints(tx, terms, { accountId, now })
  const accounts = await lockPromoAccounts(tx, { accountId, currency, now })
  const award = await lockAward(tx, accountId, awardId)
  if (award?.state !== 'claimed') return false
  const player = { accountId, currency: award.currency, country: due.country }
  const named = { id: award.campaign_id, campaign: award.terms }
  const { wholeMinor } = awardAmounts(award.terms, { currency: award.currency, depositMinor, global: sections.global })
  const owedMinor = paysDebts(award.terms) ? await settleDebts(tx, award, wholeMinor) : 0
  const cause = { cause: award.cause, awardId, depositMinor, paymentId, owedMinor }
  await fundClaim(tx, { player, named, sections, freeRounds, now, accounts, ...cause })
  return true
}

/** Claims with the first deposit that fits them. */
function dueClaims(tx: BrandTransaction, accountId: number | undefined, after: number) {
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
      .select(['payment.arrived_minor as minor', 'payment.payment_id', 'promo_award.terms'])
      .$narrowType<{ minor: number }>()
      .where('promo_award.state', '=', 'claimed')
      .where('promo_award.award_id', '>', after)
      .where(sql<boolean>`promo_award.terms -> 'trigger' ->> 'on' not in ('bets', 'losses', 'day')`)
      .where('payment.direction', '=', 'deposit')
      .where('payment.state', '=', 'succeeded')
      .where('payment.arrived_minor', 'is not', null)
      .whereRef('payment.changed_at', '>=', 'promo_award.made_at')
      // A promise whose time is over waits for its end, and not for a deposit of the next day.
      .whereRef('payment.changed_at', '<', 'promo_award.expires_at')
      .where(sql<boolean>`(promo_award.terms -> 'trigger' ->> 'depositNumber')::int in (0, payment.deposit_number)`)
      .where(sql<boolean>`not coalesce(promo_award.terms -> 'trigger' -> 'excludedMethods' ? payment.method_id, false)`)
      .$if(accountId !== undefined, (query) => query.where('promo_award.account_id', '=', accountId ?? 0))
      .orderBy('promo_award.award_id')
      .orderBy('payment.payment_id')
      .limit(MOST)
      .execute()
  )
}
