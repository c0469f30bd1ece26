import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { givesPoints } from './award-points.ts'
import { type AwardRow, givesFreeRounds, givesToken } from './award-rows.ts'

/** Takes what the player owes of earlier bonuses off a new one. @returns how much of it */
export async function settleDebts(
  tx: BrandTransaction,
  award: Pick<AwardRow, 'account_id' | 'currency'>,
  mostMinor: number,
): Promise<number> {
  const debts = await tx
    .select('promo_award')
    .select(['award_id', 'owed_minor'])
    .where('account_id', '=', award.account_id)
    .where('currency', '=', award.currency)
    .where('owed_minor', '>', 0)
    .orderBy('award_id')
    .forNoKeyUpdate()
    .execute()
  let takenMinor = 0
  for (const { award_id, owed_minor } of debts) {
    const minor = Math.min(owed_minor, mostMinor - takenMinor)
    if (minor === 0) continue
    await tx
      .update('promo_award', { owed_minor: owed_minor - minor })
      .where('award_id', '=', award_id)
      .execute()
    takenMinor += minor
  }
  return takenMinor
}

/** Whether a bonus is one of money, from which what is owed of money is taken. */
export function paysDebts(terms: Pick<Campaign, 'reward'>): boolean {
  return !givesPoints(terms) && !givesFreeRounds(terms) && !givesToken(terms)
}
