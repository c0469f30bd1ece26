import { type BonusGain, bonusGain } from '#machines/promo/awards/ended-bonus.rules.ts'
import type { BettingPorts } from '#server/betting/betting-ports.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { noteDebt } from '#server/promo/awards/award-debts.ts'
import { lockPromoAccounts, moveBonus, PROMO_POSTINGS } from '#server/promo/awards/award-money.ts'
import { type AwardRow, lockAward, readActiveAward, stakedBonus } from '#server/promo/awards/award-rows.ts'

/** Divides what a stake brings to the bonus that has paid it, or takes from it, below zero, and keeps what of it came after its end and what
 *  the player owes. One that was used up continues with what it has got after all, unless another one is played through by now (PROMO-18).
 *  @param award locked, with the accounts of its player locked before; changed where it continues
 *  @param held minor units that the player has of their own, and of the bonus that is played through, and which stake it is, as `casino/5` */
export async function gainOfBonus(
  tx: BrandTransaction,
  award: AwardRow,
  gainedMinor: number,
  { stake, ...held }: { readonly cash: number; readonly bonus: number; readonly stake: string },
): Promise<BonusGain> {
  // What the house has paid for it since its end comes off first.
  const againMinor = award.state === 'spent' ? gainedMinor + Math.min(0, award.late_minor) : 0
  if (againMinor > 0 && !(await readActiveAward(tx, ownerOf(award)))) {
    const active = { state: 'active', ended_at: null, late_minor: 0 } as const
    await tx.update('promo_award', active).where('award_id', '=', award.award_id).execute()
    Object.assign(award, active)
    return { bonus: againMinor, cash: 0, promo: gainedMinor - againMinor, owed: 0 }
  }
  const gain = bonusGain(stakedBonus(award), gainedMinor, held)
  const lateMinor = award.state === 'active' ? 0 : gainedMinor
  if (lateMinor === 0 && gain.owed === 0) return gain
  const change = { late_minor: award.late_minor + lateMinor, owed_minor: award.owed_minor + gain.owed }
  await tx.update('promo_award', change).where('award_id', '=', award.award_id).execute()
  await noteDebt(tx, { awardId: award.award_id, minor: gain.owed, cause: 'late', reference: stake })
  Object.assign(award, change)
  return gain
}

function ownerOf({ account_id: accountId, currency }: AwardRow) {
  return { accountId, currency }
}

/** Keeps the account of bonuses for the bonus that is played through now, where another one has paid a stake. */
export const followBonus: BettingPorts['followBonus'] = async (tx, moved) => {
  const { accountId, currency, reservationId, gainedMinor, reference, now } = moved
  const awardId = gainedMinor === 0 ? null : await payingBonus(tx, reservationId)
  if (awardId === null) return 0
  const accounts = await lockPromoAccounts(tx, { accountId, currency, now })
  const award = accounts && (await lockAward(tx, accountId, awardId))
  if (!award) return 0
  const { cashMinor: cash, bonusMinor: bonus } = accounts
  const gain = await gainOfBonus(tx, award, gainedMinor, { cash, bonus, stake: `bet/${reservationId}` })
  const broughtMinor = gain.bonus - gainedMinor
  await moveBonus(tx, accounts, {
    ...{ kind: PROMO_POSTINGS.late, reference: `${awardId}/${reservationId}/${reference}`, now },
    gains: { bonus: broughtMinor, cash: gain.cash, promo: gain.promo },
  })
  return broughtMinor
}

/** Whether the bonus that has paid the stake of a request is over. */
export const isBonusOver: BettingPorts['isBonusOver'] = async (tx, reservationId) => {
  const row = await tx
    .select('bet_reservation')
    .innerJoin('promo_award', (join) =>
      join
        .onRef('promo_award.brand_id', '=', 'bet_reservation.brand_id')
        .onRef('promo_award.award_id', '=', 'bet_reservation.award_id'),
    )
    .select('promo_award.ended_at')
    .where('bet_reservation.reservation_id', '=', reservationId)
    .executeTakeFirst()
  return row !== undefined && row.ended_at !== null
}

async function payingBonus(tx: BrandTransaction, reservationId: number): Promise<number | null> {
  const row = await tx
    .select('bet_reservation')
    .select('award_id')
    .where('reservation_id', '=', reservationId)
    .executeTakeFirst()
  return row?.award_id ?? null
}
