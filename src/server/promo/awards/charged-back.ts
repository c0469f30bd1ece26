import { bonusPaid } from '#machines/promo/awards/ended-bonus.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { BonusRounds } from '../promo-ports.ts'
import { noteDebt } from './award-debts.ts'
import { endAward } from './award-life.ts'
import { lockPromoAccounts, moveBonus, PROMO_POSTINGS, type PromoAccounts } from './award-money.ts'
import { givesPoints, lockForPoints, takePointsBack } from './award-points.ts'
import { type AwardRow, givesFreeRounds, lockAward, stakedBonus } from './award-rows.ts'
import { endRounds } from './free-round-awards.ts'
import { takeBackQueued } from './queued-awards.ts'

const MOST = 200

/** What bonuses are taken back with. */
interface TakingBack {
  readonly freeRounds: BonusRounds
  readonly now: Date
}

/** Takes back the bonuses of deposits that were charged back: what is left of a bonus is the house's again, and what became the player's
 *  money is taken from it, as far as there is some; the rest is owed and comes off their next bonuses. One that is staked waits for its
 *  bet. A dispute that is won later gives none of it back. @returns how many */
export async function takeBackCharged(tx: BrandTransaction, of: TakingBack): Promise<number> {
  const due = await charged(tx)
  for (const { award_id, account_id: accountId, currency, terms } of due) {
    await lockForPoints(tx, terms, { accountId, now: of.now })
    // The accounts are locked before the award, as by every stake.
    const accounts = await lockPromoAccounts(tx, { accountId, currency, now: of.now })
    const award = accounts && (await lockAward(tx, accountId, award_id))
    if (award && award.state !== 'staked') await takeBack(tx, award, accounts, of)
  }
  return due.length
}

/** Bonuses whose deposit was charged back, and that were not taken back. */
function charged(tx: BrandTransaction) {
  return tx
    .select('payment')
    .innerJoin('promo_award', (join) =>
      join
        .onRef('promo_award.brand_id', '=', 'payment.brand_id')
        .onRef('promo_award.payment_id', '=', 'payment.payment_id'),
    )
    .select(['promo_award.award_id', 'promo_award.account_id', 'promo_award.currency', 'promo_award.terms'])
    .where('payment.state', '=', 'disputed')
    .where('promo_award.charged_back_minor', 'is', null)
    .where('promo_award.state', '<>', 'staked')
    .orderBy('promo_award.award_id')
    .limit(MOST)
    .execute()
}

async function takeBack(
  tx: BrandTransaction,
  award: AwardRow,
  accounts: PromoAccounts,
  { freeRounds, now }: TakingBack,
): Promise<void> {
  const { award_id: awardId, account_id: accountId } = award
  const state = 'cancelled' as const
  if (award.state === 'queued') await takeBackQueued(tx, { accountId, awardId, state, now })
  else if (award.state === 'ready' && givesFreeRounds(award.terms))
    await endRounds(tx, freeRounds, award, { accounts, state, now })
  else if (award.ended_at === null) await endAward(tx, award, { accounts, state, now })
  if (givesPoints(award.terms)) await takePointsBack(tx, { accountId, awardId, now })
  const paidMinor = award.state === 'converted' || givesFreeRounds(award.terms) ? bonusPaid(stakedBonus(award)) : 0
  const cashMinor = Math.min(accounts.cashMinor, paidMinor)
  await moveBonus(tx, accounts, {
    ...{ kind: PROMO_POSTINGS.chargedBack, reference: String(awardId), now },
    gains: { cash: -cashMinor, promo: cashMinor },
  })
  const owed_minor = award.owed_minor + paidMinor - cashMinor
  await tx
    .update('promo_award', { state, ended_at: award.ended_at ?? now, owed_minor, charged_back_minor: paidMinor })
    .where('award_id', '=', awardId)
    .execute()
  const minor = paidMinor - cashMinor
  await noteDebt(tx, { awardId, minor, cause: 'charged_back', reference: `bonus/${awardId}` })
}
